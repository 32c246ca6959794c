import { isDeepStrictEqual } from 'node:util'

import { processorByName } from '@tradefront/processors/registry'
import { type ProcessorName, processorNames } from '@tradefront/rules/cards/cascade-plan'

import { createBooks } from './simulated-processors.ts'
import { createBrowser } from './simulated-browser.ts'
import { type Charge, drawFacts, type Facts, type Verdict } from './charge-scenario.ts'
import { createSimulatedProcessors } from './simulated-gateway.ts'
import { type State } from './check-properties.ts'
import { type Broken, promises } from './properties.ts'
import { createRandom, type Random } from './seeded-random.ts'
import { processorAt } from './native-replies.ts'
import { createTurns } from './deterministic-scheduler.ts'
import { openWorld, type RunDeps } from './simulation-fixture.ts'

/** A decline that is none is left out: which of two contradictory words comes first may decide. */
const verdicts: readonly Verdict[] = ['succeeded', 'succeeded', 'declined_soft', 'declined_soft', 'declined_hard']
const orders = 2
/** Carried out, but not or not fully answered. */
const lost = ['timeout', 'status_5xx', 'unreadable', 'curt'] as const
/** Of the deposit: more often than any plan here has steps. */
const maxSteps = 12
const key = 'key-number-1'

/** The same facts, told by reply, webhook, poll, return and inquiry in different orders: the end must be the same. */
export async function compareOrders(seed: number, deps: RunDeps) {
  const random = createRandom(seed + 0x5eed)
  const charging = processorNames.filter((name) => name !== 'FRAUD')
  const first = random.pick(charging)
  const second = random.pick(charging)
  const plan = random.chance(0.4) && second !== first ? [first, second] : [first]
  const facts = new Map(plan.map((name) => [name, drawFacts(random, name, verdicts)]))
  const ends: End[] = []
  for (let order = 0; order < orders; order += 1) {
    ends.push(await tell(plan, facts, createRandom(seed * orders + order), deps))
  }
  const same = ends.every((end) => isDeepStrictEqual(end, ends[0]))
  const broken: Broken[] = same ? [] : [promises.anyOrder]
  return { broken, log: ends.flatMap((end) => end.steps), ends: same ? [] : ends }
}

type End = Awaited<ReturnType<typeof tell>>

/** One deposit from its opening to its end, its news in an order of chance. */
async function tell(
  plan: readonly ProcessorName[],
  facts: ReadonlyMap<ProcessorName, Facts>,
  random: Random,
  deps: RunDeps,
) {
  const turns = createTurns(deps.scheduler, deps.pool)
  const books = createBooks(random, (slug) => factsOf(facts, processorAt(slug).name))
  const psps = createSimulatedProcessors({
    books,
    random,
    pause: turns.pause,
    onStart: async () => undefined,
    // The answer is on its way: everything else may be faster.
    onCarriedOut: (charge) => spread(charge),
    mishap: (verb) => (verb !== 'status' && random.chance(0.3) ? random.pick(lost) : null),
  })
  const world = await openWorld(deps, turns, psps.gateway, {
    at: new Date('2026-11-18T10:00:00Z'),
    cascade: plan.join(','),
    country: 'AU',
  })
  const { service } = world
  const browser = createBrowser({ world, books, plan: plan.map(processorByName), note: () => undefined })

  /** All that can be learnt of a charge now, or most of it, in any order and side by side; some of it twice. */
  function spread({ ref, slug }: Charge) {
    const processor = processorAt(slug)
    const webhooks = books.webhooks.filter(({ body }) => body['ref'] === ref).map((each) => () => world.deliver(each))
    const poll = async () => {
      const deposit = await world.current()
      if (deposit !== null && processor.listenReply) await browser.listen(ref, deposit.id, processor)
    }
    const comeBack = async () => {
      await service.returned(ref)
      await service.sweep()
    }
    const news = [...webhooks, random.pick(webhooks), poll, random.pick([comeBack, () => service.check(ref)])]
    for (const each of shuffled(random, news)) if (random.chance(0.7)) turns.begin(each, Number.POSITIVE_INFINITY)
  }

  /** Time passes: what is pending is decided, and told in every way. */
  const settle = async (charge: Charge) => {
    books.decide(charge)
    spread(charge)
    await turns.drive()
    // Whatever chance has kept back comes now.
    turns.begin(() => service.check(charge.ref), Number.POSITIVE_INFINITY)
    await turns.drive()
  }

  for (let step = 0; step < maxSteps; step += 1) {
    turns.begin(() => browser.goOn(key), Number.POSITIVE_INFINITY)
    await turns.drive()
    const charge = [...books.charges.values()].at(-1)
    if (charge !== undefined) await settle(charge)
    if ((await world.look()).deposits.every(({ state }) => state !== 'open' && state !== 'processing')) break
  }
  for (const webhook of shuffled(random, books.webhooks)) {
    turns.begin(() => world.deliver(webhook), Number.POSITIVE_INFINITY)
  }
  await turns.drive()
  return endOf(await world.look(), turns.faults)
}

function factsOf(facts: ReadonlyMap<ProcessorName, Facts>, name: ProcessorName): Facts {
  const found = facts.get(name)
  if (found === undefined) throw new Error(`nothing is known of ${name}`)
  return found
}

function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  const left = [...items]
  return items.flatMap(() => left.splice(random.below(left.length), 1))
}

/** Everything that the order may not change: states, what the trader is told, money and ledger. */
function endOf({ deposits, attempts, captures, lines, wagering, unapplied }: State, faults: readonly unknown[]) {
  const sorted = (rows: readonly { currency: string; amount: number }[], name: (row: never) => string) =>
    rows.map((row) => `${name(row as never)} ${row.amount} ${row.currency}`).toSorted()
  return {
    deposits: deposits.map(({ state, reason, words }) => ({ state, reason, words })),
    steps: attempts.map(({ processor, state }) => `${processor} ${state}`),
    captures: sorted(captures, ({ place }: { place: string }) => place),
    lines: sorted(lines, ({ account }: { account: string }) => account),
    bonuses: wagering.map(({ amount }) => amount),
    unapplied,
    faults: faults.map(String),
  }
}
