import { type Coin, coins, type InvoiceCoin, invoiceCoins } from '@tradefront/rules/crypto/coins'
import { multiplyExactly } from '@tradefront/rules/ledger/exact'
import { type Currency, fromMinor } from '@tradefront/rules/ledger/money'

import type { AppContext } from '../../context.ts'
import { dayMs } from '../../platform/clock.ts'
import { findCurrencyRate, findRate, findRateAt, listRates } from '../rates/service.ts'

export type CoinRates = {
  readonly usd: Readonly<Partial<Record<Coin, number>>>
  /** Prices in the account's currency, of the coins that are not stale. */
  readonly prices: Readonly<Partial<Record<Coin, number>>>
  /** Time of the oldest rate that is shown. */
  readonly at: Date | null
  /**
   * Coins in which no invoice can be made: their rate or that of the account's currency is unknown, too old, or has jumped and is not
   * confirmed.
   */
  readonly stale: readonly InvoiceCoin[]
}

/** Rates older than this are not shown. */
const shownMs = dayMs

/** Lists rates for display, also those that are too old for an invoice. */
export async function listCoinRates(context: AppContext, currency: Currency): Promise<CoinRates> {
  const [rows, perUsd] = await Promise.all([listRates(context), findCurrencyRate(context, currency)])
  const known = rows.flatMap(({ code, latest, isOpen }) => {
    const coin = coins.find((each) => each === code)
    return coin === undefined || latest === null ? [] : [{ coin, ...latest, isOpen }]
  })
  const shown = known.filter(({ at }) => context.clock.now().getTime() - at.getTime() < shownMs)
  const prices = known.flatMap(({ coin, rate, isOpen }): [Coin, number][] => {
    const price = isOpen ? toMinor(rate, perUsd) : null
    return price === null ? [] : [[coin, fromMinor(Number(price), currency)]]
  })
  return {
    usd: Object.fromEntries(shown.map(({ coin, rate }) => [coin, rate])),
    prices: Object.fromEntries(prices),
    at: shown.length === 0 ? null : new Date(Math.min(...shown.map(({ at }) => at.getTime()))),
    stale: invoiceCoins.filter((coin) => !prices.some(([priced]) => priced === coin)),
  }
}

/** Finds the price of a coin in minor units. Null without a fresh rate of the coin and of the currency. */
export async function findCoinRate(context: AppContext, coin: InvoiceCoin, currency: Currency): Promise<bigint | null> {
  const [usd, perUsd] = await Promise.all([findRate(context, coin), findCurrencyRate(context, currency)])
  return toMinor(usd, perUsd)
}

/**
 * Finds the price of a coin in minor units, for a payment of that time. If no rate was fresh then, it is the first one after it: it does
 * not depend on when the payment is credited. Null until there is one.
 */
export async function findCoinRateAt(
  context: AppContext,
  coin: InvoiceCoin,
  currency: Currency,
  at: Date,
): Promise<bigint | null> {
  const [usd, perUsd] = await Promise.all([findRateAt(context, coin, at), findRateAt(context, currency, at)])
  return toMinor(usd, perUsd)
}

function toMinor(usd: number | null, perUsd: number | null): bigint | null {
  return usd === null || perUsd === null ? null : BigInt(multiplyExactly([usd, perUsd, 100], 'nearest'))
}
