import type { TradeCounts } from '@tradefront/contract/history'

/**
 * Returns the part of trades that were won, of those won or lost: ties, sales and void trades decide nothing. Null: no trade was won or
 * lost.
 */
export function computeWinRate({ won, lost }: Pick<TradeCounts, 'won' | 'lost'>): number | null {
  return won + lost === 0 ? null : won / (won + lost)
}

/** Returns the sum of profits after each point. */
export function accumulate(curve: readonly (readonly [number, number])[]): { atMs: number; value: number }[] {
  let minor = 0
  return curve.map(([atMs, profit]) => {
    minor += Math.round(profit * 100)
    return { atMs, value: minor / 100 }
  })
}
