import type { DepositView } from '@tradefront/contract/deposits'
import type pg from 'pg'

import type { ProcessorGateway } from '../../../src/gateways/processor-gateway.ts'
import { type Clock, type ManualClock, createManualClock } from '../../../src/platform/clock.ts'
import { createSeal } from '../../../src/platform/crypto/seal.ts'
import type { Db } from '../../../src/platform/database/database.ts'
import type { AppContext } from '../../../src/context.ts'
import { toDepositView } from '../../../src/modules/deposits/service.ts'
import { createProcessorProvider } from '../../../src/modules/cards/service.ts'
import { findCard, saveCard } from '../../../src/modules/cards/saved-cards.ts'
import { cryptoPaymentProvider } from '../../../src/modules/crypto/service.ts'
import type { Settings } from '../../../src/modules/settings/service.ts'
import { buildTransferLines, postEntry } from '../../../src/modules/ledger/service.ts'
import { createPromoCode, endPromoCode } from '../../../src/modules/promo/promo-code-operator.ts'
import { bindContext } from '../../fixtures/app/bind-context.ts'
import { createFixedSettings, createTestContext } from '../../fixtures/app/test-context.ts'
import type { PromoCodes } from './simulated-promo-codes.ts'
import { createWalletsProvider } from '../../../src/modules/wallets/service.ts'
import { type DatabaseState, openingAccount, stateQuery } from './database-state.ts'
import type { DeterministicScheduler } from '../deterministic-scheduler.ts'
import { createHttpCalls, type ForgeryProbe } from './http-calls.ts'
import { createDirectCalls, type ServerCalls } from './server-calls.ts'
import { bindDeposits, type SimulatedDeposits } from './simulated-deposits.ts'
import type { Webhook } from './simulated-processors.ts'
import { buildCard, cardNumbers, insertTrader, type SimulatedTrader, type TraderPlan } from './simulated-trader.ts'
import { findOpenDeposit } from '../../../src/modules/deposits/deposit-lookup-store.ts'

/** A fault that the simulation must find. `sql` changes the database before the run. */
export type Mutant = {
  readonly gateway?: (gateway: ProcessorGateway) => ProcessorGateway
  readonly deposits?: (deposits: SimulatedDeposits) => SimulatedDeposits
  readonly calls?: (calls: ServerCalls, db: Db) => ServerCalls
  readonly settings?: Partial<SimulatedSettings>
  readonly sql?: string
}

export type RunDeps = { readonly pool: pg.Pool; readonly mutant?: Mutant }

/** The limit is low enough to be reached. */
export const dayLimit = 2

const seal = createSeal('a secret key that is only good for tests')

/** Last id of this process; nothing depends on the values. */
let lastId = 0

export type SimulatedSettings = {
  -readonly [Name in 'card_day_limit' | 'fail_limit' | 'processors_off' | 'webhook_ask_from']: Settings[Name]
}

/** One of the servers that share the database. */
export type SimulatedServer = {
  readonly process: ReturnType<DeterministicScheduler['createServer']>
  readonly db: Db
  readonly context: AppContext
  readonly deposits: SimulatedDeposits
  readonly promoCodes: PromoCodes
  readonly calls: ServerCalls
  /** Null without HTTP. */
  readonly probeForgery: ForgeryProbe | null
  readonly deliverWebhook: (webhook: Webhook) => Promise<void>
  /** Runs the jobs about deposits, except those of statements and checks of the books. */
  readonly runJobs: () => Promise<void>
  readonly hasCard: (trader: SimulatedTrader) => Promise<boolean>
  readonly findOpenDepositView: (trader: SimulatedTrader) => Promise<DepositView | null>
}

export type SimulationFixture = {
  readonly clock: ManualClock
  readonly traders: readonly [SimulatedTrader, ...SimulatedTrader[]]
  readonly servers: readonly [SimulatedServer, ...SimulatedServer[]]
  /** Settings of the operator, which each request reads. */
  readonly settings: SimulatedSettings
  /** Reads the states in the order of `traders`. */
  readonly readStates: () => Promise<DatabaseState[]>
}

export type FixtureOptions = {
  readonly at: Date
  readonly plans: readonly [TraderPlan, ...TraderPlan[]]
  /** How far the clock of each server is ahead. */
  readonly clockOffsetsMs: readonly [number, ...number[]]
  readonly withHttp: boolean
  /** Processors are asked about each webhook. Otherwise webhooks are believed. */
  readonly asksProcessors: boolean
}

export async function createSimulationFixture(
  { pool, mutant = {} }: RunDeps,
  runner: DeterministicScheduler,
  processorGateway: ProcessorGateway,
  { at, plans, clockOffsetsMs, withHttp, asksProcessors }: FixtureOptions,
): Promise<SimulationFixture> {
  const clock = createManualClock(at)
  const settings: SimulatedSettings = {
    card_day_limit: dayLimit,
    fail_limit: 5,
    processors_off: [],
    webhook_ask_from: asksProcessors ? 0 : 1_000_000,
    ...mutant.settings,
  }
  const gateway = mutant.gateway?.(processorGateway) ?? processorGateway
  const [firstOffset, ...otherOffsets] = clockOffsetsMs
  const createServer = (offsetMs: number) =>
    createSimulatedServer({ runner, gateway, worldClock: clock, offsetMs, settings, mutant, withHttp })
  const servers = [await createServer(firstOffset), ...(await Promise.all(otherOffsets.map(createServer)))] as const
  const createTrader = async (plan: TraderPlan): Promise<SimulatedTrader> => {
    const trader = await insertTrader(pool, clock.now(), plan)
    await saveCard(servers[0].context, trader.id, buildCard(cardNumbers[0], plan.country))
    if (plan.openingBalance > 0) await postOpeningBalance(runner.createDb(), trader, clock.now())
    return trader
  }
  const [firstPlan, ...otherPlans] = plans
  const traders: [SimulatedTrader, ...SimulatedTrader[]] = [await createTrader(firstPlan)]
  for (const plan of otherPlans) traders.push(await createTrader(plan))
  const ids = traders.map(({ id }) => id)

  return {
    clock,
    traders,
    servers,
    settings,
    readStates: async () =>
      (await runner.queryDatabase<{ state: DatabaseState }>(stateQuery, [ids])).map(({ state }) => state),
  }
}

type ServerDeps = Required<Pick<RunDeps, 'mutant'>> & {
  readonly runner: DeterministicScheduler
  readonly gateway: ProcessorGateway
  readonly worldClock: Clock
  readonly offsetMs: number
  readonly settings: SimulatedSettings
  readonly withHttp: boolean
}

async function createSimulatedServer(deps: ServerDeps): Promise<SimulatedServer> {
  const { runner, gateway, worldClock, offsetMs, settings, mutant, withHttp } = deps
  const clock = offsetClock(worldClock, offsetMs)
  const db = runner.createDb()
  const newId = () => {
    lastId += 1
    return `00000000-0000-4000-8000-${lastId.toString(16).padStart(12, '0')}`
  }
  const context = createTestContext({
    db,
    seal,
    clock,
    newId,
    config: { publicUrl: 'http://localhost', waitScale: 1, isHttps: false } as AppContext['config'],
    settings: createFixedSettings(settings),
    processors: gateway,
    providers: {
      card: createProcessorProvider({ gateway, method: 'card' }),
      wallet: createWalletsProvider(createProcessorProvider({ gateway, method: 'wallet' })),
      crypto: cryptoPaymentProvider,
    },
    detectCountry: () => null,
    onError: runner.recordError,
  })
  const created = bindDeposits(context)
  const deposits = mutant.deposits?.(created) ?? created
  const { calls: correctCalls, probeForgery } = withHttp
    ? await createHttpCalls(context, worldClock)
    : { calls: createDirectCalls(context), probeForgery: null }
  const calls = mutant.calls?.(correctCalls, db) ?? correctCalls

  return {
    process: runner.createServer(),
    db,
    context,
    deposits,
    promoCodes: bindContext(context, { createPromoCode, endPromoCode }),
    calls,
    probeForgery,
    deliverWebhook: async (webhook) => {
      await calls.sendWebhook(webhook)
      webhook.isDelivered = true
    },
    runJobs: async () => {
      await deposits.repairDueTimes()
      await deposits.processDueDeposits()
    },
    hasCard: async ({ id }) => (await findCard(context, id, null)) !== null,
    findOpenDepositView: async (trader) => {
      const deposit = await findOpenDeposit(db, trader.id)
      return deposit === null ? null : toDepositView(deposit, trader.language)
    },
  }
}

/** Posts money from before, which a fault could take. */
async function postOpeningBalance(db: Db, { id, currency, openingBalance }: SimulatedTrader, at: Date): Promise<void> {
  const lines = buildTransferLines(
    { account: openingAccount, userId: null },
    { account: 'cash', userId: id },
    openingBalance,
    currency,
  )
  await postEntry(db, { kind: 'simulation.opening', subject: `user:${id}`, at, lines })
}

function offsetClock(clock: Clock, offsetMs: number): Clock {
  return { now: () => new Date(clock.now().getTime() + offsetMs) }
}
