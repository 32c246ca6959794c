import type { TradingHours } from './trading-hours.ts'

export const symbolKinds = ['currency', 'metal', 'index', 'crypto'] as const
export type SymbolKind = (typeof symbolKinds)[number]

export type TradingSymbol = {
  /** E.g. `EURUSD`. */
  readonly name: string
  /** E.g. `EUR/USD`. */
  readonly label: string
  readonly kind: SymbolKind
  /** Number of decimals of its prices. A point is the smallest step of a price. */
  readonly digits: number
  readonly hours: TradingHours
  /**
   * Facts of simulated prices: the price with which the market of an installation begins, and the standard deviation of a day as a part of
   * it.
   */
  readonly simulated: { readonly start: number; readonly dailyVolatility: number }
}

const symbol = (
  name: string,
  label: string,
  kind: SymbolKind,
  digits: number,
  hours: TradingHours,
  start: number,
  dailyVolatility: number,
): TradingSymbol => ({ name, label, kind, digits, hours, simulated: { start, dailyVolatility } })

/** Symbols in the order of the list. */
export const symbols: readonly TradingSymbol[] = [
  symbol('EURUSD', 'EUR/USD', 'currency', 5, 'week', 1.0842, 0.005),
  symbol('GBPUSD', 'GBP/USD', 'currency', 5, 'week', 1.2715, 0.0055),
  symbol('USDJPY', 'USD/JPY', 'currency', 3, 'week', 151.24, 0.006),
  symbol('USDCHF', 'USD/CHF', 'currency', 5, 'week', 0.8834, 0.005),
  symbol('AUDUSD', 'AUD/USD', 'currency', 5, 'week', 0.6573, 0.006),
  symbol('USDCAD', 'USD/CAD', 'currency', 5, 'week', 1.3687, 0.0045),
  symbol('NZDUSD', 'NZD/USD', 'currency', 5, 'week', 0.6041, 0.006),
  symbol('EURGBP', 'EUR/GBP', 'currency', 5, 'week', 0.8528, 0.004),
  symbol('EURJPY', 'EUR/JPY', 'currency', 3, 'week', 163.98, 0.0065),
  symbol('GBPJPY', 'GBP/JPY', 'currency', 3, 'week', 192.31, 0.007),
  symbol('XAUUSD', 'Gold', 'metal', 2, 'metals', 2345.5, 0.01),
  symbol('XAGUSD', 'Silver', 'metal', 3, 'metals', 28.35, 0.018),
  symbol('XPTUSD', 'Platinum', 'metal', 2, 'metals', 985.4, 0.014),
  symbol('US500', 'US 500', 'index', 1, 'us', 5214.3, 0.01),
  symbol('US100', 'US 100', 'index', 1, 'us', 18_120.5, 0.013),
  symbol('US30', 'US 30', 'index', 1, 'us', 39_085.2, 0.009),
  symbol('DE40', 'Germany 40', 'index', 1, 'europe', 18_492.6, 0.011),
  symbol('UK100', 'UK 100', 'index', 1, 'europe', 8205.1, 0.009),
  symbol('JP225', 'Japan 225', 'index', 0, 'japan', 39_740, 0.013),
  symbol('BTCUSD', 'Bitcoin', 'crypto', 2, 'always', 67_250, 0.025),
  symbol('ETHUSD', 'Ethereum', 'crypto', 2, 'always', 3480, 0.03),
  symbol('LTCUSD', 'Litecoin', 'crypto', 3, 'always', 84.6, 0.032),
  symbol('SOLUSD', 'Solana', 'crypto', 2, 'always', 172.4, 0.04),
  symbol('XRPUSD', 'XRP', 'crypto', 5, 'always', 0.6215, 0.035),
]

/** The square root of 86,400. */
const rootOfDaySeconds = 293.938_769_133_981_4

const byName = new Map(symbols.map((one) => [one.name, one]))

export const findSymbol = (name: string): TradingSymbol | undefined => byName.get(name)

/** @returns an exact price, e.g. 1.08421 for 108,421 points */
export function toPrice(points: number, digits: number): number {
  return points / 10 ** digits
}

export function toPoints(price: number, digits: number): number {
  return Math.round(price * 10 ** digits)
}

/** Returns the standard deviation of the simulated price after one second, as a part of the price. */
export function getSecondVolatility({ simulated }: Pick<TradingSymbol, 'simulated'>): number {
  return simulated.dailyVolatility / rootOfDaySeconds
}
