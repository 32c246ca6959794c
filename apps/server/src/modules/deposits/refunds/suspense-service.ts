import {
  captureTransitions,
  isActiveState,
  requireTransition,
  transitionAfterSuspense,
} from '@tradefront/rules/deposits/deposit-state-machine'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { AuditEntry, Operator } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { AttemptResult } from '../attempt-result.ts'
import { buildMovementEntry } from '../capture-entry.ts'
import type { DepositBatches } from '../deposit-store.ts'
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

export type SuspenseService = ReturnType<typeof createSuspenseService>

export type SuspenseResult = Result<
  void,
  'deposits.suspense_gone' | 'deposits.suspense_credited' | 'deposits.suspense_other_currency'
>

type Target = 'refund_due' | 'credited_late' | 'reversed' | 'taken_back'

type SuspenseServiceDeps = {
  readonly batches: Pick<DepositBatches, 'updateDeposit'>
  readonly clock: Clock
}

/** Decides about money in suspense: another amount or currency than the deposit's, second charges, refused refunds. */
export function createSuspenseService({ batches, clock }: SuspenseServiceDeps) {
  return {
    /** The deposit fails, unless it has ended. */
    refundSuspense: (capture: CaptureKey, by?: Operator) => resolveSuspense(capture, 'refund_due', by),

    /** The processor has not taken the money. */
    reverseSuspense: (capture: CaptureKey, by: Operator) => resolveSuspense(capture, 'reversed', by),

    /** The processor has taken the money and given it back without a request. */
    takeBackSuspense: (capture: CaptureKey, source: AttemptResult['source'], by?: Operator) =>
      resolveSuspense(capture, 'taken_back', by, source),

    /** Credits cash without a bonus; still refundable. */
    creditSuspense: (capture: CaptureKey, by?: Operator) => resolveSuspense(capture, 'credited_late', by),
  }

  async function resolveSuspense(
    { attemptId, number }: CaptureKey,
    target: Target,
    by: Operator | undefined,
    source: AttemptResult['source'] = 'operator',
  ): Promise<SuspenseResult> {
    const result = await batches.updateDeposit({ attemptId }, async (deposit, commands): Promise<SuspenseResult> => {
      const attempt = deposit.attempts.find(({ id }) => id === attemptId)
      const capture = findCapture(deposit, { attemptId, number })
      if (attempt === undefined || capture?.status !== 'suspense') return refuse('deposits.suspense_gone')
      if (target === 'credited_late') {
        if (findCreditedCapture(deposit) !== null) return refuse('deposits.suspense_credited')
        if (capture.currency !== deposit.currency) return refuse('deposits.suspense_other_currency')
      }
      const now = clock.now()
      const hasOtherActiveAttempts = deposit.attempts.some(({ id, state }) => id !== attemptId && isActiveState(state))
      const next = transitionAfterSuspense(
        { attempt: attempt.state, deposit: deposit.state },
        hasOtherActiveAttempts,
        target === 'reversed',
      )
      const nextMovement = computeNextMovement(deposit, attemptId)
      await commands.resolveSuspense(
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
          alert: target === 'taken_back' ? 'deposit.taken_back' : null,
          audit: by === undefined ? null : buildAuditEntry(deposit, attempt, capture, { ...next, target }, by, now),
        },
        now,
      )
      return ok()
    })
    return result ?? refuse('deposits.suspense_gone')
  }
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
