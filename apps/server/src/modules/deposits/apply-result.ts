import { isDeepStrictEqual } from 'node:util'

import { step, type Step } from '@tradefront/rules/deposits/deposit-state-machine'
import { nextCheckAtMs } from '@tradefront/rules/deposits/retry-schedule'

import type { Clock } from '../../platform/clock.ts'
import type { LedgerEntry, LedgerLine } from '../ledger/service.ts'
import { type Attempt, creditedCapture, type Deposit, untried } from './deposit.ts'
import type { Evidence } from './attempt-result.ts'
import type { OutcomeWrite } from './result-writer.ts'
import type { DepositStore } from './deposit-store.ts'

export type Outcomes = ReturnType<typeof createOutcomes>

type OutcomesDeps = {
  readonly store: Pick<DepositStore, 'change'>
  readonly clock: Clock
  readonly newId: () => string
  readonly waitScale: number
}

/** Whose deposit a piece of evidence was about, and whether it changed anything. */
export type Applied = { readonly depositId: string; readonly userId: number; readonly changed: boolean }

/**
 * The one door for everything that is learnt about an attempt: reply, webhook, poll, return, job, operator. The step that
 * `rules/cards/machine` says is taken by one statement, which books the money with it, if all still stands as it was read.
 */
export function createOutcomes({ store, clock, newId, waitScale }: OutcomesDeps) {
  return {
    /** Applies evidence about the attempt with this reference; null when there is no such attempt. Safe to repeat. */
    async applyOutcome(ourRef: string, evidence: Evidence): Promise<Applied | null> {
      return store.change({ ourRef }, async (deposit, writes) => {
        const attempt = deposit.attempts.find((each) => each.ourRef === ourRef)
        if (attempt === undefined) return { depositId: deposit.id, userId: deposit.userId, changed: false }
        const taken = evidence.taken ?? null
        const next = step(
          {
            attempt: attempt.state,
            deposit: deposit.state,
            captured: deposit.captures.some((capture) => capture.attemptId === attempt.id),
            credited: creditedCapture(deposit) !== null,
            moreToTry: untried(deposit).length > 0,
            closing: deposit.closing,
          },
          {
            verdict: evidence.verdict,
            amountMatches: taken?.amount === deposit.amount && taken.currency === deposit.currency,
          },
        )
        const changed =
          next.attempt !== attempt.state ||
          next.deposit !== deposit.state ||
          next.booking !== null ||
          evidence.answer !== undefined ||
          isNewAction(attempt, next, evidence)
        if (changed) await writes.writeOutcome(describeWrite(deposit, attempt, evidence, next), clock.now())
        return { depositId: deposit.id, userId: deposit.userId, changed }
      })
    },
  }

  function describeWrite(deposit: Deposit, attempt: Attempt, evidence: Evidence, next: Step): OutcomeWrite {
    const now = clock.now()
    const moved = next.attempt !== attempt.state
    // Waiting for the trader and waiting for the processor are two waits; in between, one kind of not knowing is as good as another.
    const newWait = moved && (next.attempt === 'requires_action' || attempt.state === 'requires_action')
    const checks = newWait ? 0 : attempt.checks
    const waitingSinceMs = newWait ? now.getTime() : attempt.waitingSinceMs
    const nextCheckMs = moved ? nextCheckAtMs(next.attempt, checks, waitingSinceMs, waitScale) : attempt.nextCheckAtMs
    const ended = next.deposit === 'succeeded' || next.deposit === 'failed'
    const { amount, currency } = evidence.taken ?? deposit
    return {
      attempt: {
        id: attempt.id,
        state: next.attempt,
        pspRef: evidence.pspRef ?? attempt.pspRef,
        errorClass: evidence.errorClass ?? attempt.errorClass,
        action: next.attempt === 'requires_action' ? (evidence.action ?? attempt.action) : null,
        answers: evidence.answer === undefined ? {} : { [evidence.answer.call]: evidence.answer.reply },
        checks,
        waitingSince: new Date(waitingSinceMs),
        nextCheckAt: nextCheckMs === null ? null : new Date(nextCheckMs),
      },
      deposit: {
        state: next.deposit,
        reason: reasonOf(deposit, evidence, next),
        reasonText: next.deposit === 'failed' ? (evidence.reasonText ?? deposit.reasonText) : deposit.reasonText,
        ended,
      },
      event: {
        source: evidence.source,
        verdict: evidence.verdict,
        stateBefore: attempt.state,
        detail: { booking: next.booking, error: evidence.errorClass ?? null, deposit: next.deposit },
      },
      capture:
        next.booking === null
          ? null
          : {
              processor: attempt.processor,
              amount,
              currency,
              place: next.booking,
              reason: next.booking === 'suspense' ? 'amount_differs' : null,
              refundRef: next.booking === 'refund_due' ? newId() : null,
              nextCheckAt: next.booking === 'refund_due' ? now : null,
            },
      entry: entryFor(deposit, attempt, next, { amount, currency }, now),
      wagering:
        next.booking === 'credited' && deposit.bonus > 0
          ? { userId: deposit.userId, currency, bonus: deposit.bonus, required: deposit.turnover }
          : null,
      audit:
        evidence.order === undefined
          ? null
          : {
              ...evidence.order,
              subject: `deposit:${deposit.id}`,
              before: { deposit: deposit.state, processor: attempt.processor, attempt: attempt.state },
              after: {
                deposit: next.deposit,
                processor: attempt.processor,
                attempt: next.attempt,
                ...(next.booking !== null && { money: next.booking, amount, currency }),
              },
              at: now,
            },
      alert: next.alert ? { kind: `cards.${next.booking ?? next.attempt}`, subject: `attempt:${attempt.id}` } : null,
    }
  }
}

/** Whether a step that still waits for the trader now waits for something else, or it is only now known what for. */
function isNewAction(attempt: Attempt, next: Step, { verdict, action }: Evidence): boolean {
  if (next.attempt !== 'requires_action' || verdict !== 'requires_action' || action === undefined) return false
  return !isDeepStrictEqual(action, attempt.action)
}

/** Key of the text that says why the deposit stands as it does; null while all is well. */
function reasonOf(deposit: Deposit, evidence: Evidence, next: Step): string | null {
  if (next.deposit === 'succeeded') return null
  if (next.deposit === deposit.state) return deposit.reason
  if (next.deposit === 'review') return 'cards.review'
  if (next.deposit !== 'failed') return deposit.reason
  return deposit.closing ? deposit.reason : (evidence.reason ?? 'cascade_card.failed')
}

/** What the money of an attempt is booked as: from the processor's clearing account to where it belongs. */
function entryFor(
  deposit: Deposit,
  attempt: Attempt,
  next: Step,
  taken: { readonly amount: number; readonly currency: string },
  at: Date,
): LedgerEntry | null {
  if (next.booking === null) return null
  const { amount, currency } = taken
  const toTrader = next.booking === 'credited' || next.booking === 'credited_late'
  const target = toTrader ? { account: 'cash', userId: deposit.userId } : { account: 'suspense', userId: null }
  const lines: LedgerLine[] = [
    { account: `clearing:${attempt.processor}`, userId: null, currency, amount: -amount },
    { ...target, currency, amount },
  ]
  if (next.booking === 'credited' && deposit.bonus > 0) {
    lines.push(
      { account: 'bonus_expense', userId: null, currency, amount: -deposit.bonus },
      { account: 'bonus', userId: deposit.userId, currency, amount: deposit.bonus },
    )
  }
  return { kind: `card.${next.booking}`, subject: `attempt:${attempt.id}`, at, lines }
}
