import { isDeepStrictEqual } from 'node:util'

import { transition, type Transition } from '@tradefront/rules/deposits/deposit-state-machine'
import { computeNextInquiryAtMs } from '@tradefront/rules/deposits/retry-schedule'

import type { Clock } from '../../platform/clock.ts'
import type { LedgerEntry, LedgerLine } from '../ledger/service.ts'
import { type Attempt, findCreditedCapture, type Deposit, listRemainingProcessors } from './deposit.ts'
import type { AttemptResult } from './attempt-result.ts'
import type { ResultWrite } from './result-writer.ts'
import type { DepositStore } from './deposit-store.ts'

export type ResultApplier = ReturnType<typeof createResultApplier>

type ResultApplierDeps = {
  readonly store: Pick<DepositStore, 'updateDeposit'>
  readonly clock: Clock
  readonly newId: () => string
  readonly waitScale: number
}

/** Whose deposit a piece of evidence was about, and whether it changed anything. */
export type AppliedResult = { readonly depositId: string; readonly userId: number; readonly changed: boolean }

/**
 * The one door for everything that is learnt about an attempt: reply, webhook, poll, return, job, operator. The step that
 * `rules/cards/machine` says is taken by one statement, which books the money with it, if all still stands as it was read.
 */
export function createResultApplier({ store, clock, newId, waitScale }: ResultApplierDeps) {
  return {
    /** Applies evidence about the attempt with this reference; null when there is no such attempt. Safe to repeat. */
    async applyResult(ourRef: string, result: AttemptResult): Promise<AppliedResult | null> {
      return store.updateDeposit({ ourRef }, async (deposit, writes) => {
        const attempt = deposit.attempts.find((each) => each.ourRef === ourRef)
        if (attempt === undefined) return { depositId: deposit.id, userId: deposit.userId, changed: false }
        const money = result.money ?? null
        const next = transition(
          {
            attempt: attempt.state,
            deposit: deposit.state,
            isCaptured: deposit.captures.some((capture) => capture.attemptId === attempt.id),
            isCredited: findCreditedCapture(deposit) !== null,
            hasRemainingProcessors: listRemainingProcessors(deposit).length > 0,
            isClosing: deposit.closing,
          },
          {
            state: result.state,
            amountMatches: money?.amount === deposit.amount && money.currency === deposit.currency,
          },
        )
        const changed =
          next.attempt !== attempt.state ||
          next.deposit !== deposit.state ||
          next.captureStatus !== null ||
          result.nativeReply !== undefined ||
          isNewAction(attempt, next, result)
        if (changed) await writes.writeResult(buildResultWrite(deposit, attempt, result, next), clock.now())
        return { depositId: deposit.id, userId: deposit.userId, changed }
      })
    },
  }

  function buildResultWrite(deposit: Deposit, attempt: Attempt, result: AttemptResult, next: Transition): ResultWrite {
    const now = clock.now()
    const hasChangedState = next.attempt !== attempt.state
    // Waiting for the trader and waiting for the processor are two waits; in between, one kind of not knowing is as good as another.
    const startsNewWait = hasChangedState && (next.attempt === 'requires_action' || attempt.state === 'requires_action')
    const checks = startsNewWait ? 0 : attempt.checks
    const waitingSinceMs = startsNewWait ? now.getTime() : attempt.waitingSinceMs
    const nextCheckMs = hasChangedState
      ? computeNextInquiryAtMs(next.attempt, checks, waitingSinceMs, waitScale)
      : attempt.nextCheckAtMs
    const ended = next.deposit === 'succeeded' || next.deposit === 'failed'
    const { amount, currency } = result.money ?? deposit
    return {
      attempt: {
        id: attempt.id,
        state: next.attempt,
        pspRef: result.pspRef ?? attempt.pspRef,
        errorClass: result.errorClass ?? attempt.errorClass,
        action: next.attempt === 'requires_action' ? (result.action ?? attempt.action) : null,
        answers: result.nativeReply === undefined ? {} : { [result.nativeReply.call]: result.nativeReply.reply },
        checks,
        waitingSince: new Date(waitingSinceMs),
        nextCheckAt: nextCheckMs === null ? null : new Date(nextCheckMs),
      },
      deposit: {
        state: next.deposit,
        reason: determineReason(deposit, result, next),
        reasonText: next.deposit === 'failed' ? (result.reasonText ?? deposit.reasonText) : deposit.reasonText,
        ended,
      },
      event: {
        source: result.source,
        verdict: result.state,
        stateBefore: attempt.state,
        detail: { booking: next.captureStatus, error: result.errorClass ?? null, deposit: next.deposit },
      },
      capture:
        next.captureStatus === null
          ? null
          : {
              processor: attempt.processor,
              amount,
              currency,
              place: next.captureStatus,
              reason: next.captureStatus === 'suspense' ? 'amount_differs' : null,
              refundRef: next.captureStatus === 'refund_due' ? newId() : null,
              nextCheckAt: next.captureStatus === 'refund_due' ? now : null,
            },
      entry: buildLedgerEntry(deposit, attempt, next, { amount, currency }, now),
      wagering:
        next.captureStatus === 'credited' && deposit.bonus > 0
          ? { userId: deposit.userId, currency, bonus: deposit.bonus, required: deposit.turnover }
          : null,
      audit:
        result.operatorAction === undefined
          ? null
          : {
              ...result.operatorAction,
              subject: `deposit:${deposit.id}`,
              before: { deposit: deposit.state, processor: attempt.processor, attempt: attempt.state },
              after: {
                deposit: next.deposit,
                processor: attempt.processor,
                attempt: next.attempt,
                ...(next.captureStatus !== null && { money: next.captureStatus, amount, currency }),
              },
              at: now,
            },
      alert: next.raisesAlert
        ? { kind: `cards.${next.captureStatus ?? next.attempt}`, subject: `attempt:${attempt.id}` }
        : null,
    }
  }
}

/** Whether a step that still waits for the trader now waits for something else, or it is only now known what for. */
function isNewAction(attempt: Attempt, next: Transition, { state, action }: AttemptResult): boolean {
  if (next.attempt !== 'requires_action' || state !== 'requires_action' || action === undefined) return false
  return !isDeepStrictEqual(action, attempt.action)
}

/** Key of the text that says why the deposit stands as it does; null while all is well. */
function determineReason(deposit: Deposit, result: AttemptResult, next: Transition): string | null {
  if (next.deposit === 'succeeded') return null
  if (next.deposit === deposit.state) return deposit.reason
  if (next.deposit === 'review') return 'cards.review'
  if (next.deposit !== 'failed') return deposit.reason
  return deposit.closing ? deposit.reason : (result.reason ?? 'cascade_card.failed')
}

/** What the money of an attempt is booked as: from the processor's clearing account to where it belongs. */
function buildLedgerEntry(
  deposit: Deposit,
  attempt: Attempt,
  next: Transition,
  money: { readonly amount: number; readonly currency: string },
  at: Date,
): LedgerEntry | null {
  if (next.captureStatus === null) return null
  const { amount, currency } = money
  const creditsTrader = next.captureStatus === 'credited' || next.captureStatus === 'credited_late'
  const target = creditsTrader ? { account: 'cash', userId: deposit.userId } : { account: 'suspense', userId: null }
  const lines: LedgerLine[] = [
    { account: `clearing:${attempt.processor}`, userId: null, currency, amount: -amount },
    { ...target, currency, amount },
  ]
  if (next.captureStatus === 'credited' && deposit.bonus > 0) {
    lines.push(
      { account: 'bonus_expense', userId: null, currency, amount: -deposit.bonus },
      { account: 'bonus', userId: deposit.userId, currency, amount: deposit.bonus },
    )
  }
  return { kind: `card.${next.captureStatus}`, subject: `attempt:${attempt.id}`, at, lines }
}
