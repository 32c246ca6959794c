/**
 * spec: account 4. One: no bonus. Two: a bonus whose turnover is done. Three: a bonus whose turnover is not done, which is given up.
 * Four: the trader is not verified, so the withdrawal waits for the documents.
 */
export type WithdrawalCase = 'one' | 'two' | 'three' | 'four'

/** One trader's money. Minor units. */
export type WithdrawableMoney = {
  readonly cash: number
  readonly bonus: number
  /** Bonuses whose turnover is not done. */
  readonly openBonuses: number
  readonly openCount: number
}

export function decideCase(isVerified: boolean, { bonus, openCount }: WithdrawableMoney): WithdrawalCase {
  if (!isVerified) return 'four'
  if (openCount > 0) return 'three'
  return bonus > 0 ? 'two' : 'one'
}

/** Bonus money whose turnover is done is the trader's own. */
export function computeFreeBonus({ bonus, openBonuses }: WithdrawableMoney): number {
  return Math.max(0, bonus - openBonuses)
}

/** Bonus money that a withdrawal takes because the turnover is not done, whatever the case is called. */
export function computeGivenUp(money: WithdrawableMoney): number {
  return money.openCount === 0 ? 0 : money.bonus - computeFreeBonus(money)
}

export function computeAvailable(money: WithdrawableMoney): number {
  return money.cash + computeFreeBonus(money)
}

/** Cash first. Null: there is not so much. @param withBonus also takes free bonus money */
export function splitAmount(
  amount: number,
  money: WithdrawableMoney,
  withBonus: boolean,
): { readonly cash: number; readonly bonus: number } | null {
  const cash = Math.min(amount, money.cash)
  const bonus = amount - cash
  return bonus > (withBonus ? computeFreeBonus(money) : 0) ? null : { cash, bonus }
}
