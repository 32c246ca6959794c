import { findSymbol } from '@tradefront/rules/trading/symbols'

/** Symbols of the product whose quotes the rates follow. */
const symbols = {
  bitcoin: 'BTCUSD',
  litecoin: 'LTCUSD',
  ethereum: 'ETHUSD',
  dash: null,
  EUR: 'EURUSD',
  GBP: 'GBPUSD',
  RUB: null,
} as const
/** Prices that the product does not quote: USD for one dash, roubles for one USD. */
const unquotedPrices = { dash: 32, RUB: 80 } as const

export const ratedCoins = ['bitcoin', 'litecoin', 'ethereum', 'dash'] as const
export const ratedCurrencies = ['EUR', 'GBP', 'RUB'] as const
type Rated = keyof typeof symbols
/** Prices in USD for one coin, and in units of a currency for one USD. */
type Prices = Readonly<Record<Rated, number>>

/** Prices by symbol. */
export type Quotes = Readonly<Record<string, number>>

export type SimulatedRates = {
  /** Fetches the product's quotes, if they are older than a second. */
  readonly follow: () => Promise<void>
  /** Reads the prices. Null while the source is stopped, or the product's quotes are too old. */
  readonly readPrices: () => Prices | null
  /** Sets prices by hand. Null lets a price move again. */
  readonly setPrices: (prices: Readonly<Partial<Record<Rated, number | null>>>) => void
  readonly setStopped: (isStopped: boolean) => void
  readonly clear: () => void
}

const followMs = 1000
const maxQuoteAgeMs = 60_000

/**
 * Creates rates of coins and currencies that follow the product's quotes, so that bitcoin has one price on the chart and on invoices,
 * unless they are set by hand. Before the first quotes, they are the prices at which the simulated market starts.
 */
export function createSimulatedRates(
  clock: { readonly now: () => number },
  fetchQuotes: (() => Promise<Quotes>) | null,
): SimulatedRates {
  let fixed: Partial<Record<Rated, number | null>> = {}
  let isStopped = false
  let followed: { readonly quotes: Quotes; readonly atMs: number } | null = null

  const readPrice = (rated: Rated): number => {
    const set = fixed[rated]
    if (set !== undefined && set !== null) return set
    const name = symbols[rated]
    if (name === null) return unquotedPrices[rated === 'dash' ? 'dash' : 'RUB']
    const quote = followed?.quotes[name] ?? findSymbol(name)?.simulated.start ?? 1
    return rated === 'EUR' || rated === 'GBP' ? Number((1 / quote).toFixed(8)) : quote
  }

  return {
    follow: async () => {
      if (fetchQuotes === null || (followed !== null && clock.now() - followed.atMs < followMs)) return
      try {
        followed = { quotes: await fetchQuotes(), atMs: clock.now() }
      } catch {
        // The last quotes are used until they are too old.
      }
    },
    readPrices: () => {
      if (isStopped || (followed !== null && clock.now() - followed.atMs > maxQuoteAgeMs)) return null
      return {
        bitcoin: readPrice('bitcoin'),
        litecoin: readPrice('litecoin'),
        ethereum: readPrice('ethereum'),
        dash: readPrice('dash'),
        EUR: readPrice('EUR'),
        GBP: readPrice('GBP'),
        RUB: readPrice('RUB'),
      }
    },
    setPrices: (prices) => {
      fixed = { ...fixed, ...prices }
    },
    setStopped: (value) => {
      isStopped = value
    },
    clear: () => {
      fixed = {}
      isStopped = false
    },
  }
}
