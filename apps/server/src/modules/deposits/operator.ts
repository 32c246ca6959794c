import { isActiveState } from '@tradefront/rules/deposits/deposit-state-machine'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import { computeCallTimeoutMs } from '@tradefront/rules/time/retry-schedule'

import type { AppContext } from '../../context.ts'
import { insertAuditEntry, type Operator } from '../../platform/audit.ts'
import { announceResult } from './announce-result.ts'
import { applyResult } from './apply-result.ts'
import type { AttemptResult } from './attempt-result.ts'
import { findDepositById } from './deposit-lookup-store.ts'
import { findDepositByReference } from './deposit-store.ts'
import {
  type Attempt,
  type Capture,
  type Deposit,
  type DepositWithContext,
  findAttempt,
  findCapture,
  listCapturesOfAttempt,
} from './deposit.ts'
import { inquireAttempt, type InquiryResult } from './inquire-attempt.ts'
import { isContested } from './match-charge.ts'
import { findDepositsByReference } from './operator-store.ts'
import { explainNoRefund, refundLateSuccess, type RefundRefusal, sendRefundNow } from './refunds/refund-captures.ts'
import { creditSuspense, refundSuspense, reverseSuspense, type SuspenseResult } from './refunds/resolve-suspense.ts'
import { reverseCredit, type Reversal } from './refunds/undo-credit.ts'

/** `attempt` is null if the reference is the deposit's own. */
export type DepositMatch = { readonly deposit: DepositWithContext; readonly attempt: Attempt | null }

/** What an operator has found out. Amounts are in minor units. */
export type ReviewFinding =
  | {
      readonly kind: 'paid'
      readonly amount: number
      readonly currency: string
      /** Reference of the processor, if the operator knows it. */
      readonly processorReference?: string | undefined
    }
  | { readonly kind: 'unpaid' }

/** `unchanged`: there was nothing to do. */
export type ReviewResult = Result<
  'resolved' | 'unchanged',
  'deposits.review_ended' | 'deposits.review_captured' | 'deposits.review_early'
>

export type CaptureRefundResult = Result<void, RefundRefusal>

// Each action is safe to repeat.

/** Finds the deposit of a reference. `several`: the reference is ambiguous. */
export async function findDepositMatch(
  { db, reports }: AppContext,
  reference: string,
): Promise<DepositMatch | 'none' | 'several'> {
  const rows = await findDepositsByReference(reports, reference)
  const [first] = rows
  if (first === undefined) return 'none'
  if (rows.some(({ depositId }) => depositId !== first.depositId)) return 'several'
  const deposit = await findDepositById(db, first.userId, first.depositId)
  if (deposit === null) return 'none'
  const attempt = first.attemptReference === null ? undefined : findAttempt(deposit, first.attemptReference)
  return { deposit, attempt: attempt ?? null }
}

/** Undoes the booking of money that the processor has not taken. Returns null if none of it was credited. */
export async function reverseCapture(
  context: AppContext,
  { deposit }: DepositMatch,
  attempt: Attempt,
  capture: Capture,
  by: Operator,
): Promise<Result<Reversal | null, 'deposits.reversal_refused'>> {
  const reversed =
    capture.status === 'suspense'
      ? await reverseSuspense(context, capture, by)
      : await reverseCredit(context, deposit, capture, by)
  if (!reversed.ok) return refuse('deposits.reversal_refused')
  await announceResult(context, attempt.reference)
  return ok(reversed.value ?? null)
}

export async function acceptSuspense(
  context: AppContext,
  attempt: Attempt,
  capture: Capture,
  by: Operator,
): Promise<SuspenseResult> {
  const result = await creditSuspense(context, capture, by)
  if (result.ok) await announceResult(context, attempt.reference)
  return result
}

export async function resolveReview(
  context: AppContext,
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
  const applied = await applyResult(context, attempt.reference, {
    ...deriveResultFromFinding(finding),
    operatorAction: { by, action: `deposit.resolve_${finding.kind}` },
  })
  if (applied?.changed !== true) return ok('unchanged')
  await announceResult(context, attempt.reference)
  return ok('resolved')
}

/** Asks about a charge, or about its refund if due. @returns `reported`: null without a readable reply; `busy` during the first call */
export async function requestInquiry(
  context: AppContext,
  { deposit }: DepositMatch,
  attempt: Attempt,
  mustCancel: boolean,
  by: Operator,
): Promise<{ reported: InquiryResult['reported'] | 'busy'; isRefund: boolean }> {
  const { clock, config } = context
  const dueRefunds = listCapturesOfAttempt(deposit, attempt.id).filter(({ status }) => status === 'refund_due')
  if (dueRefunds.length > 0) {
    for (const capture of dueRefunds) await sendRefundNow(context, capture)
    await announceResult(context, attempt.reference)
    await recordInquiry(context, deposit, attempt, by, 'deposit.ask')
    return { reported: null, isRefund: true }
  }
  if (
    attempt.state === 'sent' &&
    clock.now().getTime() < attempt.waitingSinceMs + computeCallTimeoutMs(config.waitScale)
  )
    return { reported: 'busy', isRefund: false }
  const action = mustCancel ? 'deposit.cancel' : 'deposit.ask'
  const { reported, changed } = await inquireAttempt(context, attempt.reference, mustCancel, { by, action })
  if (changed) await announceResult(context, attempt.reference)
  else await recordInquiry(context, deposit, attempt, by, action)
  return { reported, isRefund: false }
}

/** Sends money back that is in suspense or was credited late. @returns for any other status, why not */
export async function refundCapture(
  context: AppContext,
  { deposit }: DepositMatch,
  capture: Capture,
  by: Operator,
): Promise<CaptureRefundResult> {
  const { attemptId, movement, status } = capture
  if (status === 'suspense') await refundSuspense(context, capture, by)
  if (status === 'credited_late') {
    const request = await refundLateSuccess(context, deposit, by)
    if (!request.ok && request.code === 'deposits.refund_spent') return request
  }
  // Another command may have been faster.
  const fresh = await findDepositById(context.db, deposit.userId, deposit.id)
  const current = (fresh && findCapture(fresh, capture)) ?? capture
  const isRequested = current.status === 'refund_due' && current.movement !== movement
  if (!isRequested) return refuse(explainNoRefund([current]))
  await sendRefundNow(context, current)
  const reference = deposit.attempts.find(({ id }) => id === attemptId)?.reference
  if (reference !== undefined) await announceResult(context, reference)
  return ok()
}

/** Records an inquiry, because `applyResult` only records actions that change the attempt. */
async function recordInquiry(
  context: AppContext,
  deposit: Deposit,
  attempt: Attempt,
  by: Operator,
  action: string,
): Promise<void> {
  const fresh = await findDepositByReference(context, attempt.reference)
  const after = findAttempt(fresh, attempt.reference)
  await insertAuditEntry(context.db, {
    by,
    action,
    subject: `deposit:${deposit.id}`,
    before: toAuditSnapshot(deposit, attempt),
    after: fresh === null || after === undefined ? null : toAuditSnapshot(fresh, after),
    at: context.clock.now(),
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
