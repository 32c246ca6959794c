import { isClaimCode } from '@tradefront/rules/deposits/claims'
import { captureTransitions, requireTransition } from '@tradefront/rules/deposits/deposit-state-machine'
import { ok, refuse, type Result } from '@tradefront/rules/result'
import { refundAlertAfterTries } from '@tradefront/rules/deposits/inquiry-schedule'
import { alertAfterTries, computeNextSendAtMs } from '@tradefront/rules/time/retry-schedule'

import type { AppContext } from '../../../context.ts'
import type { AuditEntry, Operator } from '../../../platform/audit.ts'
import { AppError, getViolatedConstraint } from '../../../platform/http/errors.ts'
import { computeLeaseEnd, startDueWork } from '../../../platform/jobs/due-work.ts'
import { raiseAlert } from '../../alerts/service.ts'
import { announceResult, publishDeposit } from '../announce-result.ts'
import { buildMovementEntry } from '../capture-entry.ts'
import { findDepositById } from '../deposit-lookup-store.ts'
import {
  type Capture,
  type CaptureKey,
  computeNextMovement,
  type Deposit,
  type DepositWithContext,
} from '../deposit.ts'
import { deriveRefundReference } from '../derive-references.ts'
import {
  changeCapture,
  claimDueRefunds,
  claimRefund,
  type DueRefund,
  keepLateCapture,
  listProcessorsWithDueRefunds,
  scheduleRefundRetry,
} from './refund-store.ts'

/** Reason why money cannot be sent back now. */
export type RefundRefusal =
  | 'deposits.refund_spent'
  | 'deposits.refund_gone'
  | 'deposits.refund_credited'
  | 'deposits.refund_held'
  | 'deposits.refund_ordered'
  | 'deposits.is_refunded'
  | 'deposits.is_reversed'
  | 'deposits.is_taken_back'

// A refund is booked only when the processor has confirmed it.

/** Sends money that came late back to the card, for its trader. */
export function requestRefund(context: AppContext, userId: number, id: string) {
  return chooseForLateMoney(context, userId, id, async (deposit) =>
    deposit.captures.some(({ isKept, processor }) => isKept || isClaimCode(processor))
      ? refuse('deposits.refund_kept')
      : refundLateSuccess(context, deposit),
  )
}

/** Ends the offer of a refund to the trader. Safe to repeat. */
export function keepLateMoney(context: AppContext, userId: number, id: string) {
  return chooseForLateMoney(context, userId, id, (deposit) => keepLateSuccess(context, deposit))
}

async function chooseForLateMoney(
  context: AppContext,
  userId: number,
  id: string,
  choose: (deposit: DepositWithContext) => Promise<Result<void, RefundRefusal | 'deposits.refund_kept'>>,
) {
  const deposit = await findDepositById(context.db, userId, id)
  if (deposit === null) throw new AppError('errors.not_found')
  const result = await choose(deposit)
  const fresh = (await findDepositById(context.db, userId, id)) ?? deposit
  if (result.ok) await publishDeposit(context, fresh)
  return { result, deposit: fresh }
}

/** Takes the money from the user's cash, and requests the refund. @param by acts for the user */
export async function refundLateSuccess(
  { clock, db }: AppContext,
  deposit: Deposit,
  by?: Operator,
): Promise<Result<void, RefundRefusal>> {
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
    // The refund was requested twice at once: the other request has moved the money.
    return (await changeCapture(db, { ...capture, nextMovement }, change, now))
      ? ok()
      : refuse('deposits.refund_ordered')
  } catch (error) {
    const constraint = getViolatedConstraint(error)
    if (constraint === 'ledger_balances_amount_check') return refuse('deposits.refund_spent')
    // A withdrawal sends the money back.
    if (constraint === 'captures_paid_out') return refuse('deposits.refund_ordered')
    throw error
  }
}

/** Ends the offer of a refund to the user. Safe to repeat. */
export async function keepLateSuccess(
  { clock, db }: AppContext,
  deposit: Deposit,
): Promise<Result<void, RefundRefusal>> {
  const capture = deposit.captures.find(({ status }) => status === 'credited_late')
  if (capture !== undefined && (await keepLateCapture(db, capture, clock.now()))) return ok()
  return refuse(explainNoRefund(deposit.captures))
}

/** Sends refunds that are due. Safe to run on every server at once. */
export function sendDueRefunds(context: AppContext): Promise<void> {
  return startDueWork(context, {
    name: 'refunds',
    listDueQueues: (now) => listProcessorsWithDueRefunds(context.db, now),
    claimDue: (processor, claim) => claimDueRefunds(context.db, processor, claim),
    handle: (refund) => sendDueRefund(context, refund),
  })
}

/** Sends the refund of a capture. Does nothing if it is not being refunded. In quarantine it stays due. */
export async function sendRefundNow(context: AppContext, { attemptId, number }: CaptureKey): Promise<void> {
  if (await context.quarantine.isOpen()) return
  const now = context.clock.now()
  const refund = await claimRefund(context.db, attemptId, number, now, computeLeaseEnd(context, now))
  if (refund !== null) await sendRefund(context, refund)
}

/** Sends a refund. One that fails counts, and is tried again later. */
async function sendDueRefund(context: AppContext, refund: DueRefund): Promise<void> {
  try {
    await sendRefund(context, refund)
  } catch (error) {
    context.onError(error)
    return scheduleRetry(context, refund, true)
  }
  await announceResult(context, refund.reference)
}

/** Schedules the next try. @param hasFailed in the product, not at the processor */
async function scheduleRetry({ clock, config, db }: AppContext, refund: DueRefund, hasFailed: boolean): Promise<void> {
  const now = clock.now()
  const next = computeNextSendAtMs(refund.inquiryCount, now.getTime(), config.waitScale)
  const tries = refund.inquiryCount + 1
  await scheduleRefundRetry(db, refund, tries, new Date(next), now)
  const alert = { subject: `attempt:${refund.attemptId}`, detail: { tries } }
  if (hasFailed && tries >= alertAfterTries) await raiseAlert(db, { kind: 'refund.fails', ...alert }, now)
  else if (tries >= refundAlertAfterTries) await raiseAlert(db, { kind: 'refund.unanswered', ...alert }, now)
}

async function sendRefund(context: AppContext, refund: DueRefund): Promise<void> {
  const { clock, db, providers } = context
  const answer = await providers[refund.method].refundCharge(refund)
  const now = clock.now()
  if (answer === null) return scheduleRetry(context, refund, false)
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
