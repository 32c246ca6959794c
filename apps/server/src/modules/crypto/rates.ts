import { type Coin, type InvoiceCoin, invoiceCoins } from '@tradefront/rules/crypto/coins'
import { multiplyExactly } from '@tradefront/rules/ledger/exact'
import type { Currency } from '@tradefront/rules/ledger/money'

import type { RateSource } from '../../gateways/rates/rate-source.ts'
import { type Clock, dayMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { createRateStore } from './rate-store.ts'

export type CoinRates = {
  readonly usd: Readonly<Partial<Record<Coin, number>>>
  /** The time of the oldest. */
  readonly at: Date | null
  /** Their rates are unknown, or too old for an invoice. */
  readonly stale: readonly InvoiceCoin[]
}

export type RateSettings = {
  readonly maxAgeMs: number
  /** Units of each currency per unit of base currency. */
  readonly rates: Readonly<Record<Currency, number>>
}

type CoinRatesDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly source: RateSource
  readonly getSettings: () => Promise<RateSettings>
}

/** Fetched as often by all servers together. */
const refreshMs = 30_000
/** Older rates are not shown. */
const shownMs = dayMs

export function createCoinRates({ db, clock, source, getSettings }: CoinRatesDeps) {
  const store = createRateStore(db)

  return {
    /** Asks the source if it was not asked for half a minute. Not every source has all coins. */
    async updateRates(): Promise<void> {
      const stored = [...(await store.listRates()).values()]
      if (stored.some(({ at }) => clock.now().getTime() - at.getTime() < refreshMs)) return
      const { usd, at } = await source.fetchRates()
      // A source whose clock is ahead would keep its rates fresh for longer.
      await store.saveRates(usd, new Date(Math.min(at.getTime(), clock.now().getTime())))
    },

    /** For display, also if they are too old for an invoice. */
    async listRates(): Promise<CoinRates> {
      const [rates, { maxAgeMs }] = await Promise.all([store.listRates(), getSettings()])
      const stored = [...rates].filter(([, { at }]) => clock.now().getTime() - at.getTime() < shownMs)
      const at = stored.length === 0 ? null : new Date(Math.min(...stored.map(([, rate]) => rate.at.getTime())))
      const stale = invoiceCoins.filter((coin) => !isFresh(rates.get(coin), maxAgeMs))
      return { usd: Object.fromEntries(stored.map(([coin, { usd }]) => [coin, usd])), at, stale }
    },

    /** Minor units per coin. Null without a fresh rate. */
    async findRate(coin: InvoiceCoin, currency: Currency): Promise<bigint | null> {
      const [stored, settings] = await Promise.all([store.listRates(), getSettings()])
      const rate = stored.get(coin)
      return isFresh(rate, settings.maxAgeMs) ? toMinor(rate.usd, currency, settings) : null
    },

    /**
     * Minor units per coin, for a payment of that time. If no rate was fresh then, the first one after it: it does not depend on when
     * the payment is credited. Null until there is one.
     */
    async findRateAt(coin: InvoiceCoin, currency: Currency, at: Date): Promise<bigint | null> {
      const settings = await getSettings()
      const usd = await store.findUsdAt(coin, at, settings.maxAgeMs)
      return usd === null ? null : toMinor(usd, currency, settings)
    },
  }

  function toMinor(usd: number, currency: Currency, settings: RateSettings): bigint {
    return BigInt(multiplyExactly([usd, settings.rates[currency], 100], 'nearest'))
  }

  function isFresh<Rate extends { readonly at: Date }>(rate: Rate | undefined, maxAgeMs: number): rate is Rate {
    return rate !== undefined && clock.now().getTime() - rate.at.getTime() <= maxAgeMs
  }
}
