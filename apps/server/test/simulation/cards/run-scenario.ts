import { getProcessor } from '@tradefront/processors/registry'
import { type ProcessorName, cardProcessorNames } from '@tradefront/contract/processor-names'

import { takenBackReports } from '@tradefront/processors/processor'
import { pfsCascade } from '@tradefront/rules/cards/usual-cascades'

import { createSimulatedProcessors, type SimulatedProcessors } from './simulated-processors.ts'
import { createSimulatedBrowser } from './simulated-browser.ts'
import { drawChargeScenario, type ChargeVerdict } from './charge-scenario.ts'
import { createSimulatedGateway, callFailures, type GatewayRequest } from './simulated-gateway.ts'
import {
  type Expectations,
  findChangedFinalStates,
  findFinalViolations,
  findPromoViolations,
  findViolations,
} from './check-properties.ts'
import { type DatabaseState, hasUnexplainedReviews, isFinished } from './database-state.ts'
import { createCoverage } from './coverage.ts'
import type { ActionDeps } from './action-deps.ts'
import { createFirstCodes, decideClaims } from './claim-and-promo-actions.ts'
import { askAboutTakenBack, drawAction, requestRefunds, resolveReviews } from './draw-action.ts'
import { listReportedPayments } from './outside-payments.ts'
import { type Violation, properties } from './properties.ts'
import { createRandom, type Random } from '../../fixtures/seeded-random.ts'
import { requireProcessor } from './native-replies.ts'
import { createDeterministicScheduler, databaseFaults } from '../deterministic-scheduler.ts'
import { dayLimit, createSimulationFixture, type RunDeps, type SimulationFixture } from './simulation-fixture.ts'
import { drawTraderPlan, getExpectedAmount, type TraderPlan } from './simulated-trader.ts'

const rounds = 8
const possibleVerdicts: readonly ChargeVerdict[] = [
  'succeeded',
  'succeeded',
  'succeeded',
  'declined_soft',
  'declined_soft',
  'declined_soft',
  'declined_hard',
  'declined_late',
  'declined_late',
  'declined_late',
]
/** Times in the middle of a UTC day, and shortly before its end. */
const startTimes = [new Date('2026-11-18T10:00:00Z'), new Date('2026-11-18T23:20:00Z')] as const
const clockSteps = [500, 2_000, 12_000, 30_000, 130_000, 1_000_000] as const
/** Turns of the event loop that a request takes to be read. */
const httpQuietTurns = 12
const pfsCountry = 'DE'
/** Jumps of the clock while calls are in flight: within a lease, longer than one, and back. */
const clockJumps = [3_000, 20_000, 70_000, 1_200_000, -5_000, -90_000] as const

/** Runs a scenario. Returns the violated properties. */
export async function runScenario(seed: number, deps: RunDeps) {
  const random = createRandom(seed)
  const coverage = createCoverage()
  // This uses a generator of its own, so that the scenario has the same course with and without HTTP.
  const withHttp = createRandom(seed + 0x4177).chance(0.2)
  coverage.count(withHttp ? 'run: through HTTP' : 'run: without HTTP')
  // Webhooks can be forged by who has their secret, where they are not believed.
  const forgesWebhooks = createRandom(seed + 0xf04e).chance(0.3)
  const isFaulty = { database: random.chance(0.25), clock: random.chance(0.35) }
  const state = { isCalm: false }
  let moveClock = () => {}
  const runner = createDeterministicScheduler({
    pool: deps.pool,
    random: createRandom(seed + 0xc10c),
    onStep: () => moveClock(),
    quietTurns: withHttp ? httpQuietTurns : undefined,
    drawDatabaseFault: () => {
      if (state.isCalm || !isFaulty.database || !random.chance(0.03)) return null
      const fault = random.pick(databaseFaults)
      coverage.count(`database: ${fault}`)
      return fault
    },
  })
  const processors = createSimulatedProcessors({
    random,
    drawScenario: (slug) => drawChargeScenario(random, requireProcessor(slug).name, possibleVerdicts),
    reusesEventIds: true,
    coverage,
  })
  const violations = new Set<Violation>()
  const recordViolations = (found: readonly Violation[]) => {
    for (const each of found) violations.add(each)
  }

  /** Ids of attempts by their references. */
  const startedAttempts = new Map<string, number | null>()
  const onStart = async (body: GatewayRequest['body']) => {
    const rows = await runner.queryDatabase<StartedDeposit>(startedDepositQuery, [body.ref])
    const id = rows[0]?.attempt_id ?? null
    // An attempt whose commit was lost starts again, under the same reference.
    const isLost = startedAttempts.get(body.ref) !== id && runner.hasLost(body.ref)
    if (startedAttempts.has(body.ref) && !isLost) recordViolations([properties.askedOnce])
    startedAttempts.set(body.ref, id)
    if (rows.some((row) => row.earlier.some((reference) => processors.canStillCharge(reference))))
      recordViolations([properties.noneWhileUndecided])
    coverage.markAtStake(properties.askedAsFrozen)
    if (!rows.every((row) => isAskedAsFrozen(row, body))) recordViolations([properties.askedAsFrozen])
  }
  const isAskedAsFrozen = (row: StartedDeposit, { amount, currency, card, user_id }: GatewayRequest['body']) => {
    const trader = fixture.traders.find(({ id }) => id === Number(row.user_id))
    return (
      trader?.id === Number(user_id) &&
      amount === getExpectedAmount(trader, row.idempotency_key) &&
      currency === trader.currency &&
      (card?.number.slice(-4) ?? null) === row.instrument_hint
    )
  }
  const simulatedGateway = createSimulatedGateway({
    processors,
    random,
    coverage,
    drawFailure: () => (random.chance(0.6) ? null : random.pick(callFailures)),
    waitForScheduler: runner.waitForScheduler,
    onStart,
  })
  const fixture = await createSimulationFixture(deps, runner, simulatedGateway.gateway, {
    at: random.pick(startTimes),
    plans: [
      drawPlan(random),
      ...(random.chance(0.5) ? [drawPlan(random)] : []),
      ...(random.chance(0.15) ? [drawPlan(random)] : []),
    ],
    clockOffsetsMs: random.chance(0.5) ? [0] : [0, random.pick([0, 0, 2_000, -50_000])],
    withHttp,
    asksProcessors: forgesWebhooks,
  })
  const { clock, servers, traders, settings } = fixture
  moveClock = () => {
    if (state.isCalm || !isFaulty.clock || !random.chance(0.02)) return
    const jump = random.pick(clockJumps)
    coverage.count(jump > 0 ? 'clock: moves during a call' : 'clock: moves back')
    clock.advance(jump)
  }
  const tradersWithBrowsers = traders.map((trader) => ({
    trader,
    browser: createSimulatedBrowser({
      trader,
      processors,
      plan: listPlan(trader).map(getProcessor),
      recordViolations,
      hasLost: runner.hasLost,
      markAtStake: coverage.markAtStake,
    }),
  }))
  let highestDayLimit = dayLimit
  /** References of charges whose attempt was lost with its commit, which were raised to the operator. */
  let raisedReferences: readonly string[] = []
  const expectations = traders.map((trader) => (databaseState: DatabaseState): Expectations => ({
    charges: [
      ...[...processors.charges.values()].filter(
        ({ traderId, reference }) => traderId === trader.id && !raisedReferences.includes(reference),
      ),
      ...listReportedPayments(trader, databaseState),
    ],
    plan: listPlan(trader),
    currency: trader.currency,
    dayLimit: highestDayLimit,
    markAtStake: coverage.markAtStake,
  }))
  const promoCodes = random.chance(0.5) ? await createFirstCodes(random, servers[0]) : null
  const actionDeps: ActionDeps = {
    random,
    promoCodes,
    coverage,
    fixture,
    traders: tradersWithBrowsers,
    processors,
    startedAttempts,
    forgesWebhooks,
    recordViolations,
  }

  if (promoCodes !== null) {
    // These traders come with a code, often with the same one.
    const shared = random.chance(0.5) ? promoCodes.slice(0, 1) : promoCodes
    for (const { trader } of tradersWithBrowsers) {
      const { code } = random.pick(shared)
      runner.startOperation(() => random.pick(servers).calls.redeemCode(trader, code))
    }
    await runner.runUntilIdle()
  }
  let before = await fixture.readStates()
  const checkStates = async (find: typeof findViolations = findViolations): Promise<DatabaseState[]> => {
    const after = await fixture.readStates()
    for (const [index, each] of after.entries()) {
      const expected = expectations[index]?.(each)
      if (expected !== undefined) recordViolations(find(each, expected))
      recordViolations(findChangedFinalStates(before[index] ?? each, each))
    }
    recordViolations(findPromoViolations(after, promoCodes ?? [], coverage.markAtStake))
    before = after
    return after
  }
  const runToEnd = async (work: () => Promise<unknown>) => {
    runner.startOperation(work)
    await runner.runUntilIdle()
  }
  const drawCrash = (): number => {
    if (!random.chance(0.15)) return Number.POSITIVE_INFINITY
    coverage.count('crash: one request')
    return random.below(16)
  }

  for (let round = 0; round < rounds; round += 1) {
    clock.advance(random.pick(clockSteps))
    if (random.chance(0.3) && simulatedGateway.deliverDelayedRequest()) coverage.count('call: arrives late')
    if (random.chance(0.15)) changeSettings(random, settings, coverage.count)
    highestDayLimit = Math.max(highestDayLimit, settings.card_day_limit)
    for (const charge of processors.charges.values()) {
      if (random.chance(0.2)) processors.decideCharge(charge)
      if (random.chance(0.1)) processors.visitPage(charge)
      if (random.chance(0.1)) processors.takeBack(charge, random.pick(takenBackReports))
    }
    const parallel = 1 + random.below(4) + traders.length - 1
    for (let each = 0; each < parallel; each += 1) {
      const server = random.pick(servers)
      const action = drawAction(actionDeps, server)
      runner.startOperation(action, { server: server.process, crashAt: drawCrash() })
    }
    const dies = random.chance(0.1)
    if (dies) coverage.count('crash: server')
    await runner.runUntilIdle(dies ? random.below(20) : undefined, random.pick(servers).process)
    await checkStates()
  }

  state.isCalm = true
  simulatedGateway.stopFailures()
  // There are enough rounds for the daily inquiries. Webhooks arrive in reverse order.
  let states = await checkStates()
  for (const charge of processors.charges.values())
    if (random.chance(0.15)) processors.takeBack(charge, random.pick(takenBackReports))
  const [server] = servers
  const runJobs = (round: number) => {
    clock.advance(round < 6 ? 130_000 : 7_200_000)
    return runToEnd(() => server.runJobs())
  }
  const isLeft = () =>
    !states.every(isFinished) || states.some(hasUnexplainedReviews) || hasUnbookedCharges(states, processors)
  for (let round = 0; round < 20 && (round < 3 || isLeft()); round += 1) {
    const undelivered = processors.webhooks.filter(({ isDelivered }) => round === 0 || !isDelivered)
    if (round === 2 && random.chance(0.7)) {
      // The trader clicks twice.
      const captured = states
      for (const each of [server, servers.at(-1) ?? server])
        runner.startOperation(() => requestRefunds(captured, actionDeps, each))
      await runner.runUntilIdle()
    }
    // Sometimes inquiries are faster, which decides several attempts at once.
    if (random.chance(0.5)) await runJobs(round)
    for (const webhook of undelivered.toReversed()) await runToEnd(() => server.deliverWebhook(webhook))
    await runJobs(round)
    for (const charge of processors.charges.values()) processors.decideCharge(charge)
    // The rest is for an operator, who compares it with the processor's statement.
    if (round === 1) await runToEnd(() => askAboutTakenBack(actionDeps, server))
    if (round === 1) for (const { browser } of tradersWithBrowsers) await runToEnd(() => browser.repeatClaims(server))
    if (round >= 2) await runToEnd(() => decideClaims(actionDeps, server))
    if (round >= 8) await runToEnd(() => resolveReviews(actionDeps, server))
    states = await checkStates()
  }
  const raised = await runner.queryDatabase<{ reference: string }>(raisedReferencesQuery, [
    [...processors.charges.keys()],
  ])
  raisedReferences = raised.map(({ reference }) => reference)
  if (raised.length > 0) coverage.count('operator: gets an alert of an unknown reference')
  await checkStates(findFinalViolations)
  for (const { browser } of tradersWithBrowsers) await runToEnd(() => browser.pollKnownSteps(server))
  for (const { browser } of tradersWithBrowsers) await runToEnd(() => browser.repeatCalls(server))
  for (const { browser } of tradersWithBrowsers) await runToEnd(() => browser.repeatClaims(server))
  await checkStates()
  coverage.markAtStake(properties.finalStays)
  coverage.markAtStake(properties.noFault)
  if (runner.unexpectedErrors.length > 0) recordViolations([properties.noFault])
  return { violations: [...violations], log: states.flatMap(summarizeState), faults: runner.unexpectedErrors, coverage }
}

const raisedReferencesQuery = `
  select r.reference from unnest($1::text[]) r(reference)
    join alerts a on a.kind = 'webhook.unknown_reference' and a.subject = 'reference:' || r.reference
   where a.resolved_at is null`

type StartedDeposit = {
  readonly attempt_id: number
  readonly user_id: number | string
  readonly idempotency_key: string | null
  readonly instrument_hint: string | null
  /** References of other charging attempts of the deposit. */
  readonly earlier: readonly string[]
}

const startedDepositQuery = `
  select a.id as attempt_id, d.user_id, d.idempotency_key, d.instrument_hint,
         array(select e.reference::text from attempts e
                where e.deposit_id = d.id and e.is_charging and e.reference <> a.reference) as earlier
    from attempts a join deposits d on d.id = a.deposit_id where a.reference = $1::uuid`

/** Draws one to four processors in random order. */
function drawPlan(random: Random): TraderPlan {
  const left = [...cardProcessorNames]
  const cascade = Array.from({ length: 1 + random.below(4) }, () => left.splice(random.below(left.length), 1)).flat()
  return drawTraderPlan(random, cascade, random.chance(0.08) ? pfsCountry : 'AU')
}

function listPlan({ country, cascade }: TraderPlan): readonly ProcessorName[] {
  return country === pfsCountry ? pfsCascade : cascade
}

function changeSettings(random: Random, settings: SimulationFixture['settings'], count: (kind: string) => void): void {
  switch (random.below(3)) {
    case 0:
      count('setting: day limit')
      settings.card_day_limit = random.pick([1, dayLimit, dayLimit + 1])
      break
    case 1:
      count('setting: fail limit')
      settings.fail_limit = random.pick([1, 2, 5])
      break
    default:
      count('setting: switched-off processors')
      settings.processors_off = random.chance(0.5)
        ? []
        : [random.pick(cardProcessorNames), random.pick(cardProcessorNames)]
  }
}

/** Returns whether a charge is not booked, e.g. because the webhook of a late success had the id of an earlier event. */
function hasUnbookedCharges(states: readonly DatabaseState[], { charges }: SimulatedProcessors): boolean {
  const booked = new Set(states.flatMap(({ captures }) => captures.map(({ reference }) => reference)))
  const known = new Set(states.flatMap(({ attempts }) => attempts.map(({ reference }) => reference)))
  return [...charges.values()].some(
    ({ state, reference, takenBackAs }) =>
      state === 'succeeded' && takenBackAs === null && known.has(reference) && !booked.has(reference),
  )
}

/** Summarizes a state, so that it is the same for the same seed. */
function summarizeState({ deposits, attempts, captures }: DatabaseState): string[] {
  return [
    ...deposits.map((deposit) => `deposit ${deposit.state}`).toSorted(),
    ...attempts.map((attempt) => `${attempt.processor} ${attempt.state}`),
    ...captures.map(({ amount, currency, status }) => `${amount} ${currency} ${status}`).toSorted(),
  ]
}
