import { processorByName } from '@tradefront/processors/registry'
import { type AttemptState, isLive } from '@tradefront/rules/deposits/deposit-state-machine'
import {
  actionDeadlineMs,
  idleDeadlineMs,
  leaseMs,
  nextCheckAtMs,
  reviewAfterMs,
} from '@tradefront/rules/deposits/retry-schedule'

import type { Clock } from '../../platform/clock.ts'
import type { ProcessorGateway } from '../../gateways/processor-gateway.ts'
import { type Attempt, type Deposit, liveAttempt } from './deposit.ts'
import { type Evidence, evidenceOfStatus, type Order } from './attempt-result.ts'
import type { Outcomes } from './apply-result.ts'
import type { DepositStore } from './deposit-store.ts'

export type Resolver = ReturnType<typeof createResolver>

/** What came of an inquiry. */
export type Checked = { readonly said: AttemptState | null; readonly changed: boolean }

const notAsked: Checked = { said: null, changed: false }

type ResolverDeps = {
  readonly store: DepositStore
  readonly outcomes: Outcomes
  readonly gateway: ProcessorGateway
  readonly clock: Clock
  readonly waitScale: number
}

/** Ends what nobody has decided: asks the processor, gives abandoned steps up, sends what stays unknown to review. */
export function createResolver({ store, outcomes, gateway, clock, waitScale }: ResolverDeps) {
  return {
    /**
     * Asks about one attempt now.
     * @param giveUp ask the processor never to charge it, rather than how it stands
     * @param order an operator's: then a decided attempt is asked about, too
     * @returns what the processor says; null when it said nothing that can be read, or was not asked
     */
    async check(ourRef: string, giveUp = false, order?: Order): Promise<Checked> {
      const deposit = await store.byRef(ourRef)
      const attempt = deposit?.attempts.find((each) => each.ourRef === ourRef)
      if (deposit === null || attempt === undefined) return notAsked
      if (!isLive(attempt.state) && order === undefined) return notAsked
      if (!attempt.charges) {
        // A check that never answered took no money: it fails open.
        await outcomes.applyOutcome(ourRef, { source: 'time', verdict: 'never_happened', errorClass: 'no_answer' })
        return notAsked
      }
      if (attempt.state === 'sent') {
        await outcomes.applyOutcome(ourRef, { source: 'time', verdict: 'in_doubt', errorClass: 'no_answer' })
      }
      const evidence = await inquire(attempt, giveUp || isGivenUp(deposit, attempt))
      const applied =
        evidence === null
          ? null
          : await outcomes.applyOutcome(ourRef, { ...evidence, ...(order !== undefined && { order }) })
      await scheduleNext(ourRef)
      return { said: evidence?.verdict ?? null, changed: applied?.changed ?? false }
    },

    /** Attempts that are due, taken so that no other copy asks about them too. */
    claimDue(limit: number): Promise<string[]> {
      const now = clock.now()
      return store.claimDue(now, new Date(now.getTime() + leaseMs * waitScale), limit)
    },

    /** Closes deposits that nobody went on with. */
    async closeIdle(limit: number): Promise<number> {
      const now = clock.now()
      const ids = await store.idle(new Date(now.getTime() - idleDeadlineMs * waitScale), limit)
      for (const id of ids) {
        await store.change({ id }, async (deposit, writes) => {
          if (liveAttempt(deposit) === null && (deposit.state === 'open' || deposit.state === 'processing')) {
            await writes.close('cards.abandoned', true, clock.now())
          }
        })
      }
      return ids.length
    },
  }

  function isGivenUp(deposit: Deposit, attempt: Attempt): boolean {
    const overdue =
      attempt.state === 'requires_action' &&
      clock.now().getTime() >= attempt.waitingSinceMs + actionDeadlineMs * waitScale
    return overdue || deposit.closing || deposit.state === 'succeeded' || deposit.state === 'failed'
  }

  /** What the processor says. One that has never heard of the charge is asked never to make it: the call may still be under way. */
  async function inquire(attempt: Attempt, giveUp: boolean): Promise<Evidence | null> {
    const processor = processorByName(attempt.processor)
    const { upstream } = processor
    if (!giveUp) {
      const answer = await gateway.ask(upstream.status(attempt.ourRef))
      const charge = answer.ok ? upstream.readStatus(answer.json) : null
      if (charge?.status !== 'not_found') return charge === null ? null : evidenceOfStatus('inquiry', processor, charge)
    }
    const answer = await gateway.ask(upstream.cancel(attempt.ourRef))
    const charge = answer.ok ? upstream.readStatus(answer.json) : null
    return charge === null ? null : evidenceOfStatus('cancel', processor, charge)
  }

  /** After an inquiry that did not decide: when to ask again, and what the trader is told meanwhile. */
  async function scheduleNext(ourRef: string): Promise<void> {
    const stuck = await store.change({ ourRef }, async (deposit, writes) => {
      const attempt = deposit.attempts.find((each) => each.ourRef === ourRef)
      if (attempt === undefined || !isLive(attempt.state) || attempt.state === 'manual_review') return false
      const nowMs = clock.now().getTime()
      const checks = attempt.checks + 1
      const next = nextCheckAtMs(attempt.state, checks, attempt.waitingSinceMs, waitScale)
      const review = attempt.state !== 'requires_action' && nowMs >= attempt.waitingSinceMs + reviewAfterMs * waitScale
      await writes.recheck(attempt.id, checks, next === null ? null : new Date(next), review, new Date(nowMs))
      return next === null
    })
    if (stuck === true)
      await outcomes.applyOutcome(ourRef, { source: 'time', verdict: 'manual_review', errorClass: 'unresolved' })
  }
}
