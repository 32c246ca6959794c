import { isClaimReached } from '@tradefront/rules/deposits/claims'
import { isActiveState, type Transition } from '@tradefront/rules/deposits/deposit-state-machine'
import { ok, refuse, type Result } from '@tradefront/rules/result'

import type { AppContext } from '../../context.ts'
import type { Operator } from '../../platform/audit.ts'
import { announceResult } from './announce-result.ts'
import type { AttemptResult } from './attempt-result.ts'
import { buildResultWrite } from './build-result-write.ts'
import { insertAttempt } from './deposit-writes.ts'
import { updateDeposit } from './update-deposit.ts'
import { type Deposit, type DepositWithContext, findAttempt, isOpen } from './deposit.ts'
import { deriveAttemptReference } from './derive-references.ts'
import { findDepositById } from './deposit-lookup-store.ts'
import { writeResult } from './result-writer.ts'

/** `received` is in minor units of the deposit's currency. `reason` is shown to the trader. */
export type ClaimDecision =
  | { readonly kind: 'accepted'; readonly received: number }
  | { readonly kind: 'rejected'; readonly reason: string }

const waitingForDecision: Transition = {
  attempt: 'manual_review',
  deposit: 'review',
  captureStatus: null,
  raisesAlert: true,
}

// A claim is money that a trader has sent from outside: there is no processor to ask, an operator decides.

/** Submits a claim. Safe to repeat: continues where an earlier call stopped. Returns the deposit in review. */
export async function submitClaim(context: AppContext, opened: DepositWithContext): Promise<DepositWithContext> {
  const { clock, db } = context
  const [processor] = opened.processorOrder
  if (processor === undefined || !isOpen(opened)) return opened
  const { id, userId } = opened
  const reference = deriveAttemptReference(id, processor)
  const now = clock.now()
  await updateDeposit(context, { id }, async (deposit) => {
    if (deposit.attempts.length > 0 || !isOpen(deposit)) return
    // If the next step is lost, an inquiry makes up for it.
    await insertAttempt(db, deposit, { processor, isCharging: true, reference, nextCheckAt: now }, null, now)
  })
  await updateDeposit(context, { reference }, async (deposit) => {
    const attempt = findAttempt(deposit, reference)
    if (attempt?.state !== 'sent') return
    const result = { source: 'reply', state: 'manual_review' } as const
    const write = buildResultWrite(context, deposit, attempt, result, waitingForDecision)
    await writeResult(context, deposit, write)
  })
  return (await findDepositById(db, userId, id)) ?? opened
}

/** Decides a claim, once: of two operators the second is refused. */
export async function decideClaim(
  context: AppContext,
  reference: string,
  decision: ClaimDecision,
  by: Operator,
): Promise<Result<void, 'wallets.claim_decided'>> {
  const isDecided = await updateDeposit(context, { reference }, async (deposit) => {
    const attempt = findAttempt(deposit, reference)
    if (attempt === undefined || !isActiveState(attempt.state)) return false
    const { result, next } = deriveDecision(deposit, decision, by)
    const write = buildResultWrite(context, deposit, attempt, result, next)
    await writeResult(context, deposit, write)
    return true
  })
  if (isDecided !== true) return refuse('wallets.claim_decided')
  await announceResult(context, reference)
  return ok()
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
