import { convertFromCoin, convertToCoin } from '@tradefront/rules/crypto/coin-amounts'
import { computeMostCoins } from '@tradefront/rules/crypto/coin-return'
import { multiplyExactly } from '@tradefront/rules/ledger/exact'
import { toMinor } from '@tradefront/rules/ledger/money'
import { toThreshold } from '@tradefront/rules/ledger/thresholds'
import type { QuotedCurrency } from '@tradefront/rules/rates/rate-codes'
import { computeFee, defaultTerms, toAccountTerms } from '@tradefront/rules/withdrawal/terms'

import { createRandom } from '../fixtures/seeded-random.ts'
import { cash, type Gain, type Game, limits, settings, type Strategy, summarizeGains } from './strategy.ts'

export type RoundTripTerms = {
  /** Part of the price of a coin that the product keeps, in percent. */
  readonly spreadPercent: number
  /** How old rates can be. */
  readonly coinSeconds: number
  readonly currencySeconds: number
  /** Units of the currency per USD. Null: the product's table of rates. */
  readonly ratePerUsd: number | null
  /** True if untraded money goes back as coins, never more than came for it. */
  readonly isBounded: boolean
}

const toTerms = (from: typeof settings): RoundTripTerms => ({
  spreadPercent: from.crypto_spread_percent,
  coinSeconds: from.crypto_rate_max_age_seconds,
  currencySeconds: from.currency_rate_max_age_seconds,
  ratePerUsd: null,
  isBounded: true,
})
const productTerms = toTerms(settings)

const amount = 10_000
/** Number of hours, each with one round trip at most. */
const hours = 4000
const stepSeconds = 30
const rootOfDaySteps = Math.sqrt(86_400 / stepSeconds)
/** Real rates: units per USD, and the standard deviation of a day. */
const currencies: readonly (readonly [QuotedCurrency, number, number])[] = [
  ['EUR', 0.92, 0.005],
  ['GBP', 0.78, 0.0055],
  ['RUB', 90, 0.01],
]
const bitcoin = { usd: 67_250, dailyDeviation: 0.025 }

/**
 * Pays an invoice in bitcoin and withdraws the money as bitcoin without a trade. The product's rates are as old as they are allowed to
 * be: by default, it reads currencies once an hour and bitcoin every five minutes. The trader sees the real ones, pays at the first moment at which
 * the product's price of a coin is too high by a part that the strategy draws, and has no costs but those of the product.
 */
function playCurrencyRoundTrips({ seed, runs }: Game, terms: RoundTripTerms = productTerms): Gain {
  const { coinSeconds, currencySeconds } = terms
  const random = createRandom(seed)
  const draw = (): number => {
    // Sum of twelve uniform numbers: nearly normal.
    let sum = -6
    for (let count = 0; count < 12; count += 1) sum += random.below(1_000_000) / 1_000_000
    return sum
  }
  const gains: number[] = []
  for (let run = 0; run < hours * runs; run += 1) {
    const [currency, start, deviation] = random.pick(currencies)
    const wanted = random.below(5) / 1000
    const known = { perUsd: terms.ratePerUsd ?? start, usd: bitcoin.usd }
    let [perUsd, usd] = [start, bitcoin.usd]
    for (let step = 0; step < currencySeconds / stepSeconds; step += 1) {
      perUsd *= Math.exp((draw() * deviation) / rootOfDaySteps)
      usd *= Math.exp((draw() * bitcoin.dailyDeviation) / rootOfDaySteps)
      if (step % (coinSeconds / stepSeconds) === 0) known.usd = usd
      if ((known.usd * known.perUsd) / (usd * perUsd) - 1 < wanted) continue
      gains.push(playRoundTrip(currency, known, { perUsd, usd }, terms))
      break
    }
  }
  return summarizeGains(gains)
}

type Rates = { readonly perUsd: number; readonly usd: number }

/** Plays a round trip. The provider of payouts converts at the real rates. */
function playRoundTrip(currency: QuotedCurrency, known: Rates, real: Rates, terms: RoundTripTerms): number {
  const minor = toThreshold(amount, currency, 'down')
  const price = multiplyExactly([known.usd, known.perUsd, 100, 100 - terms.spreadPercent, 0.01], 'nearest')
  const paid = convertToCoin(minor, BigInt(price), 'BTC')
  const credited = convertFromCoin(paid, BigInt(price), 'BTC')
  const sent = credited - computeFee(credited, toAccountTerms(defaultTerms.bitcoin, currency))
  const worth = convertToCoin(sent, BigInt(toMinor(real.usd * real.perUsd, currency)), 'BTC')
  const most = computeMostCoins(sent, { units: paid, amount: credited })
  const returned = terms.isBounded && most < worth ? most : worth
  return Number(returned - paid) / Number(paid)
}

export const currencyRoundTrip: Strategy = {
  name: 'pays in coins and withdraws coins by a currency whose rate is as old as it may be',
  per: 'payment',
  kind: cash,
  play: (game) => playCurrencyRoundTrips(game),
  planted: {
    fault: 'currencies counted as dollars, and more coins could go back than came',
    play: (game) => playCurrencyRoundTrips(game, { ...productTerms, ratePerUsd: 1, isBounded: false }),
  },
}

const limitTerms = toTerms(limits)

export const staleRates: Strategy = {
  name: 'pays when a rate of the product lags behind the market, at the lowest spread and the oldest rates that can be set',
  per: 'payment',
  kind: cash,
  play: (game) => playCurrencyRoundTrips({ ...game, seed: game.seed + 1 }, limitTerms),
  planted: {
    fault: 'coins had no spread, and more could go back than came',
    play: (game) => playCurrencyRoundTrips(game, { ...limitTerms, spreadPercent: 0, isBounded: false }),
  },
}
