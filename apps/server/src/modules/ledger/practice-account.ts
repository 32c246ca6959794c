import { randomUUID } from 'node:crypto'

import type { Db } from '../../platform/database/database.ts'
import { listBalances, postEntry } from './store.ts'

/** 10,000 in minor units. */
const initialBalance = 1_000_000

/** The database rejects entries that mix it with real money. */
export function createPracticeAccounts() {
  const findBalance = async (userId: number, currency: string, trx: Db): Promise<number> => {
    const rows = await listBalances(trx, userId)
    return rows.find((row) => row.account === 'practice' && row.currency === currency)?.amount ?? 0
  }

  const postAmount = async (userId: number, currency: string, amount: number, kind: string, at: Date, trx: Db) => {
    if (amount === 0) return
    const lines = [
      { account: 'practice_house', userId: null, currency, amount: -amount },
      { account: 'practice', userId, currency, amount },
    ]
    await postEntry(trx, { kind, subject: randomUUID(), at, lines })
  }

  const topUpBalance = async (userId: number, currency: string, at: Date, trx: Db): Promise<void> => {
    const shortfall = initialBalance - (await findBalance(userId, currency, trx))
    await postAmount(userId, currency, shortfall, 'practice.filled', at, trx)
  }

  return {
    topUpBalance,

    /** The transaction must have locked the user. */
    clearBalance: async (userId: number, currency: string, at: Date, trx: Db): Promise<void> => {
      await postAmount(userId, currency, -(await findBalance(userId, currency, trx)), 'practice.ended', at, trx)
    },
  }
}
