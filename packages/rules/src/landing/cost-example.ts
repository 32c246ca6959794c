/**
 * Returns the percentage of winning trades, rounded up.
 * @param payout e.g. 0.82
 */
export function calculateBreakEvenPercent(payout: number): number {
  return Math.ceil(100 / (1 + payout) - 1e-9)
}

/**
 * Computes what is left after a series of options with the same stake, in major units, to the cent.
 * @param payout e.g. 0.82
 * @param wins of `trades`; a price that stays the same is not counted
 */
export function calculateSeries(series: {
  readonly stake: number
  readonly payout: number
  readonly trades: number
  readonly wins: number
}) {
  const { stake, payout, trades, wins } = series
  const won = toCents(wins * stake * payout)
  const lost = toCents((trades - wins) * stake)
  return { staked: toCents(trades * stake), won, lost, result: toCents(won - lost) }
}

const toCents = (amount: number): number => Math.round(amount * 100) / 100
