import { type AttemptState, isActiveState } from '@tradefront/rules/deposits/deposit-state-machine'
import { callTimeoutMs } from '@tradefront/rules/deposits/retry-schedule'

import type { Operator } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Attempt, Deposit, DepositWithContext } from '../deposit.ts'
import type { AttemptResult } from '../attempt-result.ts'
import type { OperatorStore } from './operator-store.ts'
import type { ResultApplier } from '../apply-result.ts'
import type { RefundService } from '../refunds/refund-service.ts'
import type { AttemptReconciler } from '../attempt-reconciler.ts'
import type { DepositStore } from '../deposit-store.ts'
import type { SuspenseService } from '../refunds/suspense-service.ts'

export type OperatorService = ReturnType<typeof createOperatorService>

/** A deposit and the one of its attempts that was named. */
export type DepositMatch = { readonly deposit: DepositWithContext; readonly attempt: Attempt | null }

/** What an operator has found out about a payment. Minor units. */
export type ReviewFinding =
  | { readonly kind: 'paid'; readonly amount: number; readonly currency: string }
  | { readonly kind: 'unpaid' }

type OperatorServiceDeps = {
  readonly store: DepositStore
  readonly operatorStore: OperatorStore
  readonly resultApplier: ResultApplier
  readonly reconciler: AttemptReconciler
  readonly refunds: RefundService
  readonly suspense: SuspenseService
  readonly clock: Clock
  readonly waitScale: number
  /** Tells the trader what has changed. */
  readonly onResultApplied: (ourRef: string) => Promise<void>
}

/**
 * What a person may do about payments. Each goes the way that webhooks, inquiries and the trader's own calls go, so it holds
 * the same rows, books the same entries, and is as safe to repeat.
 */
export function createOperatorService(deps: OperatorServiceDeps) {
  const { store, operatorStore, resultApplier, reconciler, refunds, suspense, clock, waitScale } = deps
  const { listReviews, listAttemptEvents, listApprovalRates, listLedgerMovements, listAttemptsByRef } = operatorStore
  const listSuspense = operatorStore.listSuspense

  return {
    listReviews,
    listSuspense,
    listAttemptEvents,
    listApprovalRates,
    listLedgerMovements,
    listAttemptsByRef,

    /** Sends money in suspense back to its card. */
    refundSuspense: suspense.refundSuspense,

    /** What a reference names; `several` when more than one deposit answers to it. */
    async findByReference(ref: string): Promise<DepositMatch | 'none' | 'several'> {
      const rows = await operatorStore.findDepositsByReference(ref)
      const [first] = rows
      if (first === undefined) return 'none'
      if (rows.some(({ depositId }) => depositId !== first.depositId)) return 'several'
      const deposit = await store.findById(first.userId, first.depositId)
      if (deposit === null) return 'none'
      return { deposit, attempt: deposit.attempts.find(({ ourRef }) => ourRef === first.attemptRef) ?? null }
    },

    /**
     * Ends a review by what an operator has found out.
     * @returns `same`: it stands so already; `decided`: it ended otherwise; `captured`: its money is known, so it is about
     * that now; `early`: the server is still finding out
     */
    async resolveReview(
      { deposit }: DepositMatch,
      attempt: Attempt,
      finding: ReviewFinding,
      by: Operator,
    ): Promise<'done' | 'same' | 'decided' | 'captured' | 'early'> {
      const capture = deposit.captures.find(({ attemptId }) => attemptId === attempt.id)
      if (capture !== undefined) {
        const { amount, currency } = capture
        const same = finding.kind === 'paid' && finding.amount === amount && finding.currency === currency
        return same ? 'same' : 'captured'
      }
      if (!isActiveState(attempt.state)) return finding.kind === 'unpaid' ? 'same' : 'decided'
      if (deposit.state !== 'review' && attempt.state !== 'manual_review') return 'early'
      const applied = await resultApplier.applyResult(attempt.ourRef, {
        ...deriveResultFromFinding(finding),
        operatorAction: { by, action: 'deposit.resolve' },
      })
      if (applied?.changed !== true) return 'same'
      await deps.onResultApplied(attempt.ourRef)
      return 'done'
    },

    /**
     * Asks the processor how a charge or its refund stands.
     * @param cancel asks it never to make the charge
     * @returns what it says; null for no answer that can be read; `busy` while the first call is still under way
     */
    async requestInquiry(
      { deposit }: DepositMatch,
      attempt: Attempt,
      cancel: boolean,
      by: Operator,
    ): Promise<{ said: AttemptState | 'busy' | null; refund: boolean }> {
      const now = clock.now()
      const place = findCapturePlace(deposit, attempt)
      if (place === 'refund_due') {
        await refunds.processRefundNow(attempt.id)
        await deps.onResultApplied(attempt.ourRef)
        await recordAudit(deposit, attempt, by)
        return { said: null, refund: true }
      }
      if (attempt.state === 'sent' && now.getTime() < attempt.waitingSinceMs + callTimeoutMs * waitScale)
        return { said: 'busy', refund: false }
      const action = cancel ? 'deposit.cancel' : 'deposit.ask'
      const { said, changed } = await reconciler.reconcileAttempt(attempt.ourRef, cancel, { by, action })
      if (changed) await deps.onResultApplied(attempt.ourRef)
      else await recordAudit(deposit, attempt, by, action)
      return { said, refund: false }
    },

    /**
     * Sends money back that is in suspense, or that came after its deposit had failed.
     * @returns `spent`: the account no longer holds it; `under_way`, `refunded`: it is so already; `none`: nothing was taken;
     * `credited`: the deposit has been given its money, and is not undone here
     */
    async refundCapture(
      { deposit }: DepositMatch,
      attempt: Attempt,
      by: Operator,
    ): Promise<'done' | 'spent' | 'under_way' | 'refunded' | 'none' | 'credited'> {
      const place = findCapturePlace(deposit, attempt)
      switch (place) {
        case undefined:
          return 'none'
        case 'credited':
        case 'refunded':
          return place
        case 'refund_due':
          return 'under_way'
        case 'suspense':
          if ((await suspense.refundSuspense(attempt.id, by)) !== 'done') return 'under_way'
          break
        case 'credited_late': {
          const request = await refunds.requestRefund(deposit, by)
          if (request !== 'requested') return request === 'spent' ? 'spent' : 'under_way'
        }
      }
      await refunds.processRefundNow(attempt.id)
      await deps.onResultApplied(attempt.ourRef)
      return 'done'
    },

    /** Puts money in suspense on the trader's account, without a bonus. */
    async creditSuspense(attempt: Attempt, by: Operator) {
      const result = await suspense.creditSuspense(attempt.id, by)
      if (result === 'done') await deps.onResultApplied(attempt.ourRef)
      return result
    },
  }

  /** An order that changed nothing of an attempt's state is written down all the same. */
  async function recordAudit(deposit: Deposit, attempt: Attempt, by: Operator, action = 'deposit.ask'): Promise<void> {
    const fresh = await store.findByAttemptRef(attempt.ourRef)
    const after = fresh?.attempts.find(({ id }) => id === attempt.id)
    await operatorStore.insertAuditEntry({
      by,
      action,
      subject: `deposit:${deposit.id}`,
      before: toAuditSnapshot(deposit, attempt),
      after: fresh === null || after === undefined ? null : toAuditSnapshot(fresh, after),
      at: clock.now(),
    })
  }
}

function findCapturePlace(deposit: Deposit, attempt: Attempt) {
  return deposit.captures.find(({ attemptId }) => attemptId === attempt.id)?.place
}

function toAuditSnapshot(deposit: Deposit, attempt: Attempt): Record<string, unknown> {
  const money = findCapturePlace(deposit, attempt)
  return {
    deposit: deposit.state,
    processor: attempt.processor,
    attempt: attempt.state,
    ...(money !== undefined && { money }),
  }
}

function deriveResultFromFinding(finding: ReviewFinding): AttemptResult {
  if (finding.kind === 'paid') {
    const { amount, currency } = finding
    return { source: 'operator', state: 'succeeded', money: { amount, currency } }
  }
  return { source: 'operator', state: 'never_happened', errorClass: 'operator', reason: 'cascade_card.failed' }
}
