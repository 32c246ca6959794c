import { multiplyExactly } from './exact.ts'
import { type Currency, fromMinor } from './money.ts'

/**
 * Worth of one unit of a limit in base currency in other currencies: minimums, maximums, tiers, quick amounts, fees. Never moves with
 * exchange rates, so that a limit is a round figure in every currency (spec: funding 9, roubles times 60). Not for conversions.
 */
export const thresholdFactors: Readonly<Record<Currency, number>> = { USD: 1, EUR: 1, GBP: 1, RUB: 60 }

const minorPerMajor = 100

/**
 * A limit in minor units of an account's currency. A minimum or tier is rounded `up`, a maximum `down`.
 * @param amount in base currency, major units
 */
export function toThreshold(amount: number, currency: Currency, direction: 'up' | 'down'): number {
  return multiplyExactly([amount, thresholdFactors[currency], minorPerMajor], direction)
}

/** The same in major units. */
export function toMajorThreshold(amount: number, currency: Currency, direction: 'up' | 'down'): number {
  return fromMinor(toThreshold(amount, currency, direction), currency)
}

/** The limit in base currency that an amount corresponds to, e.g. 100 for 6000 roubles. Both in major units. */
export function toBaseThreshold(amount: number, currency: Currency): number {
  return amount / thresholdFactors[currency]
}
