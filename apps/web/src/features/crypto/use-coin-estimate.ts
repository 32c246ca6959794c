import { useQuery } from '@tanstack/react-query'
import { convertToCoin, formatCoinAmount } from '@tradefront/rules/crypto/coin-amounts'
import { type Coin, isInvoiceCoin } from '@tradefront/rules/crypto/coins'
import { applySpread } from '@tradefront/rules/crypto/credit'
import { fromMinor, toMinor } from '@tradefront/rules/ledger/money'

import { ratesQuery } from './api.ts'

/** `rate` is the price of one coin in the account's currency, after the spread of invoices. */
export type CoinEstimate = { readonly coinAmount: string; readonly rate: number; readonly spreadPercent: number }

/**
 * Estimates the coins at the latest price, as the server will calculate them. Null: there is no price.
 * @param amount in major units
 */
export function useCoinEstimate(amount: number | null, currency: string, coin: Coin): CoinEstimate | null {
  const { data } = useQuery(ratesQuery)
  const market = data?.prices[coin]
  if (amount === null || market === undefined) return null
  const spreadPercent = isInvoiceCoin(coin) ? (data?.spread_percent ?? 0) : 0
  const rate = applySpread(BigInt(toMinor(market, currency)), spreadPercent)
  const coinAmount = formatCoinAmount(convertToCoin(toMinor(amount, currency), rate, coin), coin)
  return { coinAmount, rate: fromMinor(Number(rate), currency), spreadPercent }
}
