import { ok, refuse, type Result } from '@tradefront/rules/result'
import { computeNextRefundAtMs, leaseMs } from '@tradefront/rules/deposits/retry-schedule'

import type { AuditEntry, Operator } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import { getViolatedConstraint } from '../../../platform/http/errors.ts'
import { buildTransferLines } from '../../ledger/service.ts'
import type { Capture, Deposit } from '../deposit.ts'
import { type PaymentProviders, requireProvider } from '../payment-provider.ts'
import type { DueRefund, RefundStore } from './refund-store.ts'

export type RefundService = ReturnType<typeof createRefundService>

type RefundServiceDeps = {
  readonly store: RefundStore
  readonly providers: PaymentProviders
  readonly clock: Clock
  readonly newId: () => string
  readonly waitScale: number
}

const suspense = { account: 'suspense', userId: null }
const entryExists = 'ledger_entries_kind_subject_key'

/** Booked only when the processor has confirmed it. */
export function createRefundService(deps: RefundServiceDeps) {
  const { store, clock, newId, waitScale } = deps
  const computeLeaseEnd = (now: Date) => new Date(now.getTime() + leaseMs * waitScale)

  return {
    /** Takes the money from the user's cash. @param by acts for the user */
    async refundLateSuccess(
      deposit: Deposit,
      by?: Operator,
    ): Promise<Result<void, 'cards.refund_spent' | 'cards.refund_gone'>> {
      const capture = deposit.captures.find(({ status }) => status === 'credited_late')
      if (capture === undefined) return refuse('cards.refund_gone')
      const now = clock.now()
      const { attemptId, amount, currency } = capture
      const lines = buildTransferLines({ account: 'cash', userId: deposit.userId }, suspense, amount, currency)
      const entry = { kind: 'deposit.late_returned', subject: `attempt:${attemptId}`, at: now, lines }
      const audit = by === undefined ? null : buildAuditEntry(deposit, capture, by, now)
      try {
        const isDue = await store.markRefundDue(attemptId, newId(), entry, audit, now)
        return isDue ? ok() : refuse('cards.refund_gone')
      } catch (error) {
        const constraint = getViolatedConstraint(error)
        if (constraint === 'ledger_balances_amount_check') return refuse('cards.refund_spent')
        // Requested twice at once.
        if (constraint === entryExists) return refuse('cards.refund_gone')
        throw error
      }
    },

    async processDueRefunds(limit: number): Promise<DueRefund[]> {
      const now = clock.now()
      const due = await store.claimDueRefunds(now, computeLeaseEnd(now), limit)
      await Promise.all(due.map((refund) => processRefund(refund, deps)))
      return due
    },

    /** Does nothing if the capture is not being refunded. */
    async processRefundNow(attemptId: number): Promise<void> {
      const refund = await store.claimRefund(attemptId, computeLeaseEnd(clock.now()))
      if (refund !== null) await processRefund(refund, deps)
    },
  }
}

async function processRefund(refund: DueRefund, deps: RefundServiceDeps): Promise<void> {
  const { store, clock, waitScale } = deps
  const answer = await requireProvider(deps.providers, refund.method).refundCharge(refund)
  const now = clock.now()
  if (answer === 'refused') return store.markRefused(refund.attemptId, now)
  if (answer === null) {
    const next = computeNextRefundAtMs(refund.inquiryCount, now.getTime(), waitScale)
    return store.scheduleRetry(refund.attemptId, refund.inquiryCount + 1, new Date(next), now)
  }
  const clearing = { account: `clearing:${refund.processor}`, userId: null }
  const lines = buildTransferLines(suspense, clearing, refund.amount, refund.currency)
  try {
    const entry = { kind: 'deposit.refunded', subject: `attempt:${refund.attemptId}`, at: now, lines }
    await store.markRefunded(refund, entry, now)
  } catch (error) {
    // Another server has done it.
    if (getViolatedConstraint(error) !== entryExists) throw error
  }
}

function buildAuditEntry(deposit: Deposit, capture: Capture, by: Operator, at: Date): AuditEntry {
  const { processor, amount, currency } = capture
  const details = { processor, amount, currency }
  return {
    by,
    action: 'deposit.refund',
    subject: `deposit:${deposit.id}`,
    before: { ...details, money: 'credited_late' },
    after: { ...details, money: 'refund_due' },
    at,
  }
}
