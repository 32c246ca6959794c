import { isDeepStrictEqual } from 'node:util'

import type { Processor, WebhookEvent } from '@tradefront/processors/processor'
import { processorByName, processors } from '@tradefront/processors/registry'
import type { Scheduler } from 'fast-check'
import type pg from 'pg'

import type { ProcessorGateway } from '../../../gateways/processors.ts'
import { manualClock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db.ts'
import { createSeal } from '../../../platform/seal.ts'
import { type CascadeSettings, type StepReply } from '../cascade.ts'
import { type CardsService, createCardsService } from '../service.ts'
import { type Books, createBooks } from './books.ts'
import { createSimulatedProcessors } from './gateway.ts'
import { brokenAtEnd, brokenNow, isSettled, type State, stateQuery, unstable } from './invariants.ts'
import { createRandom } from './random.ts'
import { addTrader } from './trader.ts'
import { createTurns } from './turns.ts'

/** A fault planted on purpose, by wrapping what the cascade is given. */
export type Planted = {
  readonly gateway?: (gateway: ProcessorGateway) => ProcessorGateway
  readonly receive?: (receive: CardsService['receive'], db: Db) => CardsService['receive']
}

export type RunDeps = { readonly pool: pg.Pool; readonly scheduler: Scheduler; readonly planted?: Planted }

const start = new Date('2026-11-18T10:00:00Z')
/** Below the number of deposits a life may see, so that it is met. */
const dayLimit = 2
const rounds = 8
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
const plans = ['CONCEPT,ORANGE,UNIVERSE', 'FRAUD,ORANGE,CONCEPT', 'ORANGE_NOT3D,UNIVERSE,CONCEPT', 'CONCEPT'] as const
const payments = { 'key-number-1': 1, 'key-number-2': 0, 'key-number-3': 1 } as const
const keys = ['key-number-1', 'key-number-2', 'key-number-3'] as const

/** Ids of one process never meet, whatever is run again; nothing is decided by them. */
let ids = 0

/** One life of one trader, by a seed. @returns what did not hold, empty when all is well, and what happened in short */
export async function simulate(seed: number, { pool, scheduler, planted = {} }: RunDeps) {
  const random = createRandom(seed)
  const clock = manualClock(start)
  const turns = createTurns(scheduler, pool)
  const books = createBooks(random)
  const broken = new Set<string>()
  const note = (what: readonly string[]) => what.forEach((each) => broken.add(each))
  const newId = () => {
    ids += 1
    return `00000000-0000-4000-8000-${ids.toString(16).padStart(12, '0')}`
  }
  const plan = random.pick(plans)
  const userId = await addTrader(pool, seal, clock.now(), plan)
  const trader = { id: userId, language: 'en', detectedCountry: null } as const

  const onStart = async (ref: string) => {
    const rows = await turns.look<{ ref: string; state: string }>(
      `select a.our_ref as ref, a.state from attempts a where a.charges and a.our_ref <> $1 and a.deposit_id =
        (select deposit_id from attempts where our_ref = $1)`,
      [ref],
    )
    if (rows.some((earlier) => mayCharge(books, earlier.ref)))
      note(['nobody is asked while an earlier one may still charge'])
  }
  const psps = createSimulatedProcessors({ books, random, pause: turns.pause, onStart })
  const gateway = planted.gateway?.(psps.gateway) ?? psps.gateway
  const service = createCardsService({
    db: turns.db,
    seal,
    clock,
    gateway,
    newId,
    settings: async () => settings,
    tell: async () => undefined,
    publicUrl: 'http://localhost',
    waitScale: 1,
  })
  const receive = planted.receive?.(service.receive, turns.db) ?? service.receive

  const stateNow = async (): Promise<State> => {
    const [row] = await turns.look<{ state: State }>(stateQuery, [userId])
    if (row === undefined) throw new Error('no state')
    return row.state
  }

  /** Answers under a key, as the browser first got them. */
  const answers = new Map<string, object>()
  const startStep = async (processor: Processor, key: (typeof keys)[number] | null) => {
    const payment = { amount: 1000, fixed: 0, bonus: payments[key ?? 'key-number-1'] } as const
    const reply = await service.start(trader, processor, payment, key)
    if (key === null || !reply.deposit || reply.in_progress !== undefined) return
    const native = nativeOf(reply)
    const place = `${key} ${processor.name}`
    // The database keeps an object's fields in an order of its own.
    if (!isDeepStrictEqual(answers.get(place) ?? native, native)) note(['the same key gets the same answer'])
    answers.set(place, native)
  }

  const deliver = async (index: number) => {
    const webhook = books.webhooks[index]
    if (webhook === undefined) return
    const event = eventOf(webhook)
    if (event === null) throw new Error('a webhook of ours can be read')
    await receive(webhook.slug, event, webhook.body)
    webhook.taken = true
  }

  const current = async () => {
    const overview = await service.overview(trader)
    return overview.deposit
  }

  /** The trader wants back what came late, an operator sends back what is in suspense. */
  const takeRefunds = async () => {
    for (const { id } of (await service.overview(trader)).recent) await service.takeRefund(trader, id)
    for (const capture of (await stateNow()).captures) {
      if (capture.place === 'suspense') await service.orderRefundFromSuspense(capture.attempt)
    }
  }

  const action = (): (() => Promise<unknown>) => {
    const kind = random.below(20)
    const key = random.pick([...keys, null])
    const named = processorByName(random.pick(['CONCEPT', 'ORANGE', 'UNIVERSE', 'ORANGE_NOT3D', 'FRAUD']))
    const some = random.below(1000)
    if (kind < 8)
      return async () => {
        // What the browser does: whoever the deposit names next, or the first of the plan.
        const deposit = await current()
        const next = deposit?.next ?? (deposit === null ? plan.split(',')[0] : undefined)
        const processor = processors.find(({ name }) => name === next)
        if (processor !== undefined) await startStep(processor, key)
      }
    if (kind < 10) return () => startStep(named, key)
    if (kind < 14) return () => deliver(some % Math.max(1, books.webhooks.length))
    if (kind < 17) return () => service.sweep()
    if (kind < 18)
      return async () => {
        const deposit = await current()
        if (deposit !== null) await service.abandon(trader, deposit.id, some % 2 === 0 ? 'card' : 'processor')
      }
    if (kind < 19) return takeRefunds
    return async () => {
      const refs = [...books.charges.keys()]
      const ref = refs[some % Math.max(1, refs.length)]
      if (ref !== undefined) await service.returned(ref)
    }
  }

  let before = await stateNow()
  const look = async () => {
    const after = await stateNow()
    note([...brokenNow(after, dayLimit), ...unstable(before, after)])
    before = after
    return after
  }
  const doNow = async (work: () => Promise<unknown>) => {
    turns.begin(work, Number.POSITIVE_INFINITY)
    await turns.drive()
  }

  for (let round = 0; round < rounds; round += 1) {
    clock.advance(random.pick([500, 2_000, 12_000, 30_000, 130_000, 1_000_000]))
    if (random.chance(0.3)) psps.arriveLate()
    for (const charge of books.charges.values()) if (random.chance(0.2)) books.decide(charge)
    const parallel = 1 + random.below(4)
    for (let each = 0; each < parallel; each += 1) {
      turns.begin(action(), random.chance(0.15) ? random.below(9) : Number.POSITIVE_INFINITY)
    }
    await turns.drive()
    await look()
  }

  psps.calm()
  // As often as the daily inquiries may need, and in another order than they were sent.
  let state = await look()
  for (let round = 0; round < 20 && (round < 3 || !isSettled(state)); round += 1) {
    const untaken = [...books.webhooks.keys()].filter((index) => round === 0 || !books.webhooks[index]?.taken)
    for (const index of untaken.reverse()) await doNow(() => deliver(index))
    clock.advance(round < 6 ? 130_000 : 7_200_000)
    await doNow(() => service.sweep())
    for (const charge of books.charges.values()) books.decide(charge)
    if (round === 1 && random.chance(0.4)) await doNow(takeRefunds)
    state = await look()
  }
  note(brokenAtEnd(state, books, dayLimit))
  for (const place of answers.keys()) {
    const [key, name] = place.split(' ')
    const processor = processors.find((each) => each.name === name)
    const known = keys.find((each) => each === key)
    if (processor !== undefined && known !== undefined) await doNow(() => startStep(processor, known))
  }
  note(turns.faults.map((fault) => `unexpected: ${fault instanceof Error ? fault.message : 'fault'}`))
  const log = [
    ...state.deposits.map((deposit) => deposit.state),
    ...state.attempts.map((attempt) => `${attempt.processor} ${attempt.state}`),
    ...state.captures.map(({ amount, place }) => `${amount} ${place}`).sort(),
  ]
  return { broken: [...broken], log }
}

function eventOf({ slug, body }: Books['webhooks'][number]): WebhookEvent | null {
  return processors.find(({ upstream }) => upstream.slug === slug)?.upstream.readWebhook(body) ?? null
}

function mayCharge(books: Books, ref: string): boolean {
  const state = books.charges.get(ref)?.state
  return state === undefined || state === 'pending' || state === 'requires_action'
}

function nativeOf({ deposit: _deposit, message: _message, ...native }: StepReply): object {
  return native
}
