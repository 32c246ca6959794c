import type { Coin } from '@tradefront/rules/crypto/coins'

/** Prices of one coin in USD. */
export type FetchedRates = { readonly usd: Readonly<Partial<Record<Coin, number>>>; readonly at: Date }

export type RateSource = {
  /** @throws RateSourceError */
  readonly fetchRates: () => Promise<FetchedRates>
  readonly close: () => void
}

/** Never contains the URL, which can have a key. */
export class RateSourceError extends Error {
  override name = 'RateSourceError'
}
