import { captureTransitions, requireTransition } from '@tradefront/rules/deposits/deposit-state-machine'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import { refundAlertAfterTries } from '@tradefront/rules/deposits/inquiry-schedule'
import { alertAfterTries, computeNextSendAtMs, leaseMs } from '@tradefront/rules/time/retry-schedule'

import type { AuditEntry, Operator } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { getViolatedConstraint } from '../../../platform/http/errors.ts'
import { raiseAlert } from '../alerts/alert-store.ts'
import { buildMovementEntry } from '../capture-entry.ts'
import { type Capture, computeNextMovement, type Deposit } from '../deposit.ts'
import { deriveRefundReference } from '../derive-references.ts'
import { type PaymentProviders, requireProvider } from '../payment-provider.ts'
import { createProcessorRounds } from '../processor-rounds.ts'
import {
  changeCapture,
  claimDueRefunds,
  claimRefund,
  type DueRefund,
  keepLateCapture,
  listProcessorsWithDueRefunds,
  scheduleRefundRetry,
} from './refund-store.ts'

export type RefundService = ReturnType<typeof createRefundService>

/** Why money cannot be sent back now. */
export type RefundRefusal =
  | 'deposits.refund_spent'
  | 'deposits.refund_gone'
  | 'deposits.refund_credited'
  | 'deposits.refund_held'
  | 'deposits.refund_ordered'
  | 'deposits.is_refunded'
  | 'deposits.is_reversed'
  | 'deposits.is_taken_back'

type RefundServiceDeps = {
  readonly db: Db
  readonly providers: PaymentProviders
  readonly clock: Clock
  readonly onResultApplied: (reference: string) => Promise<void>
  readonly onError: (error: unknown) => void
  readonly waitScale: number
}

/** Booked only when the processor has confirmed it. */
export function createRefundService(deps: RefundServiceDeps) {
  const { db, clock, onResultApplied, onError, waitScale } = deps
  const computeLeaseEnd = (now: Date) => new Date(now.getTime() + leaseMs * waitScale)

  return {
    /** Takes the money from the user's cash. @param by acts for the user */
    async refundLateSuccess(deposit: Deposit, by?: Operator): Promise<Result<void, RefundRefusal>> {
      const capture = deposit.captures.find(({ status }) => status === 'credited_late')
      const attempt = deposit.attempts.find(({ id }) => id === capture?.attemptId)
      if (capture === undefined || attempt === undefined) return refuse(explainNoRefund(deposit.captures))
      const now = clock.now()
      const nextMovement = computeNextMovement(deposit, capture.attemptId)
      const change = {
        status: requireTransition(captureTransitions, capture.status, 'refund_due'),
        refundReference: deriveRefundReference(attempt.reference, nextMovement),
        nextCheckAt: now,
        isKept: capture.isKept,
        entry: buildMovementEntry({ ...capture, userId: deposit.userId }, 'refund_due', nextMovement, now),
        audit: by === undefined ? null : buildAuditEntry(deposit, capture, by, now),
        alert: null,
      }
      try {
        // Requested twice at once: the other request has moved it.
        return (await changeCapture(db, { ...capture, nextMovement }, change, now))
          ? ok()
          : refuse('deposits.refund_ordered')
      } catch (error) {
        const constraint = getViolatedConstraint(error)
        if (constraint === 'ledger_balances_amount_check') return refuse('deposits.refund_spent')
        // A withdrawal sends it back.
        if (constraint === 'captures_paid_out') return refuse('deposits.refund_ordered')
        throw error
      }
    },

    /** Ends the offer of a refund to the user. Safe to repeat. */
    async keepLateSuccess(deposit: Deposit): Promise<Result<void, RefundRefusal>> {
      const capture = deposit.captures.find(({ status }) => status === 'credited_late')
      if (capture !== undefined && (await keepLateCapture(db, capture, clock.now()))) return ok()
      return refuse(explainNoRefund(deposit.captures))
    },

    rounds: createProcessorRounds({
      listDueProcessors: () => listProcessorsWithDueRefunds(db, clock.now()),
      claimDue: (processor, limit) => {
        const now = clock.now()
        return claimDueRefunds(db, processor, now, computeLeaseEnd(now), limit)
      },
      handle: processDueRefund,
      onError,
    }),

    /** Does nothing if the capture is not being refunded. */
    async processRefundNow({ attemptId, number }: Capture): Promise<void> {
      const now = clock.now()
      const refund = await claimRefund(db, attemptId, number, now, computeLeaseEnd(now))
      if (refund !== null) await processRefund(refund, deps)
    },
  }

  /** A refund that fails counts, and is tried again later. */
  async function processDueRefund(refund: DueRefund): Promise<void> {
    try {
      await processRefund(refund, deps)
    } catch (error) {
      onError(error)
      return scheduleRetry(refund, deps, true)
    }
    await onResultApplied(refund.reference)
  }
}

/** @param hasFailed in the product, not at the processor */
async function scheduleRetry(
  refund: DueRefund,
  { db, clock, waitScale }: RefundServiceDeps,
  hasFailed: boolean,
): Promise<void> {
  const now = clock.now()
  const next = computeNextSendAtMs(refund.inquiryCount, now.getTime(), waitScale)
  const tries = refund.inquiryCount + 1
  await scheduleRefundRetry(db, refund, tries, new Date(next), now)
  const alert = { subject: `attempt:${refund.attemptId}`, detail: { tries } }
  if (hasFailed && tries >= alertAfterTries) await raiseAlert(db, { kind: 'refund.fails', ...alert }, now)
  else if (tries >= refundAlertAfterTries) await raiseAlert(db, { kind: 'refund.unanswered', ...alert }, now)
}

async function processRefund(refund: DueRefund, deps: RefundServiceDeps): Promise<void> {
  const { db, clock } = deps
  const answer = await requireProvider(deps.providers, refund.method).refundCharge(refund)
  const now = clock.now()
  if (answer === null) return scheduleRetry(refund, deps, false)
  const isRefused = answer === 'refused'
  const status = requireTransition(captureTransitions, refund.status, isRefused ? 'suspense' : 'refunded')
  await changeCapture(
    db,
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

/** Returns why these captures cannot be refunded now. */
export function explainNoRefund(captures: readonly Capture[]): RefundRefusal {
  const has = (status: Capture['status']) => captures.some((capture) => capture.status === status)
  if (has('suspense')) return 'deposits.refund_held'
  if (has('refund_due')) return 'deposits.refund_ordered'
  if (has('refunded')) return 'deposits.is_refunded'
  if (has('reversed')) return 'deposits.is_reversed'
  if (has('taken_back')) return 'deposits.is_taken_back'
  return has('credited') ? 'deposits.refund_credited' : 'deposits.refund_gone'
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
