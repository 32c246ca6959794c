import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { createLedgerStore } from './store.ts'

/** What a practice account begins with, minor units (spec of the product: 10,000 in practice money). */
const initialBalance = 1_000_000

/** Practice money: an account of its own, which no entry may mix with money. */
export function createPracticeAccounts() {
  const findBalance = async (userId: number, currency: string, trx: Db): Promise<number> => {
    const rows = await createLedgerStore(trx).listBalances(userId)
    return rows.find((row) => row.account === 'practice' && row.currency === currency)?.amount ?? 0
  }

  const postAmount = async (userId: number, currency: string, amount: number, kind: string, at: Date, trx: Db) => {
    if (amount === 0) return
    const lines = [
      { account: 'practice_house', userId: null, currency, amount: -amount },
      { account: 'practice', userId, currency, amount },
    ]
    await createLedgerStore(trx).postEntry({ kind, subject: randomUUID(), at, lines })
  }

  /** Brings the balance to what it begins with. */
  const topUpBalance = async (userId: number, currency: string, at: Date, trx: Db): Promise<void> => {
    const shortfall = initialBalance - (await findBalance(userId, currency, trx))
    await postAmount(userId, currency, shortfall, 'practice.filled', at, trx)
  }

  return {
    topUpBalance,

    /** Takes all of it back; nothing else may book on the account meanwhile. */
    clearBalance: async (userId: number, currency: string, at: Date, trx: Db): Promise<void> => {
      await sql`select 1 from ledger_balances where user_id = ${userId} for update`.execute(trx)
      await postAmount(userId, currency, -(await findBalance(userId, currency, trx)), 'practice.ended', at, trx)
    },
  }
}
