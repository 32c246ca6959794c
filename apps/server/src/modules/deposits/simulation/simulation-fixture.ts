import type { DepositView } from '@tradefront/contract/cards'
import type { WebhookEvent } from '@tradefront/processors/processor'
import type { Scheduler } from 'fast-check'
import type pg from 'pg'

import type { ProcessorGateway } from '../../../gateways/processor-gateway.ts'
import { type ManualClock, manualClock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { createSeal } from '../../../platform/crypto/seal.ts'
import type { CascadeSettings, Trader } from '../../cards/card-payments.ts'
import { type CardsService, createCardsService } from '../../cards/service.ts'
import { createDepositStore } from '../deposit-store.ts'
import { viewDeposit } from '../deposit-view.ts'
import type { Books } from './simulated-processors.ts'
import { type State, stateQuery } from './check-properties.ts'
import { processorAt } from './native-replies.ts'
import { addTrader } from './insert-trader.ts'
import type { Turns } from './deterministic-scheduler.ts'

/** A fault planted on purpose, by wrapping what the cascade is given. */
export type Planted = {
  readonly gateway?: (gateway: ProcessorGateway) => ProcessorGateway
  readonly receive?: (receive: CardsService['receive'], db: Db) => CardsService['receive']
}

export type RunDeps = { readonly pool: pg.Pool; readonly scheduler: Scheduler; readonly planted?: Planted }

/** Below the number of deposits a life may see, so that it is met. */
export const dayLimit = 2

const seal = createSeal('a secret key that is only good for tests')
const settings: CascadeSettings = {
  cascade: null,
  processorsOff: [],
  dayLimit,
  failLimit: 5,
  turnoverFactor: 30,
  affiliatesMin300: [],
  rates: { USD: 1, EUR: 1, GBP: 1, RUB: 60 },
}

/** Ids of one process never meet, whatever is run again; nothing is decided by them. */
let ids = 0

export type World = {
  readonly clock: ManualClock
  readonly trader: Trader
  readonly sessionHash: Buffer
  readonly service: CardsService
  /** Everything about the trader, as the database has it. */
  readonly look: () => Promise<State>
  /** Gives the server a webhook of the processors' books. */
  readonly deliver: (webhook: Books['webhooks'][number]) => Promise<void>
  /** What the browser sees of the open deposit. */
  readonly current: () => Promise<DepositView | null>
}

/** The real code of the cards module for one trader, over simulated processors. */
export async function openWorld(
  { pool, planted = {} }: RunDeps,
  turns: Turns,
  processors: ProcessorGateway,
  begin: { readonly at: Date; readonly cascade: string; readonly country: string },
): Promise<World> {
  const clock = manualClock(begin.at)
  const { id, sessionHash } = await addTrader(pool, seal, clock.now(), begin)
  const trader: Trader = { id, language: 'en', detectedCountry: null }
  const service = createCardsService({
    db: turns.db,
    seal,
    clock,
    gateway: planted.gateway?.(processors) ?? processors,
    newId: () => {
      ids += 1
      return `00000000-0000-4000-8000-${ids.toString(16).padStart(12, '0')}`
    },
    settings: async () => settings,
    tell: async () => undefined,
    publicUrl: 'http://localhost',
    waitScale: 1,
  })
  const store = createDepositStore(turns.db)
  const receive = planted.receive?.(service.receive, turns.db) ?? service.receive

  return {
    clock,
    trader,
    sessionHash,
    service,
    look: async () => {
      const [row] = await turns.look<{ state: State }>(stateQuery, [id])
      if (row === undefined) throw new Error('no state')
      return row.state
    },
    deliver: async (webhook) => {
      await receive(webhook.slug, eventOf(webhook), webhook.body)
      webhook.taken = true
    },
    current: async () => {
      const deposit = await store.open(id)
      return deposit === null ? null : viewDeposit(deposit, trader.language)
    },
  }
}

function eventOf({ slug, body }: Books['webhooks'][number]): WebhookEvent {
  const event = processorAt(slug).upstream.readWebhook(body)
  if (event === null) throw new Error('a webhook of ours can be read')
  return event
}
