import type { MarketSymbol } from '@tradefront/contract/trading'

const dayMs = 86_400_000

/** Builds EUR/USD, whose market is open for a day from a time on. */
export function buildSymbol(now: number, change: Partial<MarketSymbol> = {}): MarketSymbol {
  return {
    name: 'EURUSD',
    label: 'EUR/USD',
    kind: 'currency',
    digits: 5,
    payout: 0.82,
    hours: 'week',
    volatility: 0.000_02,
    uncertainty: 1,
    isMeasured: true,
    day: null,
    closed: [],
    gaps: [],
    isOpen: true,
    changesAtMs: now + dayMs,
    ...change,
  }
}

/** Builds the reply of the call for the market. */
export function buildMarketReply(now: number, symbols: readonly MarketSymbol[]) {
  return {
    return: true,
    symbols,
    isSimulated: true,
    stakeMin: 1,
    stakeMax: 5000,
    saleFee: 0.03,
    expiries: [30, 60, 300],
    closingSpanMs: 0,
    frozenSinceMs: null,
    fill: 'next_step',
    isBlocked: false,
    lossReturn: null,
    openTrades: [],
    closedTrades: [],
    now,
  }
}
