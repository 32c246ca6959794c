import type { Db } from '../../platform/database/database.ts'
import { createPractice } from './practice-account.ts'
import { bookingExpressions, createLedgerStore, entryExpressions, type LedgerEntry, type LedgerLine } from './store.ts'

export { bookingExpressions, entryExpressions, type LedgerEntry, type LedgerLine }

export type LedgerService = ReturnType<typeof createLedgerService>

/** Double entry for everybody else: what is booked, and what a user owns. */
export function createLedgerService(db: Db) {
  const store = createLedgerStore(db)
  return {
    post: store.post,
    practice: createPractice(db),

    /** Cash, bonus and money held for a withdrawal, minor units of `currency`. */
    async owned(userId: number, currency: string): Promise<{ cash: number; bonus: number; hold: number }> {
      const rows = (await store.balances(userId)).filter((row) => row.currency === currency)
      const of = (account: string) => rows.find((row) => row.account === account)?.amount ?? 0
      return { cash: of('cash'), bonus: of('bonus'), hold: of('withdrawal_hold') }
    },
  }
}

/** The lines that move an amount from one account to another; both sides in minor units of one currency. */
export function transfer(
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
