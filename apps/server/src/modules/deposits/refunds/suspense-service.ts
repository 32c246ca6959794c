import { isActiveState, transitionAfterSuspense } from '@tradefront/rules/deposits/deposit-state-machine'

import type { AuditEntry, Operator } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type LedgerEntry, buildTransferLines } from '../../ledger/service.ts'
import { type Attempt, type Capture, findCreditedCapture, type Deposit } from '../deposit.ts'
import type { DepositStore } from '../deposit-store.ts'

export type SuspenseService = ReturnType<typeof createSuspenseService>

/** `gone`: not in suspense (any more). `credited`: the deposit has its money already. */
export type SuspenseResult = 'done' | 'gone' | 'credited' | 'other_currency'

type SuspenseServiceDeps = {
  readonly store: Pick<DepositStore, 'updateDeposit'>
  readonly clock: Clock
  readonly newId: () => string
}

/** Money whose amount or currency nobody had asked for: an operator decides where it goes. */
export function createSuspenseService({ store, clock, newId }: SuspenseServiceDeps) {
  return {
    /** Sends it back to its card. The deposit it came for has failed then, unless it has ended otherwise. */
    refundSuspense: (attemptId: number, by?: Operator) => resolveSuspense(attemptId, 'refund_due', by),

    /** Puts what was taken on the trader's account, without a bonus; the trader may still have it sent back. */
    creditSuspense: (attemptId: number, by?: Operator) => resolveSuspense(attemptId, 'credited_late', by),
  }

  async function resolveSuspense(
    attemptId: number,
    place: 'refund_due' | 'credited_late',
    by: Operator | undefined,
  ): Promise<SuspenseResult> {
    const result = await store.updateDeposit({ attemptId }, async (deposit, writes): Promise<SuspenseResult> => {
      const attempt = deposit.attempts.find((each) => each.id === attemptId)
      const capture = deposit.captures.find((each) => each.attemptId === attemptId)
      if (attempt === undefined || capture?.place !== 'suspense') return 'gone'
      if (place === 'credited_late' && findCreditedCapture(deposit) !== null) return 'credited'
      if (place === 'credited_late' && capture.currency !== deposit.currency) return 'other_currency'
      const now = clock.now()
      const hasOtherActiveAttempts = deposit.attempts.some((each) => each.id !== attemptId && isActiveState(each.state))
      const next = transitionAfterSuspense({ attempt: attempt.state, deposit: deposit.state }, hasOtherActiveAttempts)
      await writes.resolveSuspense(
        {
          attemptId,
          attemptState: next.attempt,
          stateBefore: attempt.state,
          depositState: next.deposit,
          ended: next.deposit !== deposit.state,
          place,
          refundRef: place === 'refund_due' ? newId() : null,
          entry: place === 'credited_late' ? buildCreditEntry(deposit, capture, now) : null,
          audit: by === undefined ? null : buildAuditEntry(deposit, attempt, capture, { ...next, place }, by, now),
        },
        now,
      )
      return 'done'
    })
    return result ?? 'gone'
  }
}

function buildCreditEntry(deposit: Deposit, { attemptId, amount, currency }: Capture, at: Date): LedgerEntry {
  const lines = buildTransferLines(
    { account: 'suspense', userId: null },
    { account: 'cash', userId: deposit.userId },
    amount,
    currency,
  )
  return { kind: 'card.suspense_credited', subject: `attempt:${attemptId}`, at, lines }
}

function buildAuditEntry(
  deposit: Deposit,
  attempt: Attempt,
  { amount, currency, processor }: Capture,
  next: { readonly attempt: string; readonly deposit: string; readonly place: string },
  by: Operator,
  at: Date,
): AuditEntry {
  const details = { processor, amount, currency }
  return {
    by,
    action: next.place === 'refund_due' ? 'deposit.refund' : 'deposit.accept',
    subject: `deposit:${deposit.id}`,
    before: { ...details, deposit: deposit.state, attempt: attempt.state, money: 'suspense' },
    after: { ...details, deposit: next.deposit, attempt: next.attempt, money: next.place },
    at,
  }
}
