import { randomUUID } from 'node:crypto'

import type { Db } from '../../platform/database/database.ts'
import { buildTransferLines, postEntry } from '../../modules/ledger/service.ts'

/**
 * A deposit that was credited. Minor units.
 * @param processor not of a card: a payment that was reported, such as BANK, or of coins. Of these, `coinUnits` satoshi or wei came.
 */
export async function insertCharge(
  db: Db,
  userId: number,
  amount: number,
  at: Date,
  currency = 'USD',
  processor = 'ORANGE',
  coinUnits?: bigint,
): Promise<{ readonly depositId: string; readonly attemptId: number }> {
  return db.transaction().execute(async (trx) => {
    const times = { created_at: at, updated_at: at }
    const reference = randomUUID()
    const isCoins = coinUnits !== undefined
    const deposit = await trx
      .insertInto('deposits')
      .values({
        ...{
          ...times,
          id: randomUUID(),
          user_id: userId,
          method: isCoins ? 'crypto' : processor === 'ORANGE' ? 'card' : 'wallet',
          country: 'AU',
          amount,
          currency,
          bonus: 0,
        },
        ...{ wagering_required: 0, fixed: true, processor_order: [processor], state: 'succeeded', ended_at: at },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const attempt = await trx
      .insertInto('attempts')
      .values({
        ...{ ...times, deposit_id: deposit.id, seq: 1, processor, is_charging: true, state: 'succeeded' },
        ...{ reference, waiting_since: at },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('captures')
      .values({
        ...times,
        attempt_id: attempt.id,
        deposit_id: deposit.id,
        processor,
        amount,
        currency,
        status: 'credited',
        processor_reference: isCoins ? `${reference}:0` : null,
      })
      .execute()
    if (isCoins)
      await insertReceipt(trx, {
        userId,
        depositId: deposit.id,
        reference,
        coin: processor,
        currency,
        units: coinUnits,
        at,
      })
    const lines = buildTransferLines(
      { account: isCoins ? 'crypto_clearing' : `clearing:${processor}`, userId: null },
      { account: 'cash', userId },
      amount,
      currency,
    )
    await postEntry(trx, { kind: 'deposit.credited', subject: `attempt:${attempt.id}`, at, lines })
    return { depositId: deposit.id, attemptId: attempt.id }
  })
}

type Receipt = {
  readonly userId: number
  readonly depositId: string
  readonly reference: string
  readonly coin: string
  readonly currency: string
  readonly units: bigint
  readonly at: Date
}

/** An invoice that was paid by one output, at a rate of 1. */
async function insertReceipt(
  trx: Db,
  { userId, depositId, reference, coin, currency, units, at }: Receipt,
): Promise<void> {
  const [amount, hash] = [units.toString(), reference]
  await trx
    .insertInto('crypto_invoices')
    .values({
      ...{
        guid: reference,
        deposit_id: depositId,
        user_id: userId,
        coin,
        currency,
        address: reference,
        request_hash: hash,
      },
      ...{
        amount_due: amount,
        locked_max: amount,
        tolerance: '0',
        rate: 1,
        market_rate: 1,
        spread_percent: 0,
        confirmations: 1,
      },
      ...{ expires_at: at, block_until: at, watch_until: at, created_at: at, ended_at: at, paid: true },
      derivation_index: Number.parseInt(reference.slice(0, 7), 16),
    })
    .execute()
  await trx
    .insertInto('crypto_receipts')
    .values({
      ...{ guid: reference, coin, txid: reference, output: 0, value: amount, state: 'credited' },
      ...{ arrived_at: at, mined_at: at, changed_at: at, created_at: at },
    })
    .execute()
}
