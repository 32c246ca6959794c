import { findDeviation } from '@tradefront/rules/trading/deviation'
import { hasClosingPrice, maxClosingSpanMs } from '@tradefront/rules/trading/closing-price'
import { computeLadderPayout, listLadderStrikes } from '@tradefront/rules/trading/ladder'
import { getStateWithClosedTimes, listClosedTimes, type MarketPause } from '@tradefront/rules/trading/market-pauses'
import { toMeasured } from '@tradefront/rules/trading/measured-volatility'
import { getSecondVolatility, symbols, type TradingSymbol } from '@tradefront/rules/trading/symbols'
import { getMarketState } from '@tradefront/rules/trading/trading-hours'

import { buildPriceState, computeMeanKept, ladderSeconds, quietDay } from './exact-options.ts'
import { cash, exactly, settings, type Strategy } from './strategy.ts'

/** On a real feed, whose pace is measured at that of the simulated symbol. Times are from the purchase on, in seconds. */
type Course = {
  readonly leftSeconds: number
  /** How many times as much the market really moves, from a time on. */
  readonly pace: number
  readonly fromSecond?: number
  /** Which pace the ladder is computed with. Planted faults replace it. */
  readonly measure?: typeof toMeasured
}

/** Mean gain of the best strike of a ladder. */
function findBestStrike(
  symbol: TradingSymbol,
  { leftSeconds, pace, fromSecond = 0, measure = toMeasured }: Course,
): number {
  const moves = measure(getSecondVolatility(symbol))
  const state = { ...buildPriceState(symbol, quietDay), ...moves, day: null }
  const { points } = state
  const untilMs = leftSeconds * 1000
  const walked = Math.sqrt(fromSecond + pace ** 2 * (leftSeconds - fromSecond)) * points * getSecondVolatility(symbol)
  const gains = listLadderStrikes(state, untilMs).flatMap((strike) =>
    (['up', 'down'] as const).flatMap((direction) => {
      const facts = { direction, strike, points, marginPercent: settings.ladder_margin_percent }
      const payout = computeLadderPayout({ ...facts, ...findDeviation(state, untilMs) })
      const ahead = direction === 'up' ? points - strike : strike - points
      return payout === null ? [] : [computeMeanKept({ deviation: walked, payout: payout / 100, ahead }) - 1]
    }),
  )
  return Math.max(-1, ...gains)
}

const paces = [0.5, 0.75, 1, 1.5, 2, 2.5, 3]

function findBestPace(measure?: typeof toMeasured): number {
  return Math.max(
    ...symbols.flatMap((symbol) =>
      paces.flatMap((pace) =>
        ladderSeconds.map((leftSeconds) => findBestStrike(symbol, { leftSeconds, pace, ...(measure && { measure }) })),
      ),
    ),
  )
}

export const ladderAtAnyPace: Strategy = {
  name: 'on a real feed whose pace is between half and three times the measured one, buys the best strike of the ladder for that pace',
  per: 'stake',
  kind: cash,
  play: () => exactly(findBestPace()),
  planted: {
    fault: 'the ladder took the measured pace for the present one',
    play: () => exactly(findBestPace((volatility) => ({ volatility, uncertainty: 1 }))),
  },
}

/** Seconds from the purchase to news, and to the end of the time for which they are announced. */
const [newsSecond, calmSecond] = [300, 1200]
const newsPace = 5

/** The best strike of all ladders that can be bought before the news. */
function findBestBeforeNews(pauses: readonly MarketPause[]): number {
  return Math.max(
    ...symbols.flatMap((symbol) => {
      const closed = listClosedTimes(pauses, symbol.name, 0)
      const getState = (atMs: number) => getStateWithClosedTimes((ms) => getMarketState('always', ms), closed, atMs)
      return ladderSeconds
        .filter((leftSeconds) => hasClosingPrice(getState, leftSeconds * 1000, maxClosingSpanMs))
        .map((leftSeconds) =>
          findBestStrike(symbol, { leftSeconds, pace: newsPace, fromSecond: Math.min(newsSecond, leftSeconds) }),
        )
    }),
  )
}

export const newsAtKnownTime: Strategy = {
  name: 'on a real feed, knows that news will make the market move five times as fast in five minutes, which its operator has announced, and buys a strike of the ladder before',
  per: 'stake',
  kind: cash,
  play: () => exactly(findBestBeforeNews([{ symbol: null, fromMs: newsSecond * 1000, toMs: calmSecond * 1000 }])),
  planted: { fault: 'the time of the news was not announced', play: () => exactly(findBestBeforeNews([])) },
}
