import { isClaimReached } from '@tradefront/rules/deposits/claims'
import { isActiveState, type Transition } from '@tradefront/rules/deposits/deposit-state-machine'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { Operator } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { AttemptResult } from './attempt-result.ts'
import { buildResultWrite } from './build-result-write.ts'
import type { DepositBatches } from './deposit-store.ts'
import { type Deposit, type DepositWithContext, findAttempt, isOpen } from './deposit.ts'
import { deriveAttemptReference } from './derive-references.ts'
import { findDepositById } from './deposit-lookup-store.ts'

/** `received` in minor units of the deposit's currency. `reason` is shown to the trader. */
export type ClaimDecision =
  | { readonly kind: 'accepted'; readonly received: number }
  | { readonly kind: 'rejected'; readonly reason: string }

type ClaimsDeps = {
  readonly db: Db
  readonly batches: DepositBatches
  readonly clock: Clock
  readonly waitScale: number
  readonly onResultApplied: (reference: string) => Promise<void>
}

const waitingForDecision: Transition = {
  attempt: 'manual_review',
  deposit: 'review',
  captureStatus: null,
  raisesAlert: true,
}

export type Claims = ReturnType<typeof createClaims>

/** Money that a trader has sent from outside: there is no processor to ask, an operator decides. */
export function createClaims(deps: ClaimsDeps) {
  const { db, batches, clock, onResultApplied } = deps

  return {
    /** Safe to repeat: continues where an earlier call stopped. Returns the deposit in review. */
    async submitClaim(opened: DepositWithContext): Promise<DepositWithContext> {
      const [processor] = opened.processorOrder
      if (processor === undefined || !isOpen(opened)) return opened
      const { id, userId } = opened
      const reference = deriveAttemptReference(id, processor)
      const now = clock.now()
      await batches.updateDeposit({ id }, async (deposit, commands) => {
        if (deposit.attempts.length > 0 || !isOpen(deposit)) return
        // If the next step is lost, an inquiry makes up for it.
        await commands.insertAttempt({ processor, isCharging: true, reference, nextCheckAt: now }, null, now)
      })
      await batches.updateDeposit({ reference }, async (deposit, commands) => {
        const attempt = findAttempt(deposit, reference)
        if (attempt?.state !== 'sent') return
        const result = { source: 'reply', state: 'manual_review' } as const
        const write = buildResultWrite(deps, deposit, attempt, result, waitingForDecision)
        await commands.writeResult(write, clock.now())
      })
      return (await findDepositById(db, userId, id)) ?? opened
    },

    /** Once: of two operators the second is refused. */
    async decideClaim(
      reference: string,
      decision: ClaimDecision,
      by: Operator,
    ): Promise<Result<void, 'wallets.claim_decided'>> {
      const isDecided = await batches.updateDeposit({ reference }, async (deposit, commands) => {
        const attempt = findAttempt(deposit, reference)
        if (attempt === undefined || !isActiveState(attempt.state)) return false
        const { result, next } = deriveDecision(deposit, decision, by)
        await commands.writeResult(buildResultWrite(deps, deposit, attempt, result, next), clock.now())
        return true
      })
      if (isDecided !== true) return refuse('wallets.claim_decided')
      await onResultApplied(reference)
      return ok()
    },
  }
}

function deriveDecision(
  { amount, currency }: Deposit,
  decision: ClaimDecision,
  by: Operator,
): { readonly result: AttemptResult; readonly next: Transition } {
  if (decision.kind === 'rejected') {
    return {
      result: {
        source: 'operator',
        state: 'not_charged',
        errorClass: 'rejected',
        reason: 'wallets.claim_rejected',
        reasonText: decision.reason,
        operatorAction: { by, action: 'claim.reject' },
      },
      next: { attempt: 'not_charged', deposit: 'failed', captureStatus: null, raisesAlert: false },
    }
  }
  const isReached = isClaimReached(amount, decision.received)
  return {
    result: {
      source: 'operator',
      state: 'succeeded',
      money: { amount: decision.received, currency },
      reason: 'wallets.claim_part',
      operatorAction: { by, action: 'claim.accept' },
    },
    next: {
      attempt: 'succeeded',
      deposit: isReached ? 'succeeded' : 'failed',
      captureStatus: isReached ? 'credited' : 'credited_late',
      raisesAlert: false,
    },
  }
}
