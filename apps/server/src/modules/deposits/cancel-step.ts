import { AppError } from '../../platform/http/errors.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { AttemptInquirer } from './attempt-inquirer.ts'
import type { DepositBatches } from './deposit-store.ts'
import { type DepositWithContext, findActiveAttempt, isOpen } from './deposit.ts'
import { findDepositById } from './deposit-lookup-store.ts'

type CancelStepDeps = {
  readonly db: Db
  readonly batches: DepositBatches
  readonly inquirer: AttemptInquirer
  readonly clock: Clock
  readonly onResultApplied: (reference: string) => Promise<void>
  readonly onError: (error: unknown) => void
}

/**
 * Cancels the active attempt of a deposit. The processor's reply decides how the attempt ends.
 * @param after `processor`: the deposit continues with the next processor. `card`: the deposit is closed once no attempt is active.
 */
export function createCancelStep({ db, batches, inquirer, clock, onResultApplied, onError }: CancelStepDeps) {
  return async (userId: number, id: string, after: 'processor' | 'card'): Promise<DepositWithContext | null> => {
    // Coins that are under way cannot be stopped.
    const found = await findDepositById(db, userId, id)
    if (found === null || found.method === 'crypto') throw new AppError('errors.not_found')
    const reference = await batches.updateDeposit({ id }, async (deposit, commands) => {
      const activeAttempt = findActiveAttempt(deposit)
      if (after === 'card' && isOpen(deposit)) {
        if (activeAttempt === null) await commands.closeDeposit('deposits.canceled', clock.now())
        else await commands.requestClose('deposits.canceled', clock.now())
      }
      return activeAttempt?.reference ?? null
    })
    if (reference !== null) {
      // E.g. the processor was removed from the product. As without a reply, the server asks again later.
      await inquirer.inquireAttempt(reference, true).catch(onError)
      await onResultApplied(reference)
    }
    return findDepositById(db, userId, id)
  }
}
