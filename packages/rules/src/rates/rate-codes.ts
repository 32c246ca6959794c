import { type Coin, coins } from '../crypto/coins.ts'
import { currencies } from '../ledger/money.ts'

/** The currency of all quotes. Its rate is always 1. */
export const baseCurrency = 'USD'
export type QuotedCurrency = Exclude<(typeof currencies)[number], typeof baseCurrency>

export const quotedCurrencies = currencies.filter((name): name is QuotedCurrency => name !== baseCurrency)

/** Coins and currencies that have a rate. A coin is quoted in USD per coin, a currency in units per USD, as public sources do. */
export type RateCode = Coin | QuotedCurrency
export const rateCodes: readonly RateCode[] = [...coins, ...quotedCurrencies]

export const isQuotedCurrency = (code: string): code is QuotedCurrency =>
  quotedCurrencies.some((currency) => currency === code)
