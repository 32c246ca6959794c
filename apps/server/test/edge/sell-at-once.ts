import { computeDeviation } from '@tradefront/rules/trading/deviation'
import { computeSaleValue } from '@tradefront/rules/trading/sale-value'
import { symbols } from '@tradefront/rules/trading/symbols'

import { buildPriceState, ladderSeconds, listLadder, quietDay } from './exact-options.ts'
import { cash, exactly, limits, settings, type Strategy } from './strategy.ts'

const stake = 1_000_000

/**
 * Finds the best option of all ladders, sold at the price at which it was bought.
 * @param risen part by which prices are above the start of their day
 * @param sees what the sale takes the state of the price for
 */
function findBestTurn(
  risen: number,
  { ladder_margin_percent: marginPercent, sale_fee_percent: feePercent }: typeof settings,
  sees: (state: ReturnType<typeof buildPriceState>) => typeof state = (state) => state,
): number {
  const moment = { ...quietDay, risen }
  return Math.max(
    ...symbols.flatMap((symbol) => {
      const state = buildPriceState(symbol, moment)
      return ladderSeconds.flatMap((left) => {
        const deviation = computeDeviation(sees(state), left * 1000)
        return listLadder(symbol, left, moment, { marginPercent }).map(({ direction, strike, payout }) => {
          const facts = { direction, stake, payoutPercent: Math.round(payout * 100), strikePoints: strike }
          return computeSaleValue({ ...facts, points: state.points, deviation, feePercent }) / stake - 1
        })
      })
    }),
  )
}

const toCurrentPrice = (state: ReturnType<typeof buildPriceState>) => ({ ...state, day: null })
const fault = 'sales took the price to move in proportion to the current price'

export const soldAtOnce: Strategy = {
  name: 'buys a strike of the ladder and sells it at once, after prices have moved by 10 % of the start of their day',
  per: 'stake',
  kind: cash,
  play: () => exactly(Math.max(findBestTurn(0.1, settings), findBestTurn(-0.1, settings))),
  planted: { fault, play: () => exactly(findBestTurn(0.1, settings, toCurrentPrice)) },
}

export const soldAtOnceAtLimits: Strategy = {
  name: 'does so at the lowest margin and the lowest fee that can be set',
  per: 'stake',
  kind: cash,
  play: () => exactly(Math.max(findBestTurn(0.1, limits), findBestTurn(-0.1, limits))),
  planted: { fault, play: () => exactly(findBestTurn(0.1, limits, toCurrentPrice)) },
}
