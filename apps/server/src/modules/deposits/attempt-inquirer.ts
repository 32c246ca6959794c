import type { TakenBackReport } from '@tradefront/processors/processor'
import { isActiveState } from '@tradefront/rules/deposits/deposit-state-machine'
import {
  actionDeadlineMs,
  computeNextInquiryAtMs,
  idleDeadlineMs,
  reviewAfterMs,
} from '@tradefront/rules/deposits/inquiry-schedule'
import { alertAfterTries, leaseMs } from '@tradefront/rules/time/retry-schedule'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { raiseAlert } from './alerts/alert-store.ts'
import type { ApplyResult } from './apply-result.ts'
import type { AttemptResult, OperatorAction } from './attempt-result.ts'
import type { DepositBatches } from './deposit-store.ts'
import { type Attempt, type Deposit, findActiveAttempt, findAttempt, isOpen, listCapturesOfAttempt } from './deposit.ts'
import {
  claimDueAttempts,
  type DueAttempt,
  listIdleDeposits,
  listProcessorsWithDueAttempts,
  postponeInquiry,
} from './due-work-store.ts'
import { computeLateInquiryAtMs } from './late-inquiries.ts'
import { type PaymentProviders, requireProvider } from './payment-provider.ts'
import { createProcessorRounds } from './processor-rounds.ts'

export type AttemptInquirer = ReturnType<typeof createAttemptInquirer>

/** `reported`: null without a readable reply. */
export type InquiryResult = {
  readonly reported: AttemptResult['state'] | TakenBackReport | 'not_found' | null
  readonly changed: boolean
}

const noInquiry: InquiryResult = { reported: null, changed: false }

type AttemptInquirerDeps = {
  readonly db: Db
  readonly batches: DepositBatches
  readonly applyResult: ApplyResult
  readonly providers: PaymentProviders
  readonly clock: Clock
  readonly onResultApplied: (reference: string) => Promise<void>
  readonly onError: (error: unknown) => void
  readonly waitScale: number
}

const idleBatchSize = 50
/** Pause for an attempt whose deposit cannot be written either. */
const failedInquiryPauseMs = 3_600_000
/** A deposit that still cannot be closed is for an operator. */
const closeAlertAfterMs = 3_600_000

export function createAttemptInquirer(deps: AttemptInquirerDeps) {
  const { db, batches, applyResult, clock, onResultApplied, onError, waitScale } = deps

  return {
    inquireAttempt,

    rounds: createProcessorRounds({
      listDueProcessors: () => listProcessorsWithDueAttempts(db, clock.now()),
      claimDue: (processor, limit) => {
        const now = clock.now()
        return claimDueAttempts(db, processor, now, new Date(now.getTime() + leaseMs * waitScale), limit)
      },
      handle: inquireDueAttempt,
      onError,
    }),

    /** A deposit that cannot be closed does not hold up the others. */
    async closeIdleDeposits(): Promise<void> {
      const now = clock.now()
      const before = new Date(now.getTime() - idleDeadlineMs * waitScale)
      const failedIds: string[] = []
      for (;;) {
        const idle = await listIdleDeposits(db, before, failedIds, idleBatchSize)
        for (const { id, updatedAt } of idle) {
          try {
            await closeIfIdle(id)
          } catch (error) {
            onError(error)
            failedIds.push(id)
            if (updatedAt.getTime() < before.getTime() - closeAlertAfterMs * waitScale)
              await raiseAlert(db, { kind: 'deposit.close_fails', subject: `deposit:${id}` }, now)
          }
        }
        if (idle.length < idleBatchSize) return
      }
    },
  }

  /**
   * A final attempt is only asked about, because it can have been charged later.
   * @param mustCancel cancels instead of asking, unless there is a capture
   * @param operatorAction can cancel a final attempt. Without `mustCancel` nothing is cancelled.
   */
  async function inquireAttempt(
    reference: string,
    mustCancel = false,
    operatorAction?: OperatorAction,
  ): Promise<InquiryResult> {
    const deposit = await batches.findByAttemptReference(reference)
    const attempt = findAttempt(deposit, reference)
    if (deposit === null || attempt === undefined) return noInquiry
    // The chain is read anyway, and coins cannot be called back.
    if (deposit.method === 'crypto') return noInquiry
    if (!isActiveState(attempt.state) && mustCancel && operatorAction === undefined) return noInquiry
    if (!attempt.isCharging) {
      // A pre-check takes no money, so the cascade continues.
      await applyResult(reference, { source: 'time', state: 'not_charged', errorClass: 'no_answer' })
      return noInquiry
    }
    if (attempt.state === 'sent') {
      await applyResult(reference, { source: 'time', state: 'in_doubt', errorClass: 'no_answer' })
    }
    const result = await requestStatus(deposit, attempt, mustCancel, operatorAction !== undefined)
    const applied =
      result === null || result === 'not_found'
        ? null
        : await applyResult(reference, { ...result, ...(operatorAction !== undefined && { operatorAction }) })
    await scheduleNextInquiry(reference, deps)
    return {
      reported: result === 'not_found' ? result : (result?.takenBackAs ?? result?.state ?? null),
      changed: applied?.changed ?? false,
    }
  }

  /** An inquiry that fails counts, and the next one follows later. */
  async function inquireDueAttempt(attempt: DueAttempt): Promise<void> {
    try {
      await inquireAttempt(attempt.reference)
    } catch (error) {
      onError(error)
      return recordFailure(attempt)
    }
    await onResultApplied(attempt.reference)
  }

  async function recordFailure({ id, reference }: DueAttempt): Promise<void> {
    const now = clock.now()
    const inquiryCount = await scheduleNextInquiry(reference, deps).catch((error: unknown) => {
      onError(error)
      return postponeInquiry(db, id, now, new Date(now.getTime() + failedInquiryPauseMs * waitScale))
    })
    if (inquiryCount !== null && inquiryCount >= alertAfterTries)
      await raiseAlert(db, { kind: 'attempt.inquiry_fails', subject: `attempt:${id}` }, now)
  }

  /**
   * Money that was taken is never cancelled, and an operator who only asks cancels nothing. Otherwise an attempt that the
   * processor does not know is cancelled, because its start request could still arrive.
   */
  async function requestStatus(
    deposit: Deposit,
    attempt: Attempt,
    mustCancel: boolean,
    isOperator: boolean,
  ): Promise<AttemptResult | 'not_found' | null> {
    const provider = requireProvider(deps.providers, deposit.method)
    const isCaptured = listCapturesOfAttempt(deposit, attempt.id).length > 0
    const canCancel = !isCaptured && (mustCancel || (!isOperator && isActiveState(attempt.state)))
    if (canCancel && (mustCancel || mustCancelNow(deposit, attempt, deps))) {
      const cancelled = await provider.cancelCharge(attempt)
      const isAbandoned = !mustCancel && cancelled?.state === 'not_charged' && isOverdue(attempt, deps)
      return isAbandoned ? { ...cancelled, reason: 'deposits.not_continued' } : cancelled
    }
    const result = await provider.fetchStatus(attempt)
    return result === 'not_found' && canCancel ? provider.cancelCharge(attempt) : result
  }

  async function closeIfIdle(id: string): Promise<void> {
    await batches.updateDeposit({ id }, async (deposit, commands) => {
      if (findActiveAttempt(deposit) === null && isOpen(deposit))
        await commands.closeDeposit(
          deposit.isCloseRequested ? 'deposits.canceled' : 'deposits.not_continued',
          clock.now(),
        )
    })
  }
}

type Deadlines = Pick<AttemptInquirerDeps, 'clock' | 'waitScale'>

function mustCancelNow(deposit: Deposit, attempt: Attempt, deadlines: Deadlines): boolean {
  const hasEnded = deposit.state === 'succeeded' || deposit.state === 'failed'
  return isOverdue(attempt, deadlines) || deposit.isCloseRequested || hasEnded
}

/** The trader has not done what the step waits for. */
function isOverdue({ state, waitingSinceMs }: Attempt, { clock, waitScale }: Deadlines): boolean {
  return state === 'requires_action' && clock.now().getTime() >= waitingSinceMs + actionDeadlineMs * waitScale
}

/** After the last inquiry: manual review. Returns the inquiries so far, or null if no more are needed. */
async function scheduleNextInquiry(
  reference: string,
  { batches, applyResult, clock, waitScale }: AttemptInquirerDeps,
): Promise<number | null> {
  const scheduled = await batches.updateDeposit({ reference }, async (deposit, commands) => {
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
      await commands.scheduleInquiry(attempt.id, inquiryCount, nextAt, false, now)
      return { inquiryCount, isLast: false }
    }
    const next = computeNextInquiryAtMs(attempt.state, inquiryCount, now.getTime(), waitScale)
    // A step that waits for the trader is cancelled first.
    const waitMs = attempt.state === 'requires_action' && !deposit.isCloseRequested ? actionDeadlineMs : 0
    const needsReview = now.getTime() >= attempt.waitingSinceMs + (waitMs + reviewAfterMs) * waitScale
    await commands.scheduleInquiry(attempt.id, inquiryCount, next === null ? null : new Date(next), needsReview, now)
    return { inquiryCount, isLast: next === null }
  })
  if (scheduled?.isLast === true)
    await applyResult(reference, { source: 'time', state: 'manual_review', errorClass: 'unresolved' })
  return scheduled?.inquiryCount ?? null
}
