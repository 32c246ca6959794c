import { type AttemptState, isLive } from '@tradefront/rules/deposits/deposit-state-machine'
import { callTimeoutMs } from '@tradefront/rules/deposits/retry-schedule'

import type { Operator } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Attempt, Deposit, ShownDeposit } from '../deposit.ts'
import type { Evidence } from '../attempt-result.ts'
import type { OperatorStore } from './operator-store.ts'
import type { Outcomes } from '../apply-result.ts'
import type { Refunds } from '../refunds/refund-service.ts'
import type { Resolver } from '../attempt-reconciler.ts'
import type { DepositStore } from '../deposit-store.ts'
import type { Suspense } from '../refunds/suspense-service.ts'

export type CardsOperator = ReturnType<typeof createOperator>

/** A deposit and the one of its attempts that was named. */
export type Named = { readonly deposit: ShownDeposit; readonly attempt: Attempt | null }

/** What an operator has found out about a payment. Minor units. */
export type Finding =
  | { readonly kind: 'paid'; readonly amount: number; readonly currency: string }
  | { readonly kind: 'unpaid' }

type OperatorDeps = {
  readonly store: DepositStore
  readonly operatorStore: OperatorStore
  readonly outcomes: Outcomes
  readonly resolver: Resolver
  readonly refunds: Refunds
  readonly suspense: Suspense
  readonly clock: Clock
  readonly waitScale: number
  /** Tells the trader what has changed. */
  readonly afterOutcome: (ourRef: string) => Promise<void>
}

/**
 * What a person may do about payments. Each goes the way that webhooks, inquiries and the trader's own calls go, so it holds
 * the same rows, books the same entries, and is as safe to repeat.
 */
export function createOperator(deps: OperatorDeps) {
  const { store, operatorStore, outcomes, resolver, refunds, suspense, clock, waitScale } = deps
  const { reviews, events, rates, booked, known, audit } = operatorStore
  const inSuspense = operatorStore.suspense

  return {
    reviews,
    inSuspense,
    events,
    rates,
    booked,
    known,
    audit,

    /** Sends money in suspense back to its card. */
    giveBack: suspense.giveBack,

    /** What a reference names; `several` when more than one deposit answers to it. */
    async find(ref: string): Promise<Named | 'none' | 'several'> {
      const rows = await operatorStore.named(ref)
      const [first] = rows
      if (first === undefined) return 'none'
      if (rows.some(({ depositId }) => depositId !== first.depositId)) return 'several'
      const deposit = await store.byId(first.userId, first.depositId)
      if (deposit === null) return 'none'
      return { deposit, attempt: deposit.attempts.find(({ ourRef }) => ourRef === first.attemptRef) ?? null }
    },

    /**
     * Ends a review by what an operator has found out.
     * @returns `same`: it stands so already; `decided`: it ended otherwise; `captured`: its money is known, so it is about
     * that now; `early`: the server is still finding out
     */
    async resolve(
      { deposit }: Named,
      attempt: Attempt,
      finding: Finding,
      by: Operator,
    ): Promise<'done' | 'same' | 'decided' | 'captured' | 'early'> {
      const capture = deposit.captures.find(({ attemptId }) => attemptId === attempt.id)
      if (capture !== undefined) {
        const { amount, currency } = capture
        const same = finding.kind === 'paid' && finding.amount === amount && finding.currency === currency
        return same ? 'same' : 'captured'
      }
      if (!isLive(attempt.state)) return finding.kind === 'unpaid' ? 'same' : 'decided'
      if (deposit.state !== 'review' && attempt.state !== 'manual_review') return 'early'
      const applied = await outcomes.applyOutcome(attempt.ourRef, {
        ...evidenceOf(finding),
        order: { by, action: 'deposit.resolve' },
      })
      if (applied?.changed !== true) return 'same'
      await deps.afterOutcome(attempt.ourRef)
      return 'done'
    },

    /**
     * Asks the processor how a charge or its refund stands.
     * @param cancel asks it never to make the charge
     * @returns what it says; null for no answer that can be read; `busy` while the first call is still under way
     */
    async ask(
      { deposit }: Named,
      attempt: Attempt,
      cancel: boolean,
      by: Operator,
    ): Promise<{ said: AttemptState | 'busy' | null; refund: boolean }> {
      const now = clock.now()
      const place = placeOf(deposit, attempt)
      if (place === 'refund_due') {
        await refunds.askNow(attempt.id)
        await deps.afterOutcome(attempt.ourRef)
        await note(deposit, attempt, by)
        return { said: null, refund: true }
      }
      if (attempt.state === 'sent' && now.getTime() < attempt.waitingSinceMs + callTimeoutMs * waitScale)
        return { said: 'busy', refund: false }
      const action = cancel ? 'deposit.cancel' : 'deposit.ask'
      const { said, changed } = await resolver.check(attempt.ourRef, cancel, { by, action })
      if (changed) await deps.afterOutcome(attempt.ourRef)
      else await note(deposit, attempt, by, action)
      return { said, refund: false }
    },

    /**
     * Sends money back that is in suspense, or that came after its deposit had failed.
     * @returns `spent`: the account no longer holds it; `under_way`, `refunded`: it is so already; `none`: nothing was taken;
     * `credited`: the deposit has been given its money, and is not undone here
     */
    async refund(
      { deposit }: Named,
      attempt: Attempt,
      by: Operator,
    ): Promise<'done' | 'spent' | 'under_way' | 'refunded' | 'none' | 'credited'> {
      const place = placeOf(deposit, attempt)
      switch (place) {
        case undefined:
          return 'none'
        case 'credited':
        case 'refunded':
          return place
        case 'refund_due':
          return 'under_way'
        case 'suspense':
          if ((await suspense.giveBack(attempt.id, by)) !== 'done') return 'under_way'
          break
        case 'credited_late': {
          const taken = await refunds.takeUp(deposit, by)
          if (taken !== 'ordered') return taken === 'spent' ? 'spent' : 'under_way'
        }
      }
      await refunds.askNow(attempt.id)
      await deps.afterOutcome(attempt.ourRef)
      return 'done'
    },

    /** Puts money in suspense on the trader's account, without a bonus. */
    async accept(attempt: Attempt, by: Operator) {
      const decided = await suspense.accept(attempt.id, by)
      if (decided === 'done') await deps.afterOutcome(attempt.ourRef)
      return decided
    },
  }

  /** An order that changed nothing of an attempt's state is written down all the same. */
  async function note(deposit: Deposit, attempt: Attempt, by: Operator, action = 'deposit.ask'): Promise<void> {
    const fresh = await store.byRef(attempt.ourRef)
    const after = fresh?.attempts.find(({ id }) => id === attempt.id)
    await operatorStore.note({
      by,
      action,
      subject: `deposit:${deposit.id}`,
      before: described(deposit, attempt),
      after: fresh === null || after === undefined ? null : described(fresh, after),
      at: clock.now(),
    })
  }
}

function placeOf(deposit: Deposit, attempt: Attempt) {
  return deposit.captures.find(({ attemptId }) => attemptId === attempt.id)?.place
}

function described(deposit: Deposit, attempt: Attempt): Record<string, unknown> {
  const money = placeOf(deposit, attempt)
  return {
    deposit: deposit.state,
    processor: attempt.processor,
    attempt: attempt.state,
    ...(money !== undefined && { money }),
  }
}

function evidenceOf(finding: Finding): Evidence {
  if (finding.kind === 'paid') {
    const { amount, currency } = finding
    return { source: 'operator', verdict: 'succeeded', taken: { amount, currency } }
  }
  return { source: 'operator', verdict: 'never_happened', errorClass: 'operator', reason: 'cascade_card.failed' }
}
