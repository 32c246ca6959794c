import { findCrossing, signalCandles, signalCandleSeconds } from '@tradefront/rules/signals/crossings'

import { betOnMinutes, type Chooser } from './bet-on-minutes.ts'
import { driftingWalk, pulledWalk } from './faulty-walks.ts'
import { cash, type Strategy } from './strategy.ts'
import { type DayOfPrices, productWalk } from './walk.ts'

const candleMinutes = signalCandleSeconds / 60
const expiries = [300, 900] as const

/** Closes of the day's candles. */
const closes = new WeakMap<DayOfPrices, number[]>()

/** Follows a signal of the product, for 5 or 15 minutes as its page counts them. */
const follow: Chooser = (day, minute) => {
  const all = closes.get(day) ?? Array.from({ length: 288 }, (_, index) => day.getPrice((index + 1) * candleMinutes))
  closes.set(day, all)
  const count = minute / candleMinutes
  const direction = findCrossing(all.slice(Math.max(0, count - signalCandles), count))
  return direction && { direction, expiry: expiries[count % 2] ?? 300 }
}

const fade: Chooser = (...given) => {
  const bet = follow(...given)
  return bet && { ...bet, direction: bet.direction === 'up' ? 'down' : 'up' }
}

export const followSignals: Strategy = {
  name: 'follows the signals of the page',
  per: 'stake',
  kind: cash,
  play: (game) => betOnMinutes(game, productWalk, 6, candleMinutes, follow),
  planted: {
    fault: 'prices go on in the direction of the last hour',
    play: (game) => betOnMinutes(game, driftingWalk, 14, candleMinutes, follow),
  },
}

export const fadeSignals: Strategy = {
  name: 'bets against the signals of the page',
  per: 'stake',
  kind: cash,
  play: (game) => betOnMinutes(game, productWalk, 6, candleMinutes, fade),
  planted: {
    fault: 'prices are pulled back to the start of their day',
    play: (game) => betOnMinutes(game, pulledWalk, 40, candleMinutes, fade),
  },
}
