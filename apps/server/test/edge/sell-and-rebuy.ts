import { expirySeconds } from '@tradefront/rules/trading/options'
import { computeDeviation } from '@tradefront/rules/trading/deviation'
import { computeSaleValue } from '@tradefront/rules/trading/sale-value'
import { symbols } from '@tradefront/rules/trading/symbols'

import { buildPriceState, quietDay } from './exact-options.ts'
import { cash, exactly, getPayout, settings, type Strategy } from './strategy.ts'

const stake = 10_000

/** Finds the best turn: an option is bought and sold at once. */
function findBestTurn(feePercent: number): number {
  return Math.max(
    ...symbols.flatMap((symbol) => {
      const state = buildPriceState(symbol, quietDay)
      const { points } = state
      const facts = { direction: 'up', stake, points, strikePoints: points, feePercent } as const
      const payoutPercent = Math.round(getPayout(symbol) * 100)
      return expirySeconds.map((seconds) => {
        const deviation = computeDeviation(state, seconds * 1000)
        return computeSaleValue({ ...facts, payoutPercent, deviation }) / stake - 1
      })
    }),
  )
}

export const sellAndRebuy: Strategy = {
  name: 'sells at once and buys again, for turnover',
  per: 'stake',
  kind: cash,
  play: () => exactly(findBestTurn(settings.sale_fee_percent)),
  planted: { fault: 'the fee of 3 % were 15 % that the house pays', play: () => exactly(findBestTurn(-15)) },
}
