import { isClaimCode } from '@tradefront/rules/deposits/claims'
import { isActiveState, type Transition } from '@tradefront/rules/deposits/deposit-state-machine'
import { computeNextInquiryAtMs } from '@tradefront/rules/deposits/inquiry-schedule'

import type { AppContext } from '../../context.ts'
import type { AlertKind } from '../alerts/service.ts'
import type { AttemptResult } from './attempt-result.ts'
import { buildChargeEntry } from './capture-entry.ts'
import { deriveRefundReference } from './derive-references.ts'
import { type Attempt, type Capture, computeNextMovement, type Deposit, listCapturesOfAttempt } from './deposit.ts'
import { computeLateInquiryAtMs } from './inquiries-after-decline.ts'
import { isContested, isKnownCharge } from './match-charge.ts'
import type { ResultWrite } from './result-writer.ts'

type Money = { readonly amount: number; readonly currency: string }

/** Builds all rows that a decided result changes or adds. */
export function buildResultWrite(
  { clock, config }: Pick<AppContext, 'clock' | 'config'>,
  deposit: Deposit,
  attempt: Attempt,
  result: AttemptResult,
  next: Transition,
): ResultWrite {
  const now = clock.now()
  const money = result.money ?? { amount: deposit.amount, currency: deposit.currency }
  const isRefundDue = next.captureStatus === 'refund_due'
  const captures = listCapturesOfAttempt(deposit, attempt.id)
  const number = captures.length + 1
  const movement = computeNextMovement(deposit, attempt.id)
  const capturedReference = result.processorReference ?? (number === 1 ? getKnownReference(attempt, result) : null)
  const hasBonus = next.captureStatus === 'credited' && deposit.bonus > 0
  return {
    attempt: buildAttemptChange(attempt, captures, result, next, now, config.waitScale),
    deposit: {
      state: next.deposit,
      reason: determineReason(deposit, result, next),
      reasonText:
        next.deposit === 'failed' && captures.length === 0
          ? (result.reasonText ?? deposit.reasonText)
          : deposit.reasonText,
      ended: next.deposit === 'succeeded' || next.deposit === 'failed',
    },
    event: {
      source: result.source,
      reportedState: result.state,
      stateBefore: attempt.state,
      detail: {
        capture: next.captureStatus,
        error: result.errorClass ?? null,
        deposit: next.deposit,
        ...(result.processorReference != null && { processorReference: result.processorReference }),
        ...(result.money !== undefined && { amount: result.money.amount, currency: result.money.currency }),
      },
    },
    capture:
      next.captureStatus === null
        ? null
        : {
            ...money,
            number,
            movement,
            processor: attempt.processor,
            processorReference: capturedReference,
            status: next.captureStatus,
            reason: next.captureStatus !== 'suspense' ? null : number > 1 ? 'second_charge' : 'amount_differs',
            refundReference: isRefundDue ? deriveRefundReference(attempt.reference, movement) : null,
            nextCheckAt: isRefundDue ? now : null,
          },
    entry:
      next.captureStatus === null ? null : buildChargeEntry(deposit, attempt, next.captureStatus, money, movement, now),
    wagering: hasBonus
      ? {
          userId: deposit.userId,
          source: `deposit:${deposit.id}`,
          depositId: deposit.id,
          currency: deposit.currency,
          bonus: deposit.bonus,
          required: deposit.wageringRequired,
          releaseMax: deposit.releaseMax,
          gift: null,
          at: now,
        }
      : null,
    // A deposit without a bonus has no bonus of a promo code either.
    promo:
      next.captureStatus === 'credited' && !deposit.isFixed
        ? {
            depositId: deposit.id,
            userId: deposit.userId,
            currency: deposit.currency,
            amount: deposit.amount,
            openedAt: new Date(deposit.createdAtMs),
            at: now,
          }
        : null,
    audit: buildAuditEntry(deposit, attempt, result, next, money, now),
    alert: next.raisesAlert ? { kind: deriveAlertKind(attempt, next, number), subject: `attempt:${attempt.id}` } : null,
  }
}

function buildAttemptChange(
  attempt: Attempt,
  captures: readonly Capture[],
  result: AttemptResult,
  next: Transition,
  now: Date,
  waitScale: number,
): ResultWrite['attempt'] {
  const hasChangedState = next.attempt !== attempt.state
  // Waits for the user, for the processor and after the end have separate timers.
  const startsNewWait =
    hasChangedState &&
    (next.attempt === 'requires_action' || attempt.state === 'requires_action' || !isActiveState(next.attempt))
  const inquiryCount = startsNewWait ? 0 : attempt.inquiryCount
  const waitingSinceMs = startsNewWait ? now.getTime() : attempt.waitingSinceMs
  const nextCheckMs = hasChangedState
    ? (computeNextInquiryAtMs(next.attempt, inquiryCount, now.getTime(), waitScale) ??
      computeLateInquiryAtMs(attempt, next.attempt, waitingSinceMs, now.getTime(), waitScale))
    : attempt.nextCheckAtMs
  const isCaptured = captures.length > 0
  // The reference is never overwritten once money is captured under it.
  const processorReference = isCaptured
    ? (attempt.processorReference ?? (isKnownCharge(captures, result) ? (result.processorReference ?? null) : null))
    : (result.processorReference ?? getKnownReference(attempt, result))
  return {
    id: attempt.id,
    state: next.attempt,
    processorReference,
    errorClass: isCaptured || isContested(attempt) ? attempt.errorClass : (result.errorClass ?? attempt.errorClass),
    action: next.attempt === 'requires_action' ? (result.action ?? attempt.action) : null,
    replayedReplies: result.nativeReply === undefined ? {} : { [result.nativeReply.call]: result.nativeReply.reply },
    inquiryCount,
    waitingSince: new Date(waitingSinceMs),
    nextCheckAt: nextCheckMs === null ? null : new Date(nextCheckMs),
  }
}

/**
 * Returns the reference that later results must have. For a contested attempt that an operator finds paid, it is the one that the processor
 * reports next.
 */
function getKnownReference(attempt: Attempt, { source, state }: AttemptResult): string | null {
  return source === 'operator' && state === 'succeeded' && isContested(attempt) ? null : attempt.processorReference
}

function deriveAlertKind({ processor }: Attempt, { captureStatus }: Transition, captureNumber: number): AlertKind {
  // A credit raises an alert only if too much was paid.
  if (captureStatus === 'credited' || captureStatus === 'credited_part') return 'crypto.overpaid'
  if (captureNumber > 1) return 'deposit.second_charge'
  if (captureStatus === 'suspense') return 'deposit.suspense'
  if (captureStatus === 'refund_due') return 'deposit.refund_due'
  return isClaimCode(processor) ? 'claim.reported' : 'deposit.manual_review'
}

/** Returns the text key of why the deposit failed or is in review. */
function determineReason(deposit: Deposit, result: AttemptResult, next: Transition): string | null {
  if (next.deposit === 'succeeded') return null
  if (next.deposit === deposit.state) return deposit.reason
  if (next.deposit === 'review') return 'deposits.review'
  if (next.deposit !== 'failed') return deposit.reason
  // A review has replaced the reason of the request to close.
  if (deposit.isCloseRequested) return deposit.reason === 'deposits.review' ? 'deposits.canceled' : deposit.reason
  // The attempt was not declined, but cancelled, switched off, found unpaid, or a pre-check was the last processor.
  return result.reason ?? (result.state === 'not_charged' ? 'deposits.not_charged' : 'cascade_card.failed')
}

function buildAuditEntry(
  deposit: Deposit,
  attempt: Attempt,
  { operatorAction }: AttemptResult,
  next: Transition,
  money: Money,
  at: Date,
): ResultWrite['audit'] {
  if (operatorAction === undefined) return null
  const { processor } = attempt
  return {
    ...operatorAction,
    subject: `deposit:${deposit.id}`,
    before: { deposit: deposit.state, processor, attempt: attempt.state },
    after: {
      deposit: next.deposit,
      processor,
      attempt: next.attempt,
      ...(next.captureStatus !== null && { money: next.captureStatus, ...money }),
    },
    at,
  }
}
