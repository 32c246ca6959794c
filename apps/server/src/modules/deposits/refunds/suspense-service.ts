import { isActiveState, transitionAfterSuspense } from '@tradefront/rules/deposits/deposit-state-machine'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { AuditEntry, Operator } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import { buildTransferLines, type LedgerEntry } from '../../ledger/service.ts'
import type { DepositStore } from '../deposit-store.ts'
import { type Attempt, type Capture, type Deposit, findCaptureOfAttempt, findCreditedCapture } from '../deposit.ts'

export type SuspenseService = ReturnType<typeof createSuspenseService>

export type SuspenseResult = Result<
  void,
  'cards.suspense_gone' | 'cards.suspense_credited' | 'cards.suspense_other_currency'
>

type Target = 'refund_due' | 'credited_late'

type SuspenseServiceDeps = {
  readonly store: Pick<DepositStore, 'updateDeposit'>
  readonly clock: Clock
  readonly newId: () => string
}

/** For captures whose amount or currency differs from the deposit. */
export function createSuspenseService({ store, clock, newId }: SuspenseServiceDeps) {
  return {
    /** The deposit fails, unless it has ended. */
    refundSuspense: (attemptId: number, by?: Operator) => resolveSuspense(attemptId, 'refund_due', by),

    /** Credits cash without a bonus; still refundable. */
    creditSuspense: (attemptId: number, by?: Operator) => resolveSuspense(attemptId, 'credited_late', by),
  }

  async function resolveSuspense(attemptId: number, target: Target, by: Operator | undefined): Promise<SuspenseResult> {
    const result = await store.updateDeposit({ attemptId }, async (deposit, commands): Promise<SuspenseResult> => {
      const attempt = deposit.attempts.find(({ id }) => id === attemptId)
      const capture = findCaptureOfAttempt(deposit, attemptId)
      if (attempt === undefined || capture?.status !== 'suspense') return refuse('cards.suspense_gone')
      if (target === 'credited_late') {
        if (findCreditedCapture(deposit) !== null) return refuse('cards.suspense_credited')
        if (capture.currency !== deposit.currency) return refuse('cards.suspense_other_currency')
      }
      const now = clock.now()
      const hasOtherActiveAttempts = deposit.attempts.some(({ id, state }) => id !== attemptId && isActiveState(state))
      const next = transitionAfterSuspense({ attempt: attempt.state, deposit: deposit.state }, hasOtherActiveAttempts)
      await commands.resolveSuspense(
        {
          attemptId,
          attemptState: next.attempt,
          stateBefore: attempt.state,
          depositState: next.deposit,
          ended: next.deposit !== deposit.state,
          status: target,
          refundReference: target === 'refund_due' ? newId() : null,
          entry: target === 'credited_late' ? buildCreditEntry(deposit, capture, now) : null,
          audit: by === undefined ? null : buildAuditEntry(deposit, attempt, capture, { ...next, target }, by, now),
        },
        now,
      )
      return ok()
    })
    return result ?? refuse('cards.suspense_gone')
  }
}

function buildCreditEntry(deposit: Deposit, { attemptId, amount, currency }: Capture, at: Date): LedgerEntry {
  const lines = buildTransferLines(
    { account: 'suspense', userId: null },
    { account: 'cash', userId: deposit.userId },
    amount,
    currency,
  )
  return { kind: 'deposit.suspense_credited', subject: `attempt:${attemptId}`, at, lines }
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
    action: next.target === 'refund_due' ? 'deposit.refund' : 'deposit.accept',
    subject: `deposit:${deposit.id}`,
    before: { ...details, deposit: deposit.state, attempt: attempt.state, money: 'suspense' },
    after: { ...details, deposit: next.deposit, attempt: next.attempt, money: next.target },
    at,
  }
}
