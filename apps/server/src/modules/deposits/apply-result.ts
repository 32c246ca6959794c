import { isDeepStrictEqual } from 'node:util'

import type { TakenBackReport } from '@tradefront/processors/processor'
import {
  captureTransitions,
  isActiveState,
  type Transition,
  transition,
} from '@tradefront/rules/deposits/deposit-state-machine'

import type { AppContext } from '../../context.ts'
import { type NewAlert, raiseAlert } from '../alerts/service.ts'
import type { AttemptResult } from './attempt-result.ts'
import { buildResultWrite } from './build-result-write.ts'
import { updateDeposit } from './update-deposit.ts'
import {
  type Attempt,
  type Capture,
  type Deposit,
  findAttempt,
  findCreditedCapture,
  listCapturesOfAttempt,
  listRemainingProcessors,
} from './deposit.ts'
import { isAboutOtherCharge, isKnownCharge, otherReferenceError } from './match-charge.ts'
import { takeBackSuspense } from './refunds/resolve-suspense.ts'
import { takeBackCredit } from './refunds/undo-credit.ts'
import { writeResult } from './result-writer.ts'

export type AppliedResult = {
  readonly depositId: string
  readonly userId: number
  readonly changed: boolean
  /**
   * Why the result was not applied: another processor reported it, or a processor that never charges reported a charge. Null: it was
   * applied.
   */
  readonly refusal: 'other_processor' | 'precheck_charge' | null
  /** True if money was taken back before its charge is known: the report must be applied again when it is. */
  readonly awaitsCharge: boolean
}

/**
 * Applies a result. All results go through here, those of an attempt one after another. States and money are written in one transaction,
 * after `decideAndWrite` below has decided about the deposit as it is then. Safe to repeat.
 * @param prefetched saves reading the deposit if it has not changed since
 * @returns null for an unknown reference
 */
export function applyResult(
  context: AppContext,
  reference: string,
  reported: AttemptResult,
  prefetched?: Deposit,
): Promise<AppliedResult | null> {
  const apply = () => applyNow(context, reference, reported, prefetched)
  return context.depositBatches.resultQueue.run(reference, apply) ?? apply()
}

async function applyNow(
  context: AppContext,
  reference: string,
  reported: AttemptResult,
  prefetched?: Deposit,
): Promise<AppliedResult | null> {
  const applied = await updateDeposit(
    context,
    { reference },
    (deposit) => decideAndWrite(context, deposit, reference, reported),
    prefetched,
  )
  if (applied === null) return null
  const { takenBack, ...result } = applied
  if (takenBack === null) return result
  // This is false if the capture has changed since it was read, e.g. by a refund of the trader: the report is judged again.
  return (await takeBack(context, takenBack, reported))
    ? { ...result, changed: true }
    : applyNow(context, reference, reported)
}

async function decideAndWrite(
  context: AppContext,
  deposit: Deposit,
  reference: string,
  reported: AttemptResult,
): Promise<AppliedResult & { readonly takenBack: TakenBackCapture | null }> {
  const { id: depositId, userId } = deposit
  const unchanged = { depositId, userId, changed: false, refusal: null, awaitsCharge: false, takenBack: null }
  const attempt = findAttempt(deposit, reference)
  if (attempt === undefined) return unchanged
  if (reported.reportedBy !== undefined && reported.reportedBy !== attempt.processor)
    return { ...unchanged, refusal: 'other_processor' as const }
  if (!attempt.isCharging && reported.state === 'succeeded') {
    await raiseAlert(context.db, buildPrecheckAlert(attempt.processor, reference), context.clock.now())
    return { ...unchanged, refusal: 'precheck_charge' as const }
  }
  const { takenBackAs } = reported
  if (takenBackAs !== undefined) {
    const captures = listCapturesOfAttempt(deposit, attempt.id).filter((each) => isKnownCharge([each], reported))
    if (captures.some(({ status }) => isTakenBackAlready(status, takenBackAs))) return unchanged
    const capture = captures.find(({ status }) => captureTransitions[status].includes('taken_back'))
    if (capture !== undefined) return { ...unchanged, takenBack: { deposit, capture } }
  }
  const { result, doubt, awaitsCharge } = judgeReport(deposit, attempt, reported)
  if (awaitsCharge && attempt.state === 'manual_review') return { ...unchanged, awaitsCharge }
  const next = computeTransition(deposit, attempt, result)
  const changed =
    next.attempt !== attempt.state ||
    next.deposit !== deposit.state ||
    next.captureStatus !== null ||
    result.nativeReply !== undefined ||
    isNewAction(attempt, next, result)
  if (!changed && doubt === null && !isNewsAboutCapturedMoney(deposit, attempt, result)) return unchanged
  const built = buildResultWrite(context, deposit, attempt, result, next)
  await writeResult(context, deposit, {
    ...built,
    ...(doubt !== null && { alert: { kind: doubt, subject: `attempt:${attempt.id}` } }),
    event: { ...built.event, reportedState: takenBackAs ?? built.event.reportedState },
    audit: changed ? built.audit : null,
  })
  return { ...unchanged, changed, awaitsCharge }
}

/** What a report means for an attempt: the result to apply, and the alert if an operator must look at it. */
type Judgement = {
  readonly result: AttemptResult
  readonly doubt: 'attempt.other_reference' | 'deposit.unexplained_return' | null
  readonly awaitsCharge: boolean
}

/** Judges a report that takes back no money that we know of. */
function judgeReport(deposit: Deposit, attempt: Attempt, reported: AttemptResult): Judgement {
  const isActive = isActiveState(attempt.state)
  if (reported.takenBackAs !== undefined)
    return {
      result: { ...reported, state: 'manual_review' },
      doubt: 'deposit.unexplained_return',
      awaitsCharge: isActive,
    }
  if (isActive && isAboutOtherCharge(deposit, attempt, reported))
    return {
      result: { source: reported.source, state: 'in_doubt', errorClass: otherReferenceError },
      doubt: 'attempt.other_reference',
      awaitsCharge: false,
    }
  return { result: reported, doubt: null, awaitsCharge: false }
}

type TakenBackCapture = { readonly deposit: Deposit; readonly capture: Capture }

/** Books captured money that the processor took back. False if the capture has changed since it was read. */
async function takeBack(
  context: AppContext,
  { deposit, capture }: TakenBackCapture,
  { source, takenBackAs, operatorAction }: AttemptResult,
): Promise<boolean> {
  if (takenBackAs === undefined) return false
  const result =
    capture.status === 'suspense'
      ? await takeBackSuspense(context, capture, { source, report: takenBackAs, by: operatorAction?.by })
      : await takeBackCredit(context, deposit, capture, takenBackAs, operatorAction)
  return result.ok
}

/** Builds the alert for a charge that a pre-check reports. It takes no money, so the report is a forgery or a fault. */
export function buildPrecheckAlert(processor: string, ref: string): NewAlert {
  return { kind: 'attempt.precheck_charge', subject: `processor:${processor}`, detail: { ref } }
}

/** Returns whether the report is repeated, or about the refund that we asked for. */
function isTakenBackAlready(status: Capture['status'], report: TakenBackReport): boolean {
  return status === 'taken_back' || (report === 'refunded' && (status === 'refund_due' || status === 'refunded'))
}

function computeTransition(deposit: Deposit, attempt: Attempt, result: AttemptResult): Transition {
  const { state, money } = result
  const captures = listCapturesOfAttempt(deposit, attempt.id)
  return transition(
    {
      attempt: attempt.state,
      deposit: deposit.state,
      isCaptured: captures.length > 0,
      // A charge of another processor is not credited instead of money that was taken back.
      isCredited:
        findCreditedCapture(deposit) !== null || deposit.captures.some(({ status }) => status === 'taken_back'),
      hasRemainingProcessors: listRemainingProcessors(deposit).length > 0,
      isCloseRequested: deposit.isCloseRequested,
    },
    {
      state,
      amountMatches:
        money?.amount === deposit.amount &&
        money.currency === deposit.currency &&
        !isAboutOtherCharge(deposit, attempt, result),
      isKnownCharge: isKnownCharge(captures, result),
    },
  )
}

/**
 * Returns whether the result is kept as an event, even if it changes nothing. A confirmation that is repeated word for word is not news.
 */
function isNewsAboutCapturedMoney(deposit: Deposit, attempt: Attempt, result: AttemptResult): boolean {
  const captures = listCapturesOfAttempt(deposit, attempt.id)
  const { state, processorReference = null } = result
  const isRepeated = captures.some((capture) => capture.processorReference === processorReference)
  return captures.length > 0 && !(state === 'succeeded' && isRepeated && isKnownCharge(captures, result))
}

function isNewAction(attempt: Attempt, next: Transition, { state, action }: AttemptResult): boolean {
  if (next.attempt !== 'requires_action' || state !== 'requires_action' || action === undefined) return false
  return !isDeepStrictEqual(action, attempt.action)
}
