import { computeDeviation } from '@tradefront/rules/trading/deviation'
import { computeLadderPayout, listLadderStrikes } from '@tradefront/rules/trading/ladder'
import { symbols } from '@tradefront/rules/trading/symbols'

import { buildPriceState, ladderSeconds, quietDay } from './exact-options.ts'
import { cash, exactly, settings, type Strategy } from './strategy.ts'

/**
 * Buys above a strike and below a higher or equal one, in parts with which both outcomes return the same, and computes the sure gain.
 * @param moved by how many deviations the price is lower for the option above, and higher for the one below
 */
function findBestCover(moved = 0): number {
  const gains = symbols.flatMap((symbol) =>
    ladderSeconds.flatMap((left) => {
      const state = buildPriceState(symbol, quietDay)
      const { points } = state
      const deviation = computeDeviation(state, left * 1000)
      const shift = Math.round(moved * deviation)
      const facts = { deviation, marginPercent: settings.ladder_margin_percent }
      return listLadderStrikes(state, left * 1000).flatMap((strike) => {
        const above = computeLadderPayout({ ...facts, direction: 'up', strike, points: points - shift })
        const below = computeLadderPayout({ ...facts, direction: 'down', strike, points: points + shift })
        if (above === null || below === null) return []
        return [1 / (1 / (1 + above / 100) + 1 / (1 + below / 100)) - 1]
      })
    }),
  )
  return Math.max(...gains)
}

export const coverAllPrices: Strategy = {
  name: 'buys above and below a strike of the ladder at once, so that one surely wins',
  per: 'stake',
  kind: cash,
  play: () => exactly(findBestCover()),
  planted: { fault: 'each could be bought at the payout of another moment', play: () => exactly(findBestCover(0.5)) },
}
