/**
 * spec: account 4. One: no bonus. Two: a bonus whose turnover is done, with or without which the trader withdraws. Three: a bonus whose
 * turnover is not done, which is given up. Four: the trader is not verified, so the withdrawal waits for the documents.
 */
export type WithdrawalCase = 'one' | 'two' | 'three' | 'four'

/** Money of one trader, in minor units. */
export type WithdrawableMoney = {
  readonly cash: number
  /** Bonus money whose turnover is not done, so that a withdrawal gives it up. */
  readonly bonus: number
  readonly openCount: number
  /** Amount that finished bonuses have released to cash, and withdrawals with the bonus have taken of it. */
  readonly released: number
  readonly takenOut: number
}

export function decideCase(isVerified: boolean, money: WithdrawableMoney): WithdrawalCase {
  if (!isVerified) return 'four'
  if (money.openCount > 0) return 'three'
  return computeFreeBonus(money) > 0 ? 'two' : 'one'
}

/** Returns the part of the cash that finished bonuses have released. */
export function computeFreeBonus({ cash, released, takenOut }: WithdrawableMoney): number {
  return Math.max(0, Math.min(cash, released - takenOut))
}

/**
 * Splits an amount, which is taken from own cash first. Null: there is not so much.
 * @param withBonus also takes what finished bonuses have released
 */
export function splitAmount(
  amount: number,
  money: WithdrawableMoney,
  withBonus: boolean,
): { readonly cash: number; readonly bonus: number } | null {
  const free = computeFreeBonus(money)
  const cash = Math.min(amount, money.cash - free)
  const bonus = amount - cash
  return bonus > (withBonus ? free : 0) ? null : { cash, bonus }
}
