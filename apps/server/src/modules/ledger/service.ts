import type { Db } from '../../platform/database/database.ts'
import { createBonuses } from './bonuses.ts'
import { createPracticeAccounts } from './practice-account.ts'
import { type LedgerLine, listBalances, sumDepositBonuses } from './store.ts'

export { findLedgerDifferences, type LedgerDifference, readInPieces } from './check-ledger.ts'
export {
  cancelDepositBonusesCte,
  countTurnoverCte,
  depositBonusesCte,
  insertWageringRequirement,
  type LedgerEntry,
  type LedgerLine,
  postEntriesCte,
  postEntry,
  postEntryCte,
  type Turnover,
  type WageringRequirement,
  wageringRequirementsCte,
} from './store.ts'

export {
  balanceConstraints,
  type Bonus,
  type BonusMoney,
  findBonusMoney,
  giveUpOpenBonuses,
  hasStakedBonus,
} from './bonuses.ts'

export type LedgerService = ReturnType<typeof createLedgerService>

export function createLedgerService(db: Db) {
  return {
    practice: createPracticeAccounts(),
    bonuses: createBonuses(db),
    sumDepositBonuses: (depositId: string) => sumDepositBonuses(db, depositId),

    /** Cash, bonus and money held for a withdrawal, minor units of `currency`. */
    async findBalances(userId: number, currency: string): Promise<{ cash: number; bonus: number; hold: number }> {
      const rows = (await listBalances(db, userId)).filter((row) => row.currency === currency)
      const amountIn = (account: string) => rows.find((row) => row.account === account)?.amount ?? 0
      return { cash: amountIn('cash'), bonus: amountIn('bonus'), hold: amountIn('withdrawal_hold') }
    },
  }
}

/** Lines that move an amount from one account to another. Minor units. */
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
