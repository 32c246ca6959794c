import { createDepositStore } from '../../modules/deposits/deposit-store.ts'
import { createReversalService } from '../../modules/deposits/refunds/reversal-service.ts'
import type { PayoutStop } from '../../modules/deposits/service.ts'
import { createPayoutStop } from '../../modules/withdrawal/service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'

/** As after a chargeback. False if the charge is not on the account. */
export async function takeBackCharge(
  db: Db,
  clock: Clock,
  userId: number,
  { depositId, attemptId }: { readonly depositId: string; readonly attemptId: number },
  payouts: PayoutStop = createPayoutStop({ mail: { send: async () => true }, publicUrl: '' }),
): Promise<boolean> {
  const store = createDepositStore(db)
  const deposit = await store.findById(userId, depositId)
  if (deposit === null) throw new Error('no deposit')
  const reversals = createReversalService({ db, store, payouts, clock })
  return (await reversals.takeBackCapture(deposit, { attemptId, number: 1 }, 'chargeback')).ok
}
