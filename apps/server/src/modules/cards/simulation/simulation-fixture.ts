import type { DepositView } from '@tradefront/contract/deposits'
import type { Scheduler } from 'fast-check'
import type pg from 'pg'

import type { ProcessorGateway } from '../../../gateways/processor-gateway.ts'
import { type ManualClock, createManualClock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { createSeal } from '../../../platform/crypto/seal.ts'
import {
  createDepositsService,
  type DepositsService,
  type PaymentProvider,
  toDepositView,
  type DepositWebhook,
} from '../../deposits/service.ts'
import {
  type CardSettings,
  type CardsService,
  createCardPaymentProvider,
  createCardsService,
  type Trader,
} from '../service.ts'
import type { SimulatedProcessors } from './simulated-processors.ts'
import { type DatabaseState, stateQuery } from './check-properties.ts'
import { insertTrader } from './insert-trader.ts'
import type { DeterministicScheduler } from './deterministic-scheduler.ts'

type ReceiveWebhook = DepositsService['receiveWebhook']

/** Proves that the simulation finds it. */
export type Mutant = {
  readonly gateway?: (gateway: ProcessorGateway) => ProcessorGateway
  readonly receiveWebhook?: (receive: ReceiveWebhook, db: Db) => ReceiveWebhook
}

export type RunDeps = { readonly pool: pg.Pool; readonly scheduler: Scheduler; readonly mutant?: Mutant }

/** Low enough to be reached. */
export const dayLimit = 2

const seal = createSeal('a secret key that is only good for tests')
const settings: CardSettings = {
  cascade: null,
  disabledProcessors: [],
  dayLimit,
  failLimit: 5,
  turnoverFactor: 30,
  affiliatesMin300: [],
  rates: { USD: 1, EUR: 1, GBP: 1, RUB: 60 },
}

/** Unique in this process; nothing depends on the values. */
let lastId = 0

export type SimulationFixture = {
  readonly clock: ManualClock
  readonly trader: Trader
  readonly sessionHash: Buffer
  readonly cards: CardsService
  readonly deposits: DepositsService
  readonly readState: () => Promise<DatabaseState>
  readonly deliverWebhook: (webhook: SimulatedProcessors['webhooks'][number]) => Promise<void>
  readonly findOpenDepositView: () => Promise<DepositView | null>
}

export async function createSimulationFixture(
  { pool, mutant = {} }: RunDeps,
  runner: DeterministicScheduler,
  processorGateway: ProcessorGateway,
  initial: { readonly at: Date; readonly cascade: string; readonly country: string },
): Promise<SimulationFixture> {
  const clock = createManualClock(initial.at)
  const { id, sessionHash } = await insertTrader(pool, seal, clock.now(), initial)
  const trader: Trader = { id, language: 'en', detectedCountry: null }
  const gateway = mutant.gateway?.(processorGateway) ?? processorGateway
  const newId = () => {
    lastId += 1
    return `00000000-0000-4000-8000-${lastId.toString(16).padStart(12, '0')}`
  }
  const provider = createCardPaymentProvider({ gateway })
  const deposits = createDepositsService({
    db: runner.db,
    reports: runner.db,
    clock,
    newId,
    providers: { card: provider, crypto: null, wallet: null },
    notifyDepositChanged: async () => undefined,
    waitScale: 1,
  })
  const cards = createCardsService({
    db: runner.db,
    seal,
    clock,
    gateway,
    deposits,
    newId,
    getSettings: async () => settings,
    publicUrl: 'http://localhost',
    waitScale: 1,
  })
  const receiveWebhook = mutant.receiveWebhook?.(deposits.receiveWebhook, runner.db) ?? deposits.receiveWebhook

  return {
    clock,
    trader,
    sessionHash,
    cards,
    deposits,
    readState: async () => {
      const [row] = await runner.queryDatabase<{ state: DatabaseState }>(stateQuery, [id])
      if (row === undefined) throw new Error('no state')
      return row.state
    },
    deliverWebhook: async (webhook) => {
      await receiveWebhook(parseWebhook(provider, webhook))
      webhook.isDelivered = true
    },
    findOpenDepositView: async () => {
      const deposit = await deposits.store.findOpenDeposit(id)
      return deposit === null ? null : toDepositView(deposit, trader.language)
    },
  }
}

function parseWebhook(
  provider: PaymentProvider,
  { slug, body }: SimulatedProcessors['webhooks'][number],
): DepositWebhook {
  const event = provider.parseWebhook(slug, body)
  if (event === null) throw new Error('unreadable webhook of a simulated processor')
  return event
}
