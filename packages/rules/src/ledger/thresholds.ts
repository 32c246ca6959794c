import { multiplyExactly } from './exact.ts'
import { type Currency, fromMinor } from './money.ts'

/**
 * Factors that convert a limit in base currency to other currencies: minimums, maximums, tiers, quick amounts, fees. They never move with
 * exchange rates, so that a limit is a round figure in every currency (spec: funding 9, roubles times 60). Do not use them for conversions.
 */
export const thresholdFactors: Readonly<Record<Currency, number>> = { USD: 1, EUR: 1, GBP: 1, RUB: 60 }

const minorPerMajor = 100

/**
 * Returns a limit in minor units of an account's currency. A minimum or tier is rounded `up`, a maximum `down`.
 * @param amount in base currency, major units
 */
export function toThreshold(amount: number, currency: Currency, direction: 'up' | 'down'): number {
  return multiplyExactly([amount, thresholdFactors[currency], minorPerMajor], direction)
}

/** Returns a limit in major units of an account's currency, rounded as in `toThreshold`. */
export function toMajorThreshold(amount: number, currency: Currency, direction: 'up' | 'down'): number {
  return fromMinor(toThreshold(amount, currency, direction), currency)
}

/** Returns the limit in base currency that an amount corresponds to, e.g. 100 for 6000 roubles. Both are in major units. */
export function toBaseThreshold(amount: number, currency: Currency): number {
  return amount / thresholdFactors[currency]
}
