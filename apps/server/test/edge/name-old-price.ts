import { isPriceWorse, maxQuoteAgeMs } from '@tradefront/rules/trading/purchase-rules'
import type { Direction } from '@tradefront/rules/trading/options'

import { cash, computeProfit, type Gain, type Game, type Strategy, summarizeGains } from './strategy.ts'
import { getSymbol, productWalk, stepsPerMinute } from './walk.ts'

const stepsAgo = maxQuoteAgeMs / 200
/** Steps of 30 s. */
const optionSteps = 150

/** Returns the direction and price of a purchase, or null for none. */
type Fill = (
  seen: number,
  arrival: number,
  minute: number,
) => { readonly direction: Direction; readonly price: number } | null

/** Buys at the starts of minutes. Each purchase is also settled with all later deviates mirrored. */
function playFills({ seed, runs }: Game, days: number, fill: Fill): Gain {
  const symbol = getSymbol('XAUUSD')
  const gains: number[] = []
  for (let index = 0; index < days * runs; index += 1) {
    const day = productWalk(symbol, seed, index)
    for (let minute = 1; minute < 1400; minute += 2) {
      const seen = day.getMinute(minute - 1)[stepsPerMinute - stepsAgo] ?? 0
      const filled = fill(seen, day.getPrice(minute), minute)
      if (filled === null) continue
      const closes = [day, day.mirrorFrom(minute)].map((each) => each.getMinute(minute)[optionSteps] ?? 0)
      const profits = closes.map((close) => computeProfit(symbol, filled.direction, filled.price, close))
      gains.push(profits.reduce((sum, profit) => sum + profit, 0) / profits.length)
    }
  }
  return summarizeGains(gains)
}

/** Chooses the direction in which the old price is better than the present one. */
const chooseBetter = (seen: number, arrival: number): Direction => (arrival > seen ? 'up' : 'down')

export const nameOldPrice: Strategy = {
  name: 'names a price that is 2 s old and better than the present one, with any tolerance',
  per: 'stake',
  kind: cash,
  play: (game) =>
    playFills(game, 1, (seen, arrival) => {
      const direction = chooseBetter(seen, arrival)
      // The page sends the tolerance, so that the trader can choose it.
      return isPriceWorse(direction, arrival, seen, 1e9) ? null : { direction, price: arrival }
    }),
  planted: {
    fault: 'the named price were the price of the purchase',
    play: (game) => playFills(game, 4, (seen, arrival) => ({ direction: chooseBetter(seen, arrival), price: seen })),
  },
}

export const waitForLock: Strategy = {
  name: 'makes purchases wait until their price is 2 s old: the order cannot be changed any more',
  per: 'stake',
  kind: cash,
  play: (game) =>
    playFills(game, 3, (seen, _arrival, minute) => ({ direction: minute % 4 === 1 ? 'up' : 'down', price: seen })),
  planted: {
    fault: 'the direction of a waiting purchase could be changed',
    play: (game) => playFills(game, 4, (seen, arrival) => ({ direction: chooseBetter(seen, arrival), price: seen })),
  },
}

export const refuseWorse: Strategy = {
  name: 'sends every purchase with no tolerance over a slow line, so that only better prices are filled',
  per: 'stake',
  kind: cash,
  play: (game) =>
    playFills(game, 2, (seen, arrival, minute) => {
      const direction = minute % 4 === 1 ? 'up' : 'down'
      return isPriceWorse(direction, arrival, seen, 0) ? null : { direction, price: arrival }
    }),
  planted: {
    fault: 'only purchases at worse prices were filled, at the price seen',
    play: (game) =>
      playFills(game, 8, (seen, arrival, minute) => {
        const direction = minute % 4 === 1 ? 'up' : 'down'
        return isPriceWorse(direction, arrival, seen, 0) ? { direction, price: seen } : null
      }),
  },
}
