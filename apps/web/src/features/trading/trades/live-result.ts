import type { MarketSymbol, Trade } from '@tradefront/contract/trading'
import { computeDeviationAfter, findDeviation, type PriceMoves } from '@tradefront/rules/trading/deviation'
import { fromMinor, toMinor } from '@tradefront/rules/ledger/money'
import { computeWin, decideOutcome } from '@tradefront/rules/trading/outcome'
import { computeSaleValue, lastSaleMs } from '@tradefront/rules/trading/sale-value'
import { toPoints, toPrice } from '@tradefront/rules/trading/symbols'

import type { LiveQuote } from '../quotes/quote-store.ts'
import { toPayoutPercent } from '../ticket/ticket-rules.ts'

/** Result of an open trade at the current price. `profit` is without the stake, in major units. */
export type LiveResult = { readonly outcome: 'won' | 'lost' | 'tie'; readonly profit: number }

/** Computes the result. Null: the trade has not started. */
export function computeLiveResult(trade: Trade, price: number, digits: number): LiveResult | null {
  if (trade.openPrice === null || trade.strikePrice === null) return null
  const outcome = decideOutcome(trade.direction, toPoints(trade.strikePrice, digits), toPoints(price, digits))
  const stake = toMinor(trade.stake, trade.currency)
  const profits = { won: computeWin(stake, toPayoutPercent(trade.payout)) - stake, lost: -stake, tie: 0 }
  return { outcome, profit: fromMinor(profits[outcome], trade.currency) }
}

/** A request takes about this long. In this time, the value of a trade that is behind falls. */
const requestMs = 1000

/**
 * Computes the least that a sale brings if the price stays for a second, in major units. Null: the trade cannot be sold now, since the
 * price is old, the end is near, or the trade has not started.
 */
export function quoteSale(
  trade: Trade,
  quote: LiveQuote | null,
  { digits, isMeasured, ...moves }: Pick<MarketSymbol, 'digits' | 'isMeasured' | keyof PriceMoves>,
  { saleFee, nowMs }: { readonly saleFee: number; readonly nowMs: number },
): number | null {
  const { openPrice, strikePrice } = trade
  if (openPrice === null || strikePrice === null || quote === null || quote.isStale || !isMeasured) return null
  if (trade.expiresAtMs - nowMs <= lastSaleMs) return null
  const points = toPoints(quote.price, digits)
  const facts = {
    direction: trade.direction,
    stake: toMinor(trade.stake, trade.currency),
    payoutPercent: toPayoutPercent(trade.payout),
    strikePoints: toPoints(strikePrice, digits),
    points,
    feePercent: Math.round(saleFee * 10_000) / 100,
  }
  const values = [nowMs, nowMs + requestMs].map((atMs) => {
    const deviation = findDeviation({ points, atMs, ...moves }, trade.expiresAtMs)
    return computeSaleValue({ ...facts, ...deviation })
  })
  return fromMinor(Math.min(...values), trade.currency)
}

/** Number of standard deviations of the price. */
const deviations = 3

/**
 * Computes the least that a sale at a later price must bring: its value if the price has then moved against the trader by three standard
 * deviations. So only a jump makes it refused.
 * @param delayMs time until the price of the sale
 */
export function quoteLeastSale(
  trade: Trade,
  quote: LiveQuote,
  symbol: Pick<MarketSymbol, 'digits' | 'isMeasured' | keyof PriceMoves>,
  { delayMs, ...terms }: { readonly saleFee: number; readonly nowMs: number; readonly delayMs: number },
): number {
  const { digits, ...moves } = symbol
  const points = toPoints(quote.price, digits)
  const state = { points, atMs: terms.nowMs, ...moves }
  const moved = Math.ceil(computeDeviationAfter(state, delayMs / 1000) * deviations)
  const price = toPrice(points + (trade.direction === 'up' ? -moved : moved), digits)
  return quoteSale(trade, { ...quote, price }, symbol, terms) ?? 0
}

/**
 * Returns what a sale brings, and the least that the trader accepts: both are the same, unless its price is a later one. Null: the trade
 * cannot be sold now.
 */
export function quoteSaleTerms(
  trade: Trade,
  quote: LiveQuote | null,
  symbol: MarketSymbol | undefined,
  terms: { readonly saleFee: number; readonly nowMs: number; readonly delayMs: number },
): { readonly value: number; readonly least: number } | null {
  const value = symbol === undefined ? null : quoteSale(trade, quote, symbol, terms)
  if (value === null || quote === null || symbol === undefined) return null
  return { value, least: terms.delayMs === 0 ? value : quoteLeastSale(trade, quote, symbol, terms) }
}

/** Calculates the profit of a closed trade, without the stake, in major units. */
export function calculateClosedProfit({ returned, stake, currency }: Trade): number {
  return fromMinor(toMinor(returned ?? 0, currency) - toMinor(stake, currency), currency)
}
