import type { TakenBackReport } from '@tradefront/processors/processor'
import { isActiveState } from '@tradefront/rules/deposits/deposit-state-machine'
import { actionDeadlineMs, computeNextInquiryAtMs, reviewAfterMs } from '@tradefront/rules/deposits/inquiry-schedule'
import { alertAfterTries } from '@tradefront/rules/time/retry-schedule'

import type { AppContext } from '../../context.ts'
import { startDueWork } from '../../platform/jobs/due-work.ts'
import { raiseAlert } from '../alerts/service.ts'
import { announceResult } from './announce-result.ts'
import { applyResult } from './apply-result.ts'
import type { AttemptResult, OperatorAction } from './attempt-result.ts'
import { findDepositByReference } from './deposit-store.ts'
import { scheduleInquiry } from './deposit-writes.ts'
import { updateDeposit } from './update-deposit.ts'
import { type Attempt, type Deposit, findAttempt, listCapturesOfAttempt } from './deposit.ts'
import { claimDueAttempts, type DueAttempt, listProcessorsWithDueAttempts, postponeInquiry } from './due-work-store.ts'
import { computeLateInquiryAtMs } from './inquiries-after-decline.ts'

/** `reported` is null without a readable reply. */
export type InquiryResult = {
  readonly reported: AttemptResult['state'] | TakenBackReport | 'not_found' | null
  readonly changed: boolean
}

const noInquiry: InquiryResult = { reported: null, changed: false }

/** Pause for an attempt whose deposit cannot be written either. */
const failedInquiryPauseMs = 3_600_000

/**
 * Asks the processor about an attempt, or cancels it. A final attempt is only asked about, because it can have been charged later.
 * @param mustCancel cancels instead of asking, unless there is a capture
 * @param operatorAction can cancel a final attempt. Without `mustCancel` nothing is cancelled.
 */
export async function inquireAttempt(
  context: AppContext,
  reference: string,
  mustCancel = false,
  operatorAction?: OperatorAction,
): Promise<InquiryResult> {
  const deposit = await findDepositByReference(context, reference)
  const attempt = findAttempt(deposit, reference)
  if (deposit === null || attempt === undefined) return noInquiry
  // The chain is read anyway, and coins cannot be called back.
  if (deposit.method === 'crypto') return noInquiry
  if (!isActiveState(attempt.state) && mustCancel && operatorAction === undefined) return noInquiry
  if (!attempt.isCharging) {
    // A pre-check takes no money, so the cascade continues.
    await applyResult(context, reference, { source: 'time', state: 'not_charged', errorClass: 'no_answer' })
    return noInquiry
  }
  if (attempt.state === 'sent') {
    await applyResult(context, reference, { source: 'time', state: 'in_doubt', errorClass: 'no_answer' })
  }
  const result = await requestStatus(context, deposit, attempt, mustCancel, operatorAction !== undefined)
  const applied =
    result === null || result === 'not_found'
      ? null
      : await applyResult(context, reference, { ...result, ...(operatorAction !== undefined && { operatorAction }) })
  await scheduleNextInquiry(context, reference)
  return {
    reported: result === 'not_found' ? result : (result?.takenBackAs ?? result?.state ?? null),
    changed: applied?.changed ?? false,
  }
}

/** Asks about all attempts that are due. Safe to run on every server at once. */
export function inquireDueAttempts(context: AppContext): Promise<void> {
  return startDueWork(context, {
    name: 'inquiries',
    listDueQueues: (now) => listProcessorsWithDueAttempts(context.db, now),
    claimDue: (processor, claim) => claimDueAttempts(context.db, processor, claim),
    handle: (attempt) => inquireDueAttempt(context, attempt),
  })
}

/** Asks about an attempt. An inquiry that fails counts, and the next one follows later. */
async function inquireDueAttempt(context: AppContext, attempt: DueAttempt): Promise<void> {
  try {
    await inquireAttempt(context, attempt.reference)
  } catch (error) {
    context.onError(error)
    return recordFailure(context, attempt)
  }
  await announceResult(context, attempt.reference)
}

async function recordFailure(context: AppContext, { id, reference }: DueAttempt): Promise<void> {
  const { clock, config, db, onError } = context
  const now = clock.now()
  const inquiryCount = await scheduleNextInquiry(context, reference).catch((error: unknown) => {
    onError(error)
    return postponeInquiry(db, id, now, new Date(now.getTime() + failedInquiryPauseMs * config.waitScale))
  })
  if (inquiryCount !== null && inquiryCount >= alertAfterTries)
    await raiseAlert(db, { kind: 'attempt.inquiry_fails', subject: `attempt:${id}` }, now)
}

/**
 * Sends the inquiry, or a cancellation. Money that was taken is never cancelled, and an operator who only asks cancels nothing. Otherwise
 * an attempt that the processor does not know is cancelled, because its start request could still arrive.
 */
async function requestStatus(
  context: AppContext,
  deposit: Deposit,
  attempt: Attempt,
  mustCancel: boolean,
  isOperator: boolean,
): Promise<AttemptResult | 'not_found' | null> {
  const provider = context.providers[deposit.method]
  const isCaptured = listCapturesOfAttempt(deposit, attempt.id).length > 0
  const canCancel = !isCaptured && (mustCancel || (!isOperator && isActiveState(attempt.state)))
  if (canCancel && (mustCancel || mustCancelNow(context, deposit, attempt))) {
    const cancelled = await provider.cancelCharge(attempt)
    const hasNotContinued = !mustCancel && cancelled?.state === 'not_charged' && isAbandoned(context, attempt)
    return hasNotContinued ? { ...cancelled, reason: 'deposits.not_continued' } : cancelled
  }
  const result = await provider.fetchStatus(attempt)
  return result === 'not_found' && canCancel ? provider.cancelCharge(attempt) : result
}

function mustCancelNow(context: AppContext, deposit: Deposit, attempt: Attempt): boolean {
  const hasEnded = deposit.state === 'succeeded' || deposit.state === 'failed'
  return isAbandoned(context, attempt) || deposit.isCloseRequested || hasEnded
}

/** Returns whether the trader has not done in time what the step waits for. */
function isAbandoned({ clock, config }: AppContext, { state, waitingSinceMs }: Attempt): boolean {
  return state === 'requires_action' && clock.now().getTime() >= waitingSinceMs + actionDeadlineMs * config.waitScale
}

/** Schedules the next inquiry, or manual review after the last one. Returns the inquiries so far, or null if no more are needed. */
async function scheduleNextInquiry(context: AppContext, reference: string): Promise<number | null> {
  const { clock, config, db } = context
  const { waitScale } = config
  const scheduled = await updateDeposit(context, { reference }, async (deposit) => {
    const attempt = findAttempt(deposit, reference)
    if (attempt === undefined || attempt.state === 'manual_review') return null
    const now = clock.now()
    const inquiryCount = attempt.inquiryCount + 1
    if (!isActiveState(attempt.state)) {
      if (attempt.nextCheckAtMs === null) return null
      const isCaptured = listCapturesOfAttempt(deposit, attempt.id).length > 0
      const { state, waitingSinceMs } = attempt
      const lateAt = computeLateInquiryAtMs(attempt, state, waitingSinceMs, now.getTime(), waitScale)
      const nextAt = isCaptured || lateAt === null ? null : new Date(lateAt)
      await scheduleInquiry(db, deposit, attempt.id, inquiryCount, nextAt, false, now)
      return { inquiryCount, isLast: false }
    }
    const next = computeNextInquiryAtMs(attempt.state, inquiryCount, now.getTime(), waitScale)
    // A step that waits for the trader is cancelled first.
    const waitMs = attempt.state === 'requires_action' && !deposit.isCloseRequested ? actionDeadlineMs : 0
    const needsReview = now.getTime() >= attempt.waitingSinceMs + (waitMs + reviewAfterMs) * waitScale
    await scheduleInquiry(
      db,
      deposit,
      attempt.id,
      inquiryCount,
      next === null ? null : new Date(next),
      needsReview,
      now,
    )
    return { inquiryCount, isLast: next === null }
  })
  if (scheduled?.isLast === true)
    await applyResult(context, reference, { source: 'time', state: 'manual_review', errorClass: 'unresolved' })
  return scheduled?.inquiryCount ?? null
}
