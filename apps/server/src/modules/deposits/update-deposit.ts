import type { AppContext } from '../../context.ts'
import { retryConflicts } from '../../platform/database/retry.ts'
import type { DepositKey } from './deposit-store.ts'
import type { Deposit } from './deposit.ts'

/** Each conflict means that another writer succeeded. */
const maxTries = 50

/**
 * Writes that depend on the current state. Optimistic: `decide` ends with at most one statement of `deposit-writes.ts` or one call
 * of `writeResult`, and runs again if the deposit has changed. @param prefetched must be recent @returns null if there is no such deposit
 */
export async function updateDeposit<Value>(
  { depositBatches }: Pick<AppContext, 'depositBatches'>,
  key: DepositKey,
  decide: (deposit: Deposit) => Promise<Value>,
  prefetched?: Deposit,
): Promise<Value | null> {
  const done = await retryConflicts(maxTries, [], async (tries) => {
    const deposit =
      prefetched !== undefined && tries === 0 ? prefetched : (await depositBatches.findByKey(key))?.deposit
    return deposit === undefined ? null : decide(deposit)
  })
  if (done === null) throw new Error('too many version conflicts on one deposit')
  return done.value
}
