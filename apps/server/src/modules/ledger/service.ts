import type { Db } from '../../platform/database/database.ts'
import { createPracticeAccounts } from './practice-account.ts'
import { postEntriesCte, createLedgerStore, postEntryCte, type LedgerEntry, type LedgerLine } from './store.ts'

export { postEntriesCte, postEntryCte, type LedgerEntry, type LedgerLine }

export type LedgerService = ReturnType<typeof createLedgerService>

/** Double entry for everybody else: what is booked, and what a user owns. */
export function createLedgerService(db: Db) {
  const store = createLedgerStore(db)
  return {
    postEntry: store.postEntry,
    practice: createPracticeAccounts(),

    /** Cash, bonus and money held for a withdrawal, minor units of `currency`. */
    async findBalances(userId: number, currency: string): Promise<{ cash: number; bonus: number; hold: number }> {
      const rows = (await store.listBalances(userId)).filter((row) => row.currency === currency)
      const amountIn = (account: string) => rows.find((row) => row.account === account)?.amount ?? 0
      return { cash: amountIn('cash'), bonus: amountIn('bonus'), hold: amountIn('withdrawal_hold') }
    },
  }
}

/** The lines that move an amount from one account to another; both sides in minor units of one currency. */
export function buildTransferLines(
  from: { account: string; userId: number | null },
  to: { account: string; userId: number | null },
  amount: number,
  currency: string,
): LedgerLine[] {
  return [
    { ...from, currency, amount: -amount },
    { ...to, currency, amount },
  ]
}
