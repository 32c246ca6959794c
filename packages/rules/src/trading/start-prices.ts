import type { RateCode } from '../rates/rate-codes.ts'
import { toPoints, type TradingSymbol } from './symbols.ts'

/** Symbols whose price follows from an exchange rate: USD for one coin, or the inverse of units per USD. */
const ratedSymbols: Readonly<Partial<Record<string, RateCode>>> = {
  EURUSD: 'EUR',
  GBPUSD: 'GBP',
  BTCUSD: 'BTC',
  ETHUSD: 'ETH',
  LTCUSD: 'LTC',
}
const inverseCodes: readonly RateCode[] = ['EUR', 'GBP']

/**
 * Returns the price in points with which a symbol begins on the simulated market of an installation. It follows from the exchange rates of
 * that moment, so that charts and invoices begin with the same price. If there is no rate, it is the constant of the symbol.
 */
export function computeStartPoints(
  { name, digits, simulated }: TradingSymbol,
  rates: ReadonlyMap<RateCode, number>,
): number {
  const code = ratedSymbols[name]
  const rate = code === undefined ? undefined : rates.get(code)
  if (code === undefined || rate === undefined) return toPoints(simulated.start, digits)
  return Math.max(1, toPoints(inverseCodes.includes(code) ? 1 / rate : rate, digits))
}
