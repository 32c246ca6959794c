import type { AppContext } from '../../context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { announceResult } from './announce-result.ts'
import { findDepositById } from './deposit-lookup-store.ts'
import { closeDeposit, requestClose } from './deposit-writes.ts'
import { updateDeposit } from './update-deposit.ts'
import { type DepositWithContext, findActiveAttempt, isOpen } from './deposit.ts'
import { inquireAttempt } from './inquire-attempt.ts'

/**
 * Cancels the active attempt of a deposit, for the trader's button. The processor's reply decides how the attempt ends. A step that the
 * trader has abandoned is cancelled by the job in `inquire-attempt.ts`, a deposit without a step by `close-idle-deposits.ts`.
 * @param after `processor`: the deposit continues with the next processor. `card`: the deposit is closed once no attempt is active.
 */
export async function cancelStep(
  context: AppContext,
  userId: number,
  id: string,
  after: 'processor' | 'card',
): Promise<DepositWithContext | null> {
  const { clock, db, onError } = context
  // Coins that are under way cannot be stopped.
  const found = await findDepositById(db, userId, id)
  if (found === null || found.method === 'crypto') throw new AppError('errors.not_found')
  const reference = await updateDeposit(context, { id }, async (deposit) => {
    const activeAttempt = findActiveAttempt(deposit)
    if (after === 'card' && isOpen(deposit)) {
      if (activeAttempt === null) await closeDeposit(db, deposit, 'deposits.canceled', clock.now())
      else await requestClose(db, deposit, 'deposits.canceled', clock.now())
    }
    return activeAttempt?.reference ?? null
  })
  if (reference !== null) {
    // The processor can e.g. have been removed from the product. The server asks again later, as without a reply.
    await inquireAttempt(context, reference, true).catch(onError)
    await announceResult(context, reference)
  }
  return findDepositById(db, userId, id)
}
