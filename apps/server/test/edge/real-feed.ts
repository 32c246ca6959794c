import { findDeviation } from '@tradefront/rules/trading/deviation'
import { computeLadderPayout, listLadderStrikes } from '@tradefront/rules/trading/ladder'
import { toMeasured } from '@tradefront/rules/trading/measured-volatility'
import { getSecondVolatility, symbols, type TradingSymbol } from '@tradefront/rules/trading/symbols'

import { buildPriceState, computeMeanKept, ladderSeconds, quietDay } from './exact-options.ts'
import { cash, exactly, settings, type Strategy } from './strategy.ts'

/** A real feed, whose pace is measured at that of the simulated symbol. */
type Course = {
  readonly leftSeconds: number
  /** How many times as much the market really moves. */
  readonly pace: number
  /** Measures the pace with which the ladder is computed. Planted faults replace it. */
  readonly measure?: typeof toMeasured
}

/** Finds the mean gain of the best strike of a ladder. */
function findBestStrike(symbol: TradingSymbol, { leftSeconds, pace, measure = toMeasured }: Course): number {
  const moves = measure(getSecondVolatility(symbol))
  const state = { ...buildPriceState(symbol, quietDay), ...moves, day: null }
  const { points } = state
  const untilMs = leftSeconds * 1000
  const walked = pace * Math.sqrt(leftSeconds) * points * getSecondVolatility(symbol)
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
