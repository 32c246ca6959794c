import { processorByName } from '@tradefront/processors/registry'
import { type ProcessorName, processorNames } from '@tradefront/rules/cards/cascade-plan'

import { createBooks } from './simulated-processors.ts'
import { createBrowser, keys } from './simulated-browser.ts'
import { drawFacts, type Verdict } from './charge-scenario.ts'
import { createSimulatedProcessors, mishaps } from './simulated-gateway.ts'
import { brokenAtEnd, brokenNow, isSettled, type State, unstable } from './check-properties.ts'
import { type Broken, promises } from './properties.ts'
import { createRandom, type Random } from './seeded-random.ts'
import { processorAt } from './native-replies.ts'
import { createTurns } from './deterministic-scheduler.ts'
import { dayLimit, openWorld, type RunDeps } from './simulation-fixture.ts'

const rounds = 8
const verdicts: readonly Verdict[] = [
  'succeeded',
  'succeeded',
  'succeeded',
  'declined_soft',
  'declined_soft',
  'declined_soft',
  'declined_hard',
  'declined_late',
]
/** In the middle of a day, and shortly before its end. */
const begins = [new Date('2026-11-18T10:00:00Z'), new Date('2026-11-18T23:20:00Z')] as const

/** One life of one trader, by a seed. @returns what did not hold, empty when all is well, and what happened in short */
export async function simulate(seed: number, deps: RunDeps) {
  const random = createRandom(seed)
  const turns = createTurns(deps.scheduler, deps.pool)
  const books = createBooks(random, (slug) => drawFacts(random, processorAt(slug).name, verdicts))
  const broken = new Set<Broken>()
  const note = (what: readonly Broken[]) => what.forEach((each) => broken.add(each))

  const asked = new Set<string>()
  const onStart = async (ref: string) => {
    if (asked.has(ref)) note([promises.askedOnce])
    asked.add(ref)
    const rows = await turns.look<{ ref: string }>(
      `select a.our_ref as ref from attempts a where a.charges and a.our_ref <> $1 and a.deposit_id =
        (select deposit_id from attempts where our_ref = $1)`,
      [ref],
    )
    if (rows.some((earlier) => books.mayCharge(earlier.ref))) note([promises.noneWhileUndecided])
  }
  const mishap = () => (random.chance(0.6) ? null : random.pick(mishaps))
  const psps = createSimulatedProcessors({ books, random, mishap, pause: turns.pause, onStart })
  const isPfsCountry = random.chance(0.08)
  const cascade = drawPlan(random)
  const plan: readonly ProcessorName[] = isPfsCountry ? ['PFS'] : cascade
  const country = isPfsCountry ? 'DE' : 'AU'
  const world = await openWorld(deps, turns, psps.gateway, {
    at: random.pick(begins),
    cascade: cascade.join(','),
    country,
  })
  const { clock, service, trader, deliver, current } = world
  const browser = createBrowser({ world, books, plan: plan.map(processorByName), note })
  const measure = { charges: { [Symbol.iterator]: () => books.charges.values() }, plan, dayLimit }

  /** The trader wants back what came late, an operator sends back what is in suspense. */
  const takeRefunds = async () => {
    for (const { attempt, deposit, place } of (await world.look()).captures) {
      if (place === 'credited_late') await service.takeRefund(trader, deposit)
      if (place === 'suspense') await service.operator.giveBack(attempt)
    }
  }

  const action = (): (() => Promise<unknown>) => {
    const kind = random.below(24)
    const key = random.pick([...keys, null])
    const named = processorByName(random.pick(processorNames))
    const some = random.below(1000)
    const ref = [...asked][some % Math.max(1, asked.size)]
    if (kind < 10) return () => browser.goOn(key)
    if (kind < 11) return () => browser.start(named, key)
    if (kind < 12) return () => browser.complete(processorByName(random.pick(['ZOOM', 'ENTROPAY'])), key)
    if (kind < 16) {
      const webhook = books.webhooks[some % Math.max(1, books.webhooks.length)]
      return async () => webhook && deliver(webhook)
    }
    if (kind < 19) return () => service.sweep()
    if (kind < 20) return () => service.abandonAt(trader, processorByName('ENTROPAY'))
    if (kind < 21)
      return async () => {
        const deposit = await current()
        if (deposit !== null) await service.abandon(trader, deposit.id, some % 2 === 0 ? 'card' : 'processor')
      }
    if (kind < 22) return takeRefunds
    if (kind < 23) return async () => ref && service.returned(ref)
    return async () => {
      const deposit = await current()
      const step = deposit?.step
      if (deposit && step) await browser.listen(step.transaction_id, deposit.id, processorByName(step.processor))
    }
  }

  let before = await world.look()
  const look = async (): Promise<State> => {
    const after = await world.look()
    note([...brokenNow(after, measure), ...unstable(before, after)])
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
    for (const charge of books.charges.values()) {
      if (random.chance(0.2)) books.decide(charge)
      if (random.chance(0.1)) books.visit(charge)
    }
    const parallel = 1 + random.below(4)
    for (let each = 0; each < parallel; each += 1) {
      turns.begin(action(), random.chance(0.15) ? random.below(12) : Number.POSITIVE_INFINITY)
    }
    await turns.drive(random.chance(0.1) ? random.below(12) : undefined)
    await look()
  }

  psps.calm()
  // As often as the daily inquiries may need, and in another order than they were sent.
  let state = await look()
  for (let round = 0; round < 20 && (round < 3 || !isSettled(state)); round += 1) {
    const untaken = books.webhooks.filter(({ taken }) => round === 0 || !taken)
    for (const webhook of untaken.toReversed()) await doNow(() => deliver(webhook))
    clock.advance(round < 6 ? 130_000 : 7_200_000)
    await doNow(() => service.sweep())
    for (const charge of books.charges.values()) books.decide(charge)
    if (round === 1 && random.chance(0.4)) await doNow(takeRefunds)
    state = await look()
  }
  note(brokenAtEnd(state, measure))
  await doNow(browser.askAgain)
  await look()
  if (turns.faults.length > 0) note([promises.noFault])
  return { broken: [...broken], log: logOf(state), faults: turns.faults.map(String) }
}

/** A few processors in some order; the real ones' plans are among them. */
function drawPlan(random: Random): ProcessorName[] {
  const left = [...processorNames]
  return Array.from({ length: 1 + random.below(4) }, () => left.splice(random.below(left.length), 1)).flat()
}

/** What a life came to, the same for the same seed. */
function logOf({ deposits, attempts, captures }: State): string[] {
  return [
    ...deposits.map((deposit) => `deposit ${deposit.state}`),
    ...attempts.map((attempt) => `${attempt.processor} ${attempt.state}`),
    ...captures.map(({ amount, currency, place }) => `${amount} ${currency} ${place}`).toSorted(),
  ]
}
