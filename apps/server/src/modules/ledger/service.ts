import type { Db } from '../../platform/database/database.ts'
import { type DepositBonuses, countDepositBonuses, findReleaseMax } from './deposit-bonus-store.ts'
import { type LedgerLine, listBalances } from './store.ts'

export { findLedgerDifferences, type LedgerDifference, readInPieces, readUsersInPieces } from './check-ledger.ts'
export { countTurnoverCte, type Turnover } from './count-turnover.ts'
export {
  areDepositBonuses,
  cancelDepositBonusesCte,
  type DepositBonuses,
  depositBonusesCte,
} from './deposit-bonus-store.ts'
export {
  findDebt,
  insertWageringRequirement,
  type LedgerEntry,
  type LedgerLine,
  postEntriesCte,
  postEntry,
  postEntryCte,
  type WageringRequirement,
  wageringRequirementsCte,
} from './store.ts'

export { sumAccountMovements } from './sum-account-movements.ts'

export {
  balanceConstraints,
  type Bonus,
  type BonusMoney,
  findBonusMoney,
  findWithdrawalBonus,
  giveUpBonus,
  listEndedBonuses,
  listOpenBonuses,
  freezeOpenBonuses,
  hasStakedBonus,
  lockFrozenBonuses,
  lockOpenBonuses,
  takeFrozenBonuses,
  unfreezeBonuses,
  type WithdrawalBonus,
} from './bonuses.ts'

export { clearPracticeBalance, topUpPracticeBalance } from './practice-account.ts'

/** Finds the bonuses that came with a deposit, and how much bonus money goes with them, in minor units. */
export async function findDepositBonuses(db: Db, userId: number, currency: string, depositId: string) {
  const bonuses: DepositBonuses = await countDepositBonuses(db, depositId)
  const balances = await listBalances(db, userId)
  const findTaken = async (account: string, isFrozen: boolean) => {
    const left = balances.find((row) => row.account === account && row.currency === currency)?.amount ?? 0
    return Math.max(0, left - (await findReleaseMax(db, userId, currency, { isFrozen, exceptDepositId: depositId })))
  }
  return {
    bonuses,
    fromBonus: bonuses.open > 0 ? await findTaken('bonus', false) : 0,
    fromHold: bonuses.frozen > 0 ? await findTaken('bonus_hold', true) : 0,
  }
}

/** Finds cash, bonus and money held for a withdrawal, in minor units of `currency`. */
export async function findBalances(
  db: Db,
  userId: number,
  currency: string,
): Promise<{ cash: number; bonus: number; hold: number }> {
  const rows = (await listBalances(db, userId)).filter((row) => row.currency === currency)
  const amountIn = (account: string) => rows.find((row) => row.account === account)?.amount ?? 0
  return { cash: amountIn('cash'), bonus: amountIn('bonus'), hold: amountIn('withdrawal_hold') }
}

/** Builds lines that move an amount from one account to another, in minor units. */
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
