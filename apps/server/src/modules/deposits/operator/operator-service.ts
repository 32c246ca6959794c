import { isActiveState } from '@tradefront/rules/deposits/deposit-state-machine'
import { computeCallTimeoutMs } from '@tradefront/rules/time/retry-schedule'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import { insertAuditEntry, type Operator } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { ApplyResult } from '../apply-result.ts'
import type { AttemptInquirer, InquiryResult } from '../attempt-inquirer.ts'
import type { AttemptResult } from '../attempt-result.ts'
import type { Claims } from '../claims.ts'
import type { DepositBatches } from '../deposit-store.ts'
import {
  type Attempt,
  type Capture,
  type Deposit,
  type DepositWithContext,
  findAttempt,
  findCapture,
  listCapturesOfAttempt,
} from '../deposit.ts'
import { isContested } from '../match-charge.ts'
import { explainNoRefund, type RefundRefusal, type RefundService } from '../refunds/refund-service.ts'
import type { Reversal, ReversalService } from '../refunds/reversal-service.ts'
import type { SuspenseService } from '../refunds/suspense-service.ts'
import {
  type DepositFilter,
  findDepositsByReference,
  findSameTransaction,
  listApprovalRates,
  listAttemptEvents,
  listClaims,
  listDeposits,
  listReviews,
  listSuspense,
} from './operator-store.ts'
import { type Period, reconcileWithLedger } from '../statements/reconcile-with-ledger.ts'
import type { StatementRow } from '../statements/reconcile-statement.ts'
import { findDepositById } from '../deposit-lookup-store.ts'

export type OperatorService = ReturnType<typeof createOperatorService>

/** `attempt` is null for a deposit's own reference. */
export type DepositMatch = { readonly deposit: DepositWithContext; readonly attempt: Attempt | null }

/** Minor units. */
export type ReviewFinding =
  | {
      readonly kind: 'paid'
      readonly amount: number
      readonly currency: string
      /** The processor's own, if the operator knows it. */
      readonly processorReference?: string | undefined
    }
  | { readonly kind: 'unpaid' }

/** `unchanged`: nothing to do. */
export type ReviewResult = Result<
  'resolved' | 'unchanged',
  'deposits.review_ended' | 'deposits.review_captured' | 'deposits.review_early'
>

export type CaptureRefundResult = Result<void, RefundRefusal>

type OperatorServiceDeps = {
  readonly db: Db
  readonly reports: Db
  readonly batches: DepositBatches
  readonly applyResult: ApplyResult
  readonly inquirer: AttemptInquirer
  readonly refunds: RefundService
  readonly suspense: SuspenseService
  readonly reversals: ReversalService
  readonly clock: Clock
  readonly waitScale: number
  readonly onResultApplied: (reference: string) => Promise<void>
  readonly decideClaim: Claims['decideClaim']
}

/** Each action is safe to repeat. */
export function createOperatorService(deps: OperatorServiceDeps) {
  const { db, reports, suspense } = deps

  return {
    listReviews: (limit: number) => listReviews(reports, limit),
    listDeposits: (filter: DepositFilter, before: string | null, limit: number) =>
      listDeposits(reports, filter, before, limit),
    listClaims: (limit: number) => listClaims(reports, limit),
    findSameTransaction: (depositId: string) => findSameTransaction(reports, depositId),
    listSuspense: (limit: number) => listSuspense(reports, limit),
    listAttemptEvents: (depositId: string) => listAttemptEvents(reports, depositId),
    listApprovalRates: (from: Date, to: Date) => listApprovalRates(reports, from, to),
    reconcile: (statement: readonly StatementRow[], period: Period) => reconcileWithLedger(reports, statement, period),
    decideClaim: deps.decideClaim,

    /** `several`: ambiguous. */
    async findByReference(reference: string): Promise<DepositMatch | 'none' | 'several'> {
      const rows = await findDepositsByReference(reports, reference)
      const [first] = rows
      if (first === undefined) return 'none'
      if (rows.some(({ depositId }) => depositId !== first.depositId)) return 'several'
      const deposit = await findDepositById(db, first.userId, first.depositId)
      if (deposit === null) return 'none'
      const attempt = first.attemptReference === null ? undefined : findAttempt(deposit, first.attemptReference)
      return { deposit, attempt: attempt ?? null }
    },

    resolveReview: (match: DepositMatch, attempt: Attempt, finding: ReviewFinding, by: Operator) =>
      resolveReview(deps, match, attempt, finding, by),

    requestInquiry: (match: DepositMatch, attempt: Attempt, mustCancel: boolean, by: Operator) =>
      requestInquiry(deps, match, attempt, mustCancel, by),

    refundSuspense: suspense.refundSuspense,

    refundCapture: (match: DepositMatch, capture: Capture, by: Operator) => refundCapture(deps, match, capture, by),

    /** Undoes the booking of money that the processor has not taken. Null if none of it was credited. */
    async reverseCapture(
      { deposit }: DepositMatch,
      attempt: Attempt,
      capture: Capture,
      by: Operator,
    ): Promise<Result<Reversal | null, 'deposits.reversal_refused'>> {
      const isSuspense = capture.status === 'suspense'
      const reversed = isSuspense
        ? await suspense.reverseSuspense(capture, by)
        : await deps.reversals.reverseCapture(deposit, capture, by)
      if (!reversed.ok) return refuse('deposits.reversal_refused')
      await deps.onResultApplied(attempt.reference)
      return ok(reversed.value ?? null)
    },

    async creditSuspense(attempt: Attempt, capture: Capture, by: Operator) {
      const result = await suspense.creditSuspense(capture, by)
      if (result.ok) await deps.onResultApplied(attempt.reference)
      return result
    },
  }
}

async function resolveReview(
  { applyResult, onResultApplied }: OperatorServiceDeps,
  { deposit }: DepositMatch,
  attempt: Attempt,
  finding: ReviewFinding,
  by: Operator,
): Promise<ReviewResult> {
  const captures = listCapturesOfAttempt(deposit, attempt.id)
  if (captures.length > 0) {
    const isSame =
      finding.kind === 'paid' &&
      captures.some(({ amount, currency }) => finding.amount === amount && finding.currency === currency)
    return isSame ? ok('unchanged') : refuse('deposits.review_captured')
  }
  if (!isActiveState(attempt.state))
    return finding.kind === 'unpaid' ? ok('unchanged') : refuse('deposits.review_ended')
  if (deposit.state !== 'review' && attempt.state !== 'manual_review' && !isContested(attempt))
    return refuse('deposits.review_early')
  const applied = await applyResult(attempt.reference, {
    ...deriveResultFromFinding(finding),
    operatorAction: { by, action: 'deposit.resolve' },
  })
  if (applied?.changed !== true) return ok('unchanged')
  await onResultApplied(attempt.reference)
  return ok('resolved')
}

/** Asks about a charge, or about its refund if due. @returns `reported`: null without a readable reply; `busy` during the first call */
async function requestInquiry(
  deps: OperatorServiceDeps,
  { deposit }: DepositMatch,
  attempt: Attempt,
  mustCancel: boolean,
  by: Operator,
): Promise<{ reported: InquiryResult['reported'] | 'busy'; isRefund: boolean }> {
  const { inquirer, refunds, onResultApplied, clock, waitScale } = deps
  const dueRefunds = listCapturesOfAttempt(deposit, attempt.id).filter(({ status }) => status === 'refund_due')
  if (dueRefunds.length > 0) {
    for (const capture of dueRefunds) await refunds.processRefundNow(capture)
    await onResultApplied(attempt.reference)
    await recordInquiry(deps, deposit, attempt, by, 'deposit.ask')
    return { reported: null, isRefund: true }
  }
  if (attempt.state === 'sent' && clock.now().getTime() < attempt.waitingSinceMs + computeCallTimeoutMs(waitScale))
    return { reported: 'busy', isRefund: false }
  const action = mustCancel ? 'deposit.cancel' : 'deposit.ask'
  const { reported, changed } = await inquirer.inquireAttempt(attempt.reference, mustCancel, { by, action })
  if (changed) await onResultApplied(attempt.reference)
  else await recordInquiry(deps, deposit, attempt, by, action)
  return { reported, isRefund: false }
}

/** Only suspense and late successes. @returns for any other status, why not */
async function refundCapture(
  { db, refunds, suspense, onResultApplied }: OperatorServiceDeps,
  { deposit }: DepositMatch,
  capture: Capture,
  by: Operator,
): Promise<CaptureRefundResult> {
  const { attemptId, movement, status } = capture
  if (status === 'suspense') await suspense.refundSuspense(capture, by)
  if (status === 'credited_late') {
    const request = await refunds.refundLateSuccess(deposit, by)
    if (!request.ok && request.code === 'deposits.refund_spent') return request
  }
  // Another command may have been faster.
  const fresh = await findDepositById(db, deposit.userId, deposit.id)
  const current = (fresh && findCapture(fresh, capture)) ?? capture
  const isRequested = current.status === 'refund_due' && current.movement !== movement
  if (!isRequested) return refuse(explainNoRefund([current]))
  await refunds.processRefundNow(current)
  const reference = deposit.attempts.find(({ id }) => id === attemptId)?.reference
  if (reference !== undefined) await onResultApplied(reference)
  return ok()
}

/** `applyResult` only records actions that change the attempt. */
async function recordInquiry(
  { db, batches, clock }: OperatorServiceDeps,
  deposit: Deposit,
  attempt: Attempt,
  by: Operator,
  action: string,
): Promise<void> {
  const fresh = await batches.findByAttemptReference(attempt.reference)
  const after = findAttempt(fresh, attempt.reference)
  await insertAuditEntry(db, {
    by,
    action,
    subject: `deposit:${deposit.id}`,
    before: toAuditSnapshot(deposit, attempt),
    after: fresh === null || after === undefined ? null : toAuditSnapshot(fresh, after),
    at: clock.now(),
  })
}

function toAuditSnapshot(deposit: Deposit, attempt: Attempt): Record<string, unknown> {
  const money = listCapturesOfAttempt(deposit, attempt.id).at(-1)?.status
  return {
    deposit: deposit.state,
    processor: attempt.processor,
    attempt: attempt.state,
    ...(money !== undefined && { money }),
  }
}

function deriveResultFromFinding(finding: ReviewFinding): AttemptResult {
  if (finding.kind === 'paid') {
    const { amount, currency, processorReference } = finding
    return {
      source: 'operator',
      state: 'succeeded',
      money: { amount, currency },
      processorReference: processorReference ?? null,
    }
  }
  return { source: 'operator', state: 'not_charged', errorClass: 'operator' }
}
