import type { TradeCounts } from '@tradefront/contract/history'

/** Won of won and lost: ties, sales and void trades decide nothing. Null without a decision. */
export function computeWinRate({ won, lost }: Pick<TradeCounts, 'won' | 'lost'>): number | null {
  return won + lost === 0 ? null : won / (won + lost)
}

/** A profit after each point. */
export function accumulate(curve: readonly (readonly [number, number])[]): { atMs: number; value: number }[] {
  let minor = 0
  return curve.map(([atMs, profit]) => {
    minor += Math.round(profit * 100)
    return { atMs, value: minor / 100 }
  })
}
