import { AppError } from '../../platform/http/errors.ts'
import type { Clock } from '../../platform/clock.ts'
import type { AttemptReconciler } from './attempt-reconciler.ts'
import type { DepositStore } from './deposit-store.ts'
import { type DepositWithContext, findActiveAttempt, isOpen } from './deposit.ts'

type CancelDepositDeps = {
  readonly store: DepositStore
  readonly reconciler: AttemptReconciler
  readonly clock: Clock
  readonly onResultApplied: (reference: string) => Promise<void>
}

/**
 * The processor's reply decides how the attempt ends. @param after `processor`: continue with the next one; `card`: also close the deposit
 * when nothing is undecided
 */
export function createCancelDeposit({ store, reconciler, clock, onResultApplied }: CancelDepositDeps) {
  return async (userId: number, id: string, after: 'processor' | 'card'): Promise<DepositWithContext | null> => {
    if ((await store.findById(userId, id)) === null) throw new AppError('errors.not_found')
    const reference = await store.updateDeposit({ id }, async (deposit, commands) => {
      const activeAttempt = findActiveAttempt(deposit)
      if (after === 'card' && isOpen(deposit))
        await commands.closeDeposit('cards.abandoned', activeAttempt === null, clock.now())
      return activeAttempt?.reference ?? null
    })
    if (reference !== null) {
      await reconciler.reconcileAttempt(reference, true)
      await onResultApplied(reference)
    }
    return store.findById(userId, id)
  }
}
