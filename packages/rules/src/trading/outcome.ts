import type { Direction, TradeState } from './options.ts'

/** How an option ends that was held until its expiry. Prices in points. */
export function decideOutcome(direction: Direction, strikePoints: number, closePoints: number): 'won' | 'lost' | 'tie' {
  if (closePoints === strikePoints) return 'tie'
  return closePoints > strikePoints === (direction === 'up') ? 'won' : 'lost'
}

/** The stake with the payout, which is rounded down. Minor units. */
export function computeWin(stake: number, payoutPercent: number): number {
  return stake + divideDown(stake, payoutPercent, 100)
}

/** Minor units. A sold option returns its value. */
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

/** The return goes to cash and bonus in proportion to the stakes; the part of the bonus is rounded down. Minor units. */
export function splitReturn(
  returned: number,
  { stake, bonusStake }: { readonly stake: number; readonly bonusStake: number },
): { readonly cash: number; readonly bonus: number } {
  const bonus = divideDown(returned, bonusStake, stake)
  return { cash: returned - bonus, bonus }
}

/** The stake is taken from cash first. Null: there is too little. Minor units. */
export function splitStake(
  stake: number,
  balances: { readonly cash: number; readonly bonus: number },
): { readonly cash: number; readonly bonus: number } | null {
  const cash = Math.min(stake, balances.cash)
  const bonus = stake - cash
  return bonus > balances.bonus ? null : { cash, bonus }
}

/** Exact, although the product can be larger than the largest safe integer. */
function divideDown(factor: number, other: number, divisor: number): number {
  return Number((BigInt(factor) * BigInt(other)) / BigInt(divisor))
}
