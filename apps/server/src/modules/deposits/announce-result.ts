import { isActiveState } from '@tradefront/rules/deposits/deposit-state-machine'

import type { AppContext } from '../../context.ts'
import { findDepositByReference } from './deposit-store.ts'
import { toDepositView } from './deposit-view.ts'
import type { DepositWithContext } from './deposit.ts'
import { makeInquiryDue } from './due-work-store.ts'

/** Announces a result that is not the reply to the user. Also asks about an attempt that is no longer needed, which cancels it. */
export async function announceResult(context: AppContext, reference: string): Promise<void> {
  const deposit = await findDepositByReference(context, reference)
  if (deposit === null) return
  await publishDeposit(context, deposit)
  const unneededAttempt = deposit.attempts.find(
    (attempt) => attempt.reference !== reference && isActiveState(attempt.state),
  )
  if (deposit.state === 'succeeded' && unneededAttempt !== undefined)
    await makeInquiryDue(context.db, unneededAttempt.reference, context.clock.now())
}

/** Sends the deposit to the user's tabs and devices. Never throws. */
export async function publishDeposit({ live }: AppContext, deposit: DepositWithContext): Promise<void> {
  const { userId, language } = deposit
  // Captured money can change the balance even if the deposit failed.
  const userEvents = deposit.captures.length > 0 ? [{ type: 'user_changed' } as const] : []
  await live.publish(userId, { type: 'deposit', deposit: toDepositView(deposit, language) }, ...userEvents)
}
