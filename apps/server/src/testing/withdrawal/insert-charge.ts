import { randomUUID } from 'node:crypto'

import type { Db } from '../../platform/database/database.ts'
import { buildTransferLines, postEntry } from '../../modules/ledger/service.ts'

/** A deposit by card that was credited. */
export async function insertCharge(db: Db, userId: number, amount: number, at: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const times = { created_at: at, updated_at: at }
    const deposit = await trx
      .insertInto('deposits')
      .values({
        ...{
          ...times,
          id: randomUUID(),
          user_id: userId,
          method: 'card',
          country: 'AU',
          amount,
          currency: 'USD',
          bonus: 0,
        },
        ...{ wagering_required: 0, fixed: true, processor_order: ['ORANGE'], state: 'succeeded', ended_at: at },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const attempt = await trx
      .insertInto('attempts')
      .values({
        ...{ ...times, deposit_id: deposit.id, seq: 1, processor: 'ORANGE', is_charging: true, state: 'succeeded' },
        ...{ reference: randomUUID(), waiting_since: at },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('captures')
      .values({
        ...times,
        attempt_id: attempt.id,
        deposit_id: deposit.id,
        processor: 'ORANGE',
        amount,
        currency: 'USD',
        status: 'credited',
      })
      .execute()
    const lines = buildTransferLines(
      { account: 'clearing:ORANGE', userId: null },
      { account: 'cash', userId },
      amount,
      'USD',
    )
    await postEntry(trx, { kind: 'deposit.credited', subject: `attempt:${attempt.id}`, at, lines })
  })
}
