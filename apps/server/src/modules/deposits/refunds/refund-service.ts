import { captureTransitions, requireTransition } from '@tradefront/rules/deposits/deposit-state-machine'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import { computeNextRefundAtMs, leaseMs } from '@tradefront/rules/deposits/retry-schedule'

import type { AuditEntry, Operator } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import { getViolatedConstraint } from '../../../platform/http/errors.ts'
import { buildMovementEntry } from '../capture-entry.ts'
import { type Capture, computeNextMovement, type Deposit } from '../deposit.ts'
import { type PaymentProviders, requireProvider } from '../payment-provider.ts'
import type { DueRefund, RefundStore } from './refund-store.ts'

export type RefundService = ReturnType<typeof createRefundService>

/** Why money cannot be sent back now. */
export type RefundRefusal =
  | 'cards.refund_spent'
  | 'cards.refund_gone'
  | 'cards.refund_credited'
  | 'cards.refund_held'
  | 'cards.refund_ordered'
  | 'cards.is_refunded'

type RefundServiceDeps = {
  readonly store: RefundStore
  readonly providers: PaymentProviders
  readonly clock: Clock
  readonly newId: () => string
  readonly waitScale: number
}

/** Booked only when the processor has confirmed it. */
export function createRefundService(deps: RefundServiceDeps) {
  const { store, clock, newId, waitScale } = deps
  const computeLeaseEnd = (now: Date) => new Date(now.getTime() + leaseMs * waitScale)

  return {
    /** Takes the money from the user's cash. @param by acts for the user */
    async refundLateSuccess(deposit: Deposit, by?: Operator): Promise<Result<void, RefundRefusal>> {
      const capture = deposit.captures.find(({ status }) => status === 'credited_late')
      if (capture === undefined) return refuse(explainNoRefund(deposit.captures))
      const now = clock.now()
      const nextMovement = computeNextMovement(deposit, capture.attemptId)
      const change = {
        status: requireTransition(captureTransitions, capture.status, 'refund_due'),
        refundReference: newId(),
        nextCheckAt: now,
        entry: buildMovementEntry({ ...capture, userId: deposit.userId }, 'refund_due', nextMovement, now),
        audit: by === undefined ? null : buildAuditEntry(deposit, capture, by, now),
        alert: null,
      }
      try {
        // Requested twice at once: the other request has moved it.
        return (await store.changeCapture({ ...capture, nextMovement }, change, now))
          ? ok()
          : refuse('cards.refund_ordered')
      } catch (error) {
        if (getViolatedConstraint(error) === 'ledger_balances_amount_check') return refuse('cards.refund_spent')
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
    async processRefundNow({ attemptId, number }: Capture): Promise<void> {
      const refund = await store.claimRefund(attemptId, number, computeLeaseEnd(clock.now()))
      if (refund !== null) await processRefund(refund, deps)
    },
  }
}

async function processRefund(refund: DueRefund, deps: RefundServiceDeps): Promise<void> {
  const { store, clock, waitScale } = deps
  const answer = await requireProvider(deps.providers, refund.method).refundCharge(refund)
  const now = clock.now()
  if (answer === null) {
    const next = computeNextRefundAtMs(refund.inquiryCount, now.getTime(), waitScale)
    return store.scheduleRetry(refund, refund.inquiryCount + 1, new Date(next), now)
  }
  const isRefused = answer === 'refused'
  const status = requireTransition(captureTransitions, refund.status, isRefused ? 'suspense' : 'refunded')
  await store.changeCapture(
    refund,
    {
      status,
      reason: isRefused ? 'refund_refused' : null,
      refundReference: isRefused ? null : refund.refundReference,
      nextCheckAt: null,
      entry: buildMovementEntry(refund, status, refund.nextMovement, now),
      audit: null,
      alert: isRefused ? 'deposit.refund_refused' : null,
    },
    now,
  )
}

/** Of captures that cannot be refunded now. */
export function explainNoRefund(captures: readonly Capture[]): RefundRefusal {
  const has = (status: Capture['status']) => captures.some((capture) => capture.status === status)
  if (has('suspense')) return 'cards.refund_held'
  if (has('refund_due')) return 'cards.refund_ordered'
  if (has('refunded')) return 'cards.is_refunded'
  return has('credited') ? 'cards.refund_credited' : 'cards.refund_gone'
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
