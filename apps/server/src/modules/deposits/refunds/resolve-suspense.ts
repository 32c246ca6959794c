import type { TakenBackReport } from '@tradefront/processors/processor'
import {
  captureTransitions,
  isActiveState,
  requireTransition,
  transitionAfterSuspense,
} from '@tradefront/rules/deposits/deposit-state-machine'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { AppContext } from '../../../context.ts'
import type { AuditEntry, Operator } from '../../../platform/audit.ts'
import type { AttemptResult } from '../attempt-result.ts'
import { buildMovementEntry } from '../capture-entry.ts'
import { updateSuspense } from '../deposit-writes.ts'
import { updateDeposit } from '../update-deposit.ts'
import { deriveRefundReference } from '../derive-references.ts'
import {
  type Attempt,
  type Capture,
  type CaptureKey,
  computeNextMovement,
  findCapture,
  type Deposit,
  findCreditedCapture,
} from '../deposit.ts'

export type SuspenseResult = Result<
  void,
  'deposits.suspense_gone' | 'deposits.suspense_credited' | 'deposits.suspense_other_currency'
>

type Target = 'refund_due' | 'credited_late' | 'reversed' | 'taken_back'

// Money in suspense has another amount or currency than the deposit, or is of a second charge or a refused refund.

/** Sends the money back. The deposit fails, unless it has ended. */
export function refundSuspense(context: AppContext, capture: CaptureKey, by?: Operator) {
  return resolveSuspense(context, capture, 'refund_due', by)
}

/** Removes money that the processor has not taken. */
export function reverseSuspense(context: AppContext, capture: CaptureKey, by: Operator) {
  return resolveSuspense(context, capture, 'reversed', by)
}

/** Removes money that the processor has taken and given back without a request. */
export function takeBackSuspense(
  context: AppContext,
  capture: CaptureKey,
  { source, report, by }: { source: AttemptResult['source']; report: TakenBackReport; by: Operator | undefined },
) {
  return resolveSuspense(context, capture, 'taken_back', by, source, report)
}

/** Credits the money to cash without a bonus; it can still be refunded. */
export function creditSuspense(context: AppContext, capture: CaptureKey, by?: Operator) {
  return resolveSuspense(context, capture, 'credited_late', by)
}

async function resolveSuspense(
  context: AppContext,
  { attemptId, number }: CaptureKey,
  target: Target,
  by: Operator | undefined,
  source: AttemptResult['source'] = 'operator',
  report: TakenBackReport | null = null,
): Promise<SuspenseResult> {
  const result = await updateDeposit(context, { attemptId }, async (deposit): Promise<SuspenseResult> => {
    const attempt = deposit.attempts.find(({ id }) => id === attemptId)
    const capture = findCapture(deposit, { attemptId, number })
    if (attempt === undefined || capture?.status !== 'suspense') return refuse('deposits.suspense_gone')
    if (target === 'credited_late') {
      if (findCreditedCapture(deposit) !== null) return refuse('deposits.suspense_credited')
      if (capture.currency !== deposit.currency) return refuse('deposits.suspense_other_currency')
    }
    const now = context.clock.now()
    const hasOtherActiveAttempts = deposit.attempts.some(({ id, state }) => id !== attemptId && isActiveState(state))
    const next = transitionAfterSuspense(
      { attempt: attempt.state, deposit: deposit.state },
      hasOtherActiveAttempts,
      target === 'reversed',
    )
    const nextMovement = computeNextMovement(deposit, attemptId)
    await updateSuspense(
      context.db,
      deposit,
      {
        capture,
        nextMovement,
        attemptState: next.attempt,
        stateBefore: attempt.state,
        depositState: next.deposit,
        ended: next.deposit !== deposit.state,
        source,
        reason: target === 'reversed' || target === 'taken_back' ? 'deposits.not_charged' : 'deposits.other_amount',
        status: requireTransition(captureTransitions, capture.status, target),
        refundReference: target === 'refund_due' ? deriveRefundReference(attempt.reference, nextMovement) : null,
        entry: buildMovementEntry({ ...capture, userId: deposit.userId }, target, nextMovement, now),
        captureReason: report,
        alert: target === 'taken_back' ? 'deposit.taken_back' : null,
        audit: by === undefined ? null : buildAuditEntry(deposit, attempt, capture, { ...next, target }, by, now),
      },
      now,
    )
    return ok()
  })
  return result ?? refuse('deposits.suspense_gone')
}
const auditActions: Record<Target, string> = {
  refund_due: 'deposit.refund',
  credited_late: 'deposit.accept',
  reversed: 'deposit.reverse',
  taken_back: 'deposit.ask',
}

function buildAuditEntry(
  deposit: Deposit,
  attempt: Attempt,
  { amount, currency, processor }: Capture,
  next: { readonly attempt: string; readonly deposit: string; readonly target: Target },
  by: Operator,
  at: Date,
): AuditEntry {
  const details = { processor, amount, currency }
  return {
    by,
    action: auditActions[next.target],
    subject: `deposit:${deposit.id}`,
    before: { ...details, deposit: deposit.state, attempt: attempt.state, money: 'suspense' },
    after: { ...details, deposit: next.deposit, attempt: next.attempt, money: next.target },
    at,
  }
}
