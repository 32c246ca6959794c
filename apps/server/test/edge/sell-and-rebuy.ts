import { expirySeconds } from '@tradefront/rules/trading/options'
import { computeSaleValue } from '@tradefront/rules/trading/sale-value'
import { getSecondVolatility, symbols, toPoints } from '@tradefront/rules/trading/symbols'

import { cash, exactly, getPayout, settings, type Strategy } from './strategy.ts'

const stake = 10_000

/** One turn: an option is bought and sold at once. */
function findBestTurn(feePercent: number): number {
  return Math.max(
    ...symbols.flatMap((symbol) => {
      const points = toPoints(symbol.simulated.start, symbol.digits)
      const facts = { direction: 'up', stake, points, strikePoints: points, feePercent } as const
      const terms = { payoutPercent: Math.round(getPayout(symbol) * 100), volatility: getSecondVolatility(symbol) }
      return expirySeconds.map(
        (seconds) => computeSaleValue({ ...facts, ...terms, leftMs: seconds * 1000 }) / stake - 1,
      )
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
