import { getProcessor } from '@tradefront/processors/registry'
import { type AttemptState, isActiveState } from '@tradefront/rules/deposits/deposit-state-machine'
import {
  actionDeadlineMs,
  idleDeadlineMs,
  leaseMs,
  computeNextInquiryAtMs,
  reviewAfterMs,
} from '@tradefront/rules/deposits/retry-schedule'

import type { Clock } from '../../platform/clock.ts'
import type { ProcessorGateway } from '../../gateways/processor-gateway.ts'
import { type Attempt, type Deposit, findActiveAttempt } from './deposit.ts'
import { type AttemptResult, deriveResultFromStatus, type OperatorAction } from './attempt-result.ts'
import type { ResultApplier } from './apply-result.ts'
import type { DepositStore } from './deposit-store.ts'

export type AttemptReconciler = ReturnType<typeof createAttemptReconciler>

/** What came of an inquiry. */
export type InquiryResult = { readonly said: AttemptState | null; readonly changed: boolean }

const noInquiry: InquiryResult = { said: null, changed: false }

type AttemptReconcilerDeps = {
  readonly store: DepositStore
  readonly resultApplier: ResultApplier
  readonly gateway: ProcessorGateway
  readonly clock: Clock
  readonly waitScale: number
}

/** Ends what nobody has decided: asks the processor, gives abandoned steps up, sends what stays unknown to review. */
export function createAttemptReconciler({ store, resultApplier, gateway, clock, waitScale }: AttemptReconcilerDeps) {
  return {
    /**
     * Asks about one attempt now.
     * @param mustCancel ask the processor never to charge it, rather than how it stands
     * @param operatorAction an operator's: then a decided attempt is asked about, too
     * @returns what the processor says; null when it said nothing that can be read, or was not asked
     */
    async reconcileAttempt(
      ourRef: string,
      mustCancel = false,
      operatorAction?: OperatorAction,
    ): Promise<InquiryResult> {
      const deposit = await store.findByAttemptRef(ourRef)
      const attempt = deposit?.attempts.find((each) => each.ourRef === ourRef)
      if (deposit === null || attempt === undefined) return noInquiry
      if (!isActiveState(attempt.state) && operatorAction === undefined) return noInquiry
      if (!attempt.charges) {
        // A check that never answered took no money: it fails open.
        await resultApplier.applyResult(ourRef, { source: 'time', state: 'never_happened', errorClass: 'no_answer' })
        return noInquiry
      }
      if (attempt.state === 'sent') {
        await resultApplier.applyResult(ourRef, { source: 'time', state: 'in_doubt', errorClass: 'no_answer' })
      }
      const result = await inquireStatus(attempt, mustCancel || isDueForCancellation(deposit, attempt))
      const applied =
        result === null
          ? null
          : await resultApplier.applyResult(ourRef, {
              ...result,
              ...(operatorAction !== undefined && { operatorAction }),
            })
      await scheduleNextInquiry(ourRef)
      return { said: result?.state ?? null, changed: applied?.changed ?? false }
    },

    /** Attempts that are due, taken so that no other copy asks about them too. */
    claimDueAttempts(limit: number): Promise<string[]> {
      const now = clock.now()
      return store.claimDueAttempts(now, new Date(now.getTime() + leaseMs * waitScale), limit)
    },

    /** Closes deposits that nobody went on with. */
    async closeIdleDeposits(limit: number): Promise<number> {
      const now = clock.now()
      const ids = await store.listIdleDeposits(new Date(now.getTime() - idleDeadlineMs * waitScale), limit)
      for (const id of ids) {
        await store.updateDeposit({ id }, async (deposit, writes) => {
          if (findActiveAttempt(deposit) === null && (deposit.state === 'open' || deposit.state === 'processing')) {
            await writes.closeDeposit('cards.abandoned', true, clock.now())
          }
        })
      }
      return ids.length
    },
  }

  function isDueForCancellation(deposit: Deposit, attempt: Attempt): boolean {
    const isOverdue =
      attempt.state === 'requires_action' &&
      clock.now().getTime() >= attempt.waitingSinceMs + actionDeadlineMs * waitScale
    return isOverdue || deposit.closing || deposit.state === 'succeeded' || deposit.state === 'failed'
  }

  /** What the processor says. One that has never heard of the charge is asked never to make it: the call may still be under way. */
  async function inquireStatus(attempt: Attempt, mustCancel: boolean): Promise<AttemptResult | null> {
    const processor = getProcessor(attempt.processor)
    const { upstream } = processor
    if (!mustCancel) {
      const response = await gateway.sendRequest(upstream.buildStatusRequest(attempt.ourRef))
      const charge = response.ok ? upstream.parseChargeStatus(response.json) : null
      if (charge?.status !== 'not_found')
        return charge === null ? null : deriveResultFromStatus('inquiry', processor, charge)
    }
    const response = await gateway.sendRequest(upstream.buildCancelRequest(attempt.ourRef))
    const charge = response.ok ? upstream.parseChargeStatus(response.json) : null
    return charge === null ? null : deriveResultFromStatus('cancel', processor, charge)
  }

  /** After an inquiry that did not decide: when to ask again, and what the trader is told meanwhile. */
  async function scheduleNextInquiry(ourRef: string): Promise<void> {
    const isExhausted = await store.updateDeposit({ ourRef }, async (deposit, writes) => {
      const attempt = deposit.attempts.find((each) => each.ourRef === ourRef)
      if (attempt === undefined || !isActiveState(attempt.state) || attempt.state === 'manual_review') return false
      const nowMs = clock.now().getTime()
      const inquiryCount = attempt.checks + 1
      const next = computeNextInquiryAtMs(attempt.state, inquiryCount, attempt.waitingSinceMs, waitScale)
      const needsReview =
        attempt.state !== 'requires_action' && nowMs >= attempt.waitingSinceMs + reviewAfterMs * waitScale
      await writes.scheduleInquiry(
        attempt.id,
        inquiryCount,
        next === null ? null : new Date(next),
        needsReview,
        new Date(nowMs),
      )
      return next === null
    })
    if (isExhausted === true)
      await resultApplier.applyResult(ourRef, { source: 'time', state: 'manual_review', errorClass: 'unresolved' })
  }
}
