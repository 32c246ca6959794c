import { isLive, settleSuspense } from '@tradefront/rules/deposits/deposit-state-machine'

import type { AuditEntry, Operator } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import { type LedgerEntry, transfer } from '../../ledger/service.ts'
import { type Attempt, type Capture, creditedCapture, type Deposit } from '../deposit.ts'
import type { DepositStore } from '../deposit-store.ts'

export type Suspense = ReturnType<typeof createSuspense>

/** `gone`: not in suspense (any more). `credited`: the deposit has its money already. */
export type SuspenseDecided = 'done' | 'gone' | 'credited' | 'other_currency'

type SuspenseDeps = {
  readonly store: Pick<DepositStore, 'change'>
  readonly clock: Clock
  readonly newId: () => string
}

/** Money whose amount or currency nobody had asked for: an operator decides where it goes. */
export function createSuspense({ store, clock, newId }: SuspenseDeps) {
  return {
    /** Sends it back to its card. The deposit it came for has failed then, unless it has ended otherwise. */
    giveBack: (attemptId: number, by?: Operator) => decide(attemptId, 'refund_due', by),

    /** Puts what was taken on the trader's account, without a bonus; the trader may still have it sent back. */
    accept: (attemptId: number, by?: Operator) => decide(attemptId, 'credited_late', by),
  }

  async function decide(
    attemptId: number,
    place: 'refund_due' | 'credited_late',
    by: Operator | undefined,
  ): Promise<SuspenseDecided> {
    const decided = await store.change({ attemptId }, async (deposit, writes): Promise<SuspenseDecided> => {
      const attempt = deposit.attempts.find((each) => each.id === attemptId)
      const capture = deposit.captures.find((each) => each.attemptId === attemptId)
      if (attempt === undefined || capture?.place !== 'suspense') return 'gone'
      if (place === 'credited_late' && creditedCapture(deposit) !== null) return 'credited'
      if (place === 'credited_late' && capture.currency !== deposit.currency) return 'other_currency'
      const now = clock.now()
      const othersLive = deposit.attempts.some((each) => each.id !== attemptId && isLive(each.state))
      const next = settleSuspense({ attempt: attempt.state, deposit: deposit.state }, othersLive)
      await writes.decideSuspense(
        {
          attemptId,
          attemptState: next.attempt,
          stateBefore: attempt.state,
          depositState: next.deposit,
          ended: next.deposit !== deposit.state,
          place,
          refundRef: place === 'refund_due' ? newId() : null,
          entry: place === 'credited_late' ? creditOf(deposit, capture, now) : null,
          audit: by === undefined ? null : auditOf(deposit, attempt, capture, { ...next, place }, by, now),
        },
        now,
      )
      return 'done'
    })
    return decided ?? 'gone'
  }
}

function creditOf(deposit: Deposit, { attemptId, amount, currency }: Capture, at: Date): LedgerEntry {
  const lines = transfer(
    { account: 'suspense', userId: null },
    { account: 'cash', userId: deposit.userId },
    amount,
    currency,
  )
  return { kind: 'card.suspense_credited', subject: `attempt:${attemptId}`, at, lines }
}

function auditOf(
  deposit: Deposit,
  attempt: Attempt,
  { amount, currency, processor }: Capture,
  next: { readonly attempt: string; readonly deposit: string; readonly place: string },
  by: Operator,
  at: Date,
): AuditEntry {
  const what = { processor, amount, currency }
  return {
    by,
    action: next.place === 'refund_due' ? 'deposit.refund' : 'deposit.accept',
    subject: `deposit:${deposit.id}`,
    before: { ...what, deposit: deposit.state, attempt: attempt.state, money: 'suspense' },
    after: { ...what, deposit: next.deposit, attempt: next.attempt, money: next.place },
    at,
  }
}
