import type { RateCode } from '@tradefront/rules/rates/rate-codes'

/** Rates as USD for one coin, and as units of a currency for one USD. */
export type FetchedRates = { readonly rates: Readonly<Partial<Record<RateCode, number>>>; readonly at: Date }

export type RateSource = {
  /** Codes that the source can have. */
  readonly codes: readonly RateCode[]
  /** Fetches all rates of the source. @throws RateSourceError */
  readonly fetchRates: () => Promise<FetchedRates>
  readonly close: () => void
}

/** Its message never contains the URL, which can have a key. */
export class RateSourceError extends Error {
  override name = 'RateSourceError'
}
