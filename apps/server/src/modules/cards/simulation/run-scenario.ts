import type { Processor, ProcessorOperation } from '@tradefront/processors/processor'
import { getProcessor, processors as allProcessors } from '@tradefront/processors/registry'
import { pfsCascade } from '@tradefront/rules/cards/cascade-plan'
import { type ProcessorName, processorNames } from '@tradefront/contract/processor-names'

import { createSimulatedProcessors } from './simulated-processors.ts'
import { createSimulatedBrowser, idempotencyKeys } from './simulated-browser.ts'
import { drawChargeScenario, type ChargeVerdict } from './charge-scenario.ts'
import { createSimulatedGateway, callFailures } from './simulated-gateway.ts'
import {
  findFinalViolations,
  findViolations,
  isFinished,
  type DatabaseState,
  findChangedFinalStates,
} from './check-properties.ts'
import { type Violation, properties } from './properties.ts'
import { createRandom, type Random } from './seeded-random.ts'
import { requireProcessor } from './native-replies.ts'
import { createDeterministicScheduler } from './deterministic-scheduler.ts'
import { dayLimit, createSimulationFixture, type RunDeps } from './simulation-fixture.ts'

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
]
/** In the middle of a UTC day, and shortly before its end. */
const startTimes = [new Date('2026-11-18T10:00:00Z'), new Date('2026-11-18T23:20:00Z')] as const

/** Returns the violated properties. */
export async function runScenario(seed: number, deps: RunDeps) {
  const random = createRandom(seed)
  const runner = createDeterministicScheduler(deps.scheduler, deps.pool)
  const processors = createSimulatedProcessors(random, (slug) =>
    drawChargeScenario(random, requireProcessor(slug).name, possibleVerdicts),
  )
  const violations = new Set<Violation>()
  const recordViolations = (found: readonly Violation[]) => found.forEach((each) => violations.add(each))

  const startedReferences = new Set<string>()
  const onStart = async (reference: string) => {
    if (startedReferences.has(reference)) recordViolations([properties.askedOnce])
    startedReferences.add(reference)
    const rows = await runner.queryDatabase<{ reference: string }>(
      `select a.reference from attempts a where a.is_charging and a.reference <> $1 and a.deposit_id =
        (select deposit_id from attempts where reference = $1)`,
      [reference],
    )
    if (rows.some((earlier) => processors.canStillCharge(earlier.reference)))
      recordViolations([properties.noneWhileUndecided])
  }
  const drawFailure = () => (random.chance(0.6) ? null : random.pick(callFailures))
  const simulatedGateway = createSimulatedGateway({
    processors,
    random,
    drawFailure,
    waitForScheduler: runner.waitForScheduler,
    onStart,
  })
  const isPfsCountry = random.chance(0.08)
  const cascade = drawPlan(random)
  const plan: readonly ProcessorName[] = isPfsCountry ? pfsCascade : cascade
  const country = isPfsCountry ? 'DE' : 'AU'
  const fixture = await createSimulationFixture(deps, runner, simulatedGateway.gateway, {
    at: random.pick(startTimes),
    cascade: cascade.join(','),
    country,
  })
  const { clock, cards, deposits, trader, deliverWebhook, findOpenDepositView } = fixture
  const browser = createSimulatedBrowser({ fixture, processors, plan: plan.map(getProcessor), recordViolations })
  const expectations = { charges: { [Symbol.iterator]: () => processors.charges.values() }, plan, dayLimit }

  /** Late successes: by the trader. Suspense: by an operator. */
  const requestRefunds = async () => {
    for (const { attempt, deposit, status } of (await fixture.readState()).captures) {
      if (status === 'credited_late') await deposits.requestRefund(trader.id, deposit)
      if (status === 'suspense') await deposits.operator.refundSuspense(attempt)
    }
  }

  const drawAction = (): (() => Promise<unknown>) => {
    const kind = random.below(24)
    const key = random.pick([...idempotencyKeys, null])
    const processor = getProcessor(random.pick(processorNames))
    const some = random.below(1000)
    const reference = [...startedReferences][some % Math.max(1, startedReferences.size)]
    if (kind < 10) return () => browser.performNextStep(key)
    if (kind < 11) return () => browser.startAttempt(processor, key)
    if (kind < 12) return () => browser.completeAttempt(random.pick(listProcessorsWith('complete')), key)
    if (kind < 16) {
      const webhook = processors.webhooks[some % Math.max(1, processors.webhooks.length)]
      return async () => webhook && deliverWebhook(webhook)
    }
    if (kind < 19) return () => deposits.processDueWork()
    if (kind < 20) {
      const cancelable = listProcessorsWith('cancel')
      const canceled = cancelable[some % cancelable.length]
      return async () => canceled && cards.cancelAttempt(trader, canceled)
    }
    if (kind < 21)
      return async () => {
        const deposit = await findOpenDepositView()
        if (deposit !== null) await deposits.cancelStep(trader.id, deposit.id, some % 2 === 0 ? 'card' : 'processor')
      }
    if (kind < 22) return requestRefunds
    if (kind < 23) return async () => reference && cards.handleReturn(reference)
    return async () => {
      const deposit = await findOpenDepositView()
      const step = deposit?.step
      if (deposit && step) await browser.pollAttempt(step.transaction_id, deposit.id, getProcessor(step.processor))
    }
  }

  let before = await fixture.readState()
  const checkState = async (): Promise<DatabaseState> => {
    const after = await fixture.readState()
    recordViolations([...findViolations(after, expectations), ...findChangedFinalStates(before, after)])
    before = after
    return after
  }
  const runToEnd = async (work: () => Promise<unknown>) => {
    runner.startOperation(work, Number.POSITIVE_INFINITY)
    await runner.runUntilIdle()
  }

  for (let round = 0; round < rounds; round += 1) {
    clock.advance(random.pick([500, 2_000, 12_000, 30_000, 130_000, 1_000_000]))
    if (random.chance(0.3)) simulatedGateway.deliverDelayedRequest()
    for (const charge of processors.charges.values()) {
      if (random.chance(0.2)) processors.decideCharge(charge)
      if (random.chance(0.1)) processors.visitPage(charge)
    }
    const parallel = 1 + random.below(4)
    for (let each = 0; each < parallel; each += 1) {
      runner.startOperation(drawAction(), random.chance(0.15) ? random.below(12) : Number.POSITIVE_INFINITY)
    }
    await runner.runUntilIdle(random.chance(0.1) ? random.below(12) : undefined)
    await checkState()
  }

  simulatedGateway.stopFailures()
  // Enough rounds for the daily inquiries. Webhooks arrive in reverse order.
  let state = await checkState()
  for (let round = 0; round < 20 && (round < 3 || !isFinished(state)); round += 1) {
    const undelivered = processors.webhooks.filter(({ isDelivered }) => round === 0 || !isDelivered)
    for (const webhook of undelivered.toReversed()) await runToEnd(() => deliverWebhook(webhook))
    clock.advance(round < 6 ? 130_000 : 7_200_000)
    await runToEnd(() => deposits.processDueWork())
    for (const charge of processors.charges.values()) processors.decideCharge(charge)
    if (round === 1 && random.chance(0.4)) await runToEnd(requestRefunds)
    state = await checkState()
  }
  recordViolations(findFinalViolations(state, expectations))
  await runToEnd(browser.repeatCalls)
  await checkState()
  if (runner.unexpectedErrors.length > 0) recordViolations([properties.noFault])
  return { violations: [...violations], log: summarizeState(state), faults: runner.unexpectedErrors.map(String) }
}

function listProcessorsWith(operation: ProcessorOperation): Processor[] {
  return allProcessors.filter(({ calls }) => calls.some((call) => call.operation === operation))
}

/** One to four processors in random order. */
function drawPlan(random: Random): ProcessorName[] {
  const left = [...processorNames]
  return Array.from({ length: 1 + random.below(4) }, () => left.splice(random.below(left.length), 1)).flat()
}

/** The same for the same seed. */
function summarizeState({ deposits, attempts, captures }: DatabaseState): string[] {
  return [
    ...deposits.map((deposit) => `deposit ${deposit.state}`),
    ...attempts.map((attempt) => `${attempt.processor} ${attempt.state}`),
    ...captures.map(({ amount, currency, status }) => `${amount} ${currency} ${status}`).toSorted(),
  ]
}
