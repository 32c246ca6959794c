import { getMarketState } from '@tradefront/rules/trading/trading-hours'

import { cash, computeProfit, type Gain, type Game, type Strategy, summarizeGains } from './strategy.ts'
import { pullTowards } from './faulty-walks.ts'
import { getSymbol, productWalk, type Walk } from './walk.ts'

const fridayMs = Date.parse('2026-11-20T00:00:00Z')
const expiryMinutes = 15

/** Finds the minute of its day in which the market changes. */
function findChange(fromMs: number): number {
  const { changesAtMs } = getMarketState('week', fromMs)
  return ((changesAtMs ?? 0) % 86_400_000) / 60_000
}

/**
 * Buys at the opening on Sunday, back towards the last price of Friday.
 * @param walkOnSunday gets the price of Friday; null: prices stand still while the market is closed
 */
function playGaps({ seed, runs }: Game, weekends: number, walkOnSunday: ((fridayPoints: number) => Walk) | null): Gain {
  const symbol = getSymbol('EURUSD')
  const [closing, opening] = [findChange(fridayMs), findChange(fridayMs + 86_400_000)]
  const gains = Array.from({ length: weekends * runs }, (_, weekend) => {
    const last = productWalk(symbol, seed, 3 * weekend).getPrice(closing)
    const sunday =
      walkOnSunday === null
        ? productWalk(symbol, seed, 3 * weekend + 2, last)
        : walkOnSunday(last)(
            symbol,
            seed,
            3 * weekend + 2,
            productWalk(symbol, seed, 3 * weekend + 1, last).getPrice(1439),
          )
    const from = walkOnSunday === null ? 0 : opening
    const opened = sunday.getPrice(from)
    const closes = [sunday, sunday.mirrorFrom(from)].map((day) => day.getPrice(from + expiryMinutes))
    const profits = closes.map((close) => computeProfit(symbol, opened > last ? 'down' : 'up', opened, close))
    return profits.reduce((sum, profit) => sum + profit, 0) / profits.length
  })
  return summarizeGains(gains)
}

export const fadeWeekendGap: Strategy = {
  name: 'buys at the opening of the week against the gap since its last close',
  per: 'stake',
  kind: cash,
  play: (game) => playGaps(game, 20, null),
  planted: {
    fault: 'the market had gaps, and closed them after the opening',
    play: (game) => playGaps(game, 20, (points) => pullTowards(points, 1260)),
  },
}
