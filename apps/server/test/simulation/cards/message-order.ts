import { isDeepStrictEqual } from 'node:util'

import { getProcessor } from '@tradefront/processors/registry'
import { isOpenState } from '@tradefront/rules/deposits/deposit-state-machine'
import { type ProcessorName, cardProcessorNames } from '@tradefront/contract/processor-names'

import { createSimulatedProcessors } from './simulated-processors.ts'
import { createSimulatedBrowser } from './simulated-browser.ts'
import { type Charge, drawChargeScenario, type ChargeScenario, type ChargeVerdict } from './charge-scenario.ts'
import { createSimulatedGateway } from './simulated-gateway.ts'
import type { DatabaseState } from './database-state.ts'
import { type Violation, properties } from './properties.ts'
import { createRandom, type Random } from '../../fixtures/seeded-random.ts'
import { requireProcessor } from './native-replies.ts'
import { createCoverage } from './coverage.ts'
import { createDeterministicScheduler } from '../deterministic-scheduler.ts'
import { createSimulationFixture, type RunDeps } from './simulation-fixture.ts'
import { drawTraderPlan, type TraderPlan } from './simulated-trader.ts'

/** Verdicts without `declined_late`, for which the order can decide. */
const possibleVerdicts: readonly ChargeVerdict[] = [
  'succeeded',
  'succeeded',
  'declined_soft',
  'declined_soft',
  'declined_hard',
]
const orderCount = 2
/** Failures after which the request was executed, but its reply is missing or incomplete. */
const lossyFailures = ['timeout', 'status_5xx', 'unreadable', 'curt'] as const
/** Number of steps, more than any plan here needs. */
const maxSteps = 12
const key = 'key-number-1'

/** Compares orders: that of reply, webhook, poll, return and inquiry must not change the end of a deposit. */
export async function compareMessageOrders(seed: number, deps: RunDeps) {
  const random = createRandom(seed + 0x5eed)
  const charging = cardProcessorNames.filter((name) => getProcessor(name).canCharge)
  const first = random.pick(charging)
  const second = random.pick(charging)
  const plan = drawTraderPlan(random, random.chance(0.4) && second !== first ? [first, second] : [first], 'AU')
  // A changed reference needs an operator, depending on what is reported first.
  const drawScenario = (name: ProcessorName) => ({
    ...drawChargeScenario(random, name, possibleVerdicts),
    changesReference: false,
  })
  const scenarios = new Map(plan.cascade.map((name) => [name, drawScenario(name)]))
  const ends: ScenarioEnd[] = []
  for (let order = 0; order < orderCount; order += 1) {
    ends.push(await runInRandomOrder(plan, scenarios, createRandom(seed * orderCount + order), deps))
  }
  const isSame = ends.every((end) => isDeepStrictEqual(end, ends[0]))
  const violations: Violation[] = isSame ? [] : [properties.anyOrder]
  return { violations, log: ends.flatMap((end) => end.steps), ends: isSame ? [] : ends }
}

type ScenarioEnd = Awaited<ReturnType<typeof runInRandomOrder>>

async function runInRandomOrder(
  plan: TraderPlan,
  scenarios: ReadonlyMap<ProcessorName, ChargeScenario>,
  random: Random,
  deps: RunDeps,
) {
  const runner = createDeterministicScheduler({ pool: deps.pool, random })
  const coverage = createCoverage()
  const processors = createSimulatedProcessors({
    random,
    drawScenario: (slug) => requireScenario(scenarios, requireProcessor(slug).name),
    reusesEventIds: false,
    coverage,
  })
  const simulatedGateway = createSimulatedGateway({
    processors,
    random,
    coverage,
    waitForScheduler: runner.waitForScheduler,
    onStart: async () => undefined,
    // Other messages can be faster than the reply.
    onExecuted: (charge) => deliverMessages(charge),
    drawFailure: (verb) => (verb !== 'status' && random.chance(0.3) ? random.pick(lossyFailures) : null),
  })
  const fixture = await createSimulationFixture(deps, runner, simulatedGateway.gateway, {
    at: new Date('2026-11-18T10:00:00Z'),
    plans: [plan],
    clockOffsetsMs: [0],
    withHttp: false,
    asksProcessors: random.chance(0.5),
  })
  const {
    servers: [server],
    traders: [trader],
  } = fixture
  const { calls, deposits } = server
  const browser = createSimulatedBrowser({
    trader,
    processors,
    plan: plan.cascade.map(getProcessor),
    recordViolations: () => undefined,
    hasLost: () => false,
    markAtStake: () => undefined,
  })

  /** Delivers about 70% of the messages concurrently, in random order, one webhook twice. */
  function deliverMessages({ reference, slug }: Charge) {
    const processor = requireProcessor(slug)
    const webhooks = processors.webhooks
      .filter(({ body }) => body['ref'] === reference)
      .map((each) => () => server.deliverWebhook(each))
    const poll = async () => {
      const deposit = await server.findOpenDepositView(trader)
      if (deposit !== null)
        await browser.pollAttempt(server, { transaction_id: reference, id: deposit.id, processor: processor.name })
    }
    const returnAndProcess = async () => {
      await calls.handleReturn(slug, reference)
      await deposits.processDueDeposits()
    }
    const messages = [
      ...webhooks,
      random.pick(webhooks),
      poll,
      random.pick([returnAndProcess, () => deposits.inquireAttempt(reference)]),
    ]
    for (const each of shuffle(random, messages)) if (random.chance(0.7)) runner.startOperation(each)
  }

  const decideAndDeliver = async (charge: Charge) => {
    processors.decideCharge(charge)
    deliverMessages(charge)
    await runner.runUntilIdle()
    // This makes up for messages that were not delivered.
    runner.startOperation(() => deposits.inquireAttempt(charge.reference))
    await runner.runUntilIdle()
  }

  for (let step = 0; step < maxSteps; step += 1) {
    runner.startOperation(() => browser.performNextStep(server, key))
    await runner.runUntilIdle()
    const charge = [...processors.charges.values()].at(-1)
    if (charge !== undefined) await decideAndDeliver(charge)
    if ((await fixture.readStates()).every(({ deposits: all }) => !all.some(({ state }) => isOpenState(state)))) break
  }
  for (const webhook of shuffle(random, processors.webhooks)) {
    runner.startOperation(() => server.deliverWebhook(webhook))
  }
  await runner.runUntilIdle()
  return summarizeEnd(await fixture.readStates(), runner.unexpectedErrors)
}

function requireScenario(scenarios: ReadonlyMap<ProcessorName, ChargeScenario>, name: ProcessorName): ChargeScenario {
  const found = scenarios.get(name)
  if (found === undefined) throw new Error(`${name} has no scenario`)
  return found
}

function shuffle<Item>(random: Random, items: readonly Item[]): Item[] {
  const left = [...items]
  return items.flatMap(() => left.splice(random.below(left.length), 1))
}

function summarizeEnd(states: readonly DatabaseState[], faults: readonly unknown[]) {
  const lines = states.flatMap((state) => state.lines)
  return {
    deposits: states.flatMap((state) => state.deposits).map(({ state, reason, words }) => ({ state, reason, words })),
    steps: states.flatMap(({ attempts }) => attempts).map(({ processor, state }) => `${processor} ${state}`),
    captures: states
      .flatMap(({ captures }) => captures)
      .map(({ status, amount, currency }) => `${status} ${amount} ${currency}`)
      .toSorted(),
    lines: lines.map(({ account, amount, currency }) => `${account} ${amount} ${currency}`).toSorted(),
    bonuses: states.flatMap(({ wagering }) => wagering).map(({ amount }) => amount),
    unapplied: states.map(({ unapplied }) => unapplied),
    faults: faults.map(String),
  }
}
