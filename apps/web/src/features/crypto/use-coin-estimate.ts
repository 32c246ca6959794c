import { useQuery } from '@tanstack/react-query'
import { convertToCoin, formatCoinAmount } from '@tradefront/rules/crypto/coin-amounts'
import type { Coin } from '@tradefront/rules/crypto/coins'
import { toMinor } from '@tradefront/rules/ledger/money'

import { getBootstrap } from '../../platform/api/bootstrap.ts'
import { ratesQuery } from './api.ts'

/** `rate`: price of one coin in the account's currency. */
export type CoinEstimate = { readonly coinAmount: string; readonly rate: number }

/** At the latest rate, as the server will calculate it. Null without a rate. @param amount in major units */
export function useCoinEstimate(amount: number | null, currency: string, coin: Coin): CoinEstimate | null {
  const usd = useQuery(ratesQuery).data?.rates[coin]
  if (amount === null || usd === undefined) return null
  const { rates } = getBootstrap()
  const rate = usd * (Object.entries(rates).find(([name]) => name === currency)?.[1] ?? 1)
  const coinAmount = formatCoinAmount(
    convertToCoin(toMinor(amount, currency), BigInt(Math.round(rate * 100)), coin),
    coin,
  )
  return { coinAmount, rate }
}
