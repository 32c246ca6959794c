import { randomUUID } from 'node:crypto'

import type { Db } from '../../platform/database/database.ts'
import { listBalances, postEntry } from './store.ts'

/** 10,000 in minor units. */
const initialBalance = 1_000_000

/** Fills the balance up. The database rejects entries that mix practice with real money. */
export async function topUpPracticeBalance(trx: Db, userId: number, currency: string, at: Date): Promise<void> {
  const shortfall = initialBalance - (await findPracticeBalance(trx, userId, currency))
  await postPracticeEntry(trx, userId, currency, shortfall, 'practice.filled', at)
}

/** Empties the balance. The transaction must have locked the user. */
export async function clearPracticeBalance(trx: Db, userId: number, currency: string, at: Date): Promise<void> {
  await postPracticeEntry(
    trx,
    userId,
    currency,
    -(await findPracticeBalance(trx, userId, currency)),
    'practice.ended',
    at,
  )
}

async function findPracticeBalance(trx: Db, userId: number, currency: string): Promise<number> {
  const rows = await listBalances(trx, userId)
  return rows.find((row) => row.account === 'practice' && row.currency === currency)?.amount ?? 0
}

async function postPracticeEntry(trx: Db, userId: number, currency: string, amount: number, kind: string, at: Date) {
  if (amount === 0) return
  const lines = [
    { account: 'practice_house', userId: null, currency, amount: -amount },
    { account: 'practice', userId, currency, amount },
  ]
  await postEntry(trx, { kind, subject: randomUUID(), at, lines })
}
