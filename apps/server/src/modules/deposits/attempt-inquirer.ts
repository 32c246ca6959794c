import { isActiveState } from '@tradefront/rules/deposits/deposit-state-machine'
import {
  actionDeadlineMs,
  computeNextInquiryAtMs,
  idleDeadlineMs,
  leaseMs,
  reviewAfterMs,
} from '@tradefront/rules/deposits/retry-schedule'

import type { Clock } from '../../platform/clock.ts'
import type { ApplyResult } from './apply-result.ts'
import type { AttemptResult, OperatorAction } from './attempt-result.ts'
import type { DepositStore } from './deposit-store.ts'
import { type Attempt, type Deposit, findActiveAttempt, findAttempt, isOpen } from './deposit.ts'
import { type PaymentProviders, requireProvider } from './payment-provider.ts'

export type AttemptInquirer = ReturnType<typeof createAttemptInquirer>

/** `reported`: null without a readable reply. */
export type InquiryResult = { readonly reported: AttemptResult['state'] | null; readonly changed: boolean }

const noInquiry: InquiryResult = { reported: null, changed: false }

type AttemptInquirerDeps = {
  readonly store: DepositStore
  readonly applyResult: ApplyResult
  readonly providers: PaymentProviders
  readonly clock: Clock
  readonly waitScale: number
}

export function createAttemptInquirer(deps: AttemptInquirerDeps) {
  const { store, applyResult, clock, waitScale } = deps

  return {
    /** @param mustCancel cancels instead of asking @param operatorAction also allows a final attempt */
    async inquireAttempt(
      reference: string,
      mustCancel = false,
      operatorAction?: OperatorAction,
    ): Promise<InquiryResult> {
      const deposit = await store.findByAttemptReference(reference)
      const attempt = findAttempt(deposit, reference)
      if (deposit === null || attempt === undefined) return noInquiry
      if (!isActiveState(attempt.state) && operatorAction === undefined) return noInquiry
      if (!attempt.isCharging) {
        // A pre-check takes no money, so the cascade continues.
        await applyResult(reference, { source: 'time', state: 'not_charged', errorClass: 'no_answer' })
        return noInquiry
      }
      if (attempt.state === 'sent') {
        await applyResult(reference, { source: 'time', state: 'in_doubt', errorClass: 'no_answer' })
      }
      const result = await requestStatus(deposit, attempt, mustCancel || mustCancelNow(deposit, attempt, deps))
      const applied =
        result && (await applyResult(reference, { ...result, ...(operatorAction !== undefined && { operatorAction }) }))
      await scheduleNextInquiry(reference, deps)
      return { reported: result?.state ?? null, changed: applied?.changed ?? false }
    },

    claimDueAttempts(limit: number): Promise<string[]> {
      const now = clock.now()
      return store.claimDueAttempts(now, new Date(now.getTime() + leaseMs * waitScale), limit)
    },

    async closeIdleDeposits(limit: number): Promise<void> {
      const before = new Date(clock.now().getTime() - idleDeadlineMs * waitScale)
      for (const id of await store.listIdleDeposits(before, limit)) {
        await store.updateDeposit({ id }, async (deposit, commands) => {
          if (findActiveAttempt(deposit) === null && isOpen(deposit))
            await commands.closeDeposit('cards.canceled', clock.now())
        })
      }
    },
  }

  /** Cancels an attempt unknown to the processor, because the start request could still arrive. */
  async function requestStatus(deposit: Deposit, attempt: Attempt, mustCancel: boolean): Promise<AttemptResult | null> {
    const provider = requireProvider(deps.providers, deposit.method)
    const result = mustCancel ? 'not_found' : await provider.fetchStatus(attempt)
    return result === 'not_found' ? provider.cancelCharge(attempt) : result
  }
}

function mustCancelNow(
  deposit: Deposit,
  attempt: Attempt,
  { clock, waitScale }: Pick<AttemptInquirerDeps, 'clock' | 'waitScale'>,
): boolean {
  const isOverdue =
    attempt.state === 'requires_action' &&
    clock.now().getTime() >= attempt.waitingSinceMs + actionDeadlineMs * waitScale
  return isOverdue || deposit.isCloseRequested || deposit.state === 'succeeded' || deposit.state === 'failed'
}

/** After the last inquiry: manual review. */
async function scheduleNextInquiry(
  reference: string,
  { store, applyResult, clock, waitScale }: AttemptInquirerDeps,
): Promise<void> {
  const isExhausted = await store.updateDeposit({ reference }, async (deposit, commands) => {
    const attempt = findAttempt(deposit, reference)
    if (attempt === undefined || !isActiveState(attempt.state) || attempt.state === 'manual_review') return false
    const now = clock.now()
    const inquiryCount = attempt.inquiryCount + 1
    const next = computeNextInquiryAtMs(attempt.state, inquiryCount, attempt.waitingSinceMs, waitScale)
    const needsReview =
      attempt.state !== 'requires_action' && now.getTime() >= attempt.waitingSinceMs + reviewAfterMs * waitScale
    await commands.scheduleInquiry(attempt.id, inquiryCount, next === null ? null : new Date(next), needsReview, now)
    return next === null
  })
  if (isExhausted === true)
    await applyResult(reference, { source: 'time', state: 'manual_review', errorClass: 'unresolved' })
}
