import type { Direction, TradeState } from './options.ts'

/** Returns how an option ends that was held until its expiry. Prices are in points. */
export function decideOutcome(direction: Direction, strikePoints: number, closePoints: number): 'won' | 'lost' | 'tie' {
  if (closePoints === strikePoints) return 'tie'
  return closePoints > strikePoints === (direction === 'up') ? 'won' : 'lost'
}

/** Returns the stake with the payout, which is rounded down, in minor units. */
export function computeWin(stake: number, payoutPercent: number): number {
  return stake + divideDown(stake, payoutPercent, 100)
}

/** Returns minor units. A sold option returns its value. */
export function computeReturn(
  state: Exclude<TradeState, 'open' | 'sold'>,
  stake: number,
  payoutPercent: number,
): number {
  switch (state) {
    case 'won':
      return computeWin(stake, payoutPercent)
    case 'lost':
      return 0
    case 'tie':
    case 'void':
    case 'refused':
      return stake
  }
}

/** Splits the return between cash and bonus in proportion to the stakes, in minor units. The part of the bonus is rounded down. */
export function splitReturn(
  returned: number,
  { stake, bonusStake }: { readonly stake: number; readonly bonusStake: number },
): { readonly cash: number; readonly bonus: number } {
  const bonus = divideDown(returned, bonusStake, stake)
  return { cash: returned - bonus, bonus }
}

/** Splits a stake, which is taken from cash first, in minor units. Null: there is too little money. */
export function splitStake(
  stake: number,
  balances: { readonly cash: number; readonly bonus: number },
): { readonly cash: number; readonly bonus: number } | null {
  const cash = Math.min(stake, balances.cash)
  const bonus = stake - cash
  return bonus > balances.bonus ? null : { cash, bonus }
}

/** Divides exactly, although the product can be larger than the largest safe integer. */
function divideDown(factor: number, other: number, divisor: number): number {
  return Number((BigInt(factor) * BigInt(other)) / BigInt(divisor))
}
