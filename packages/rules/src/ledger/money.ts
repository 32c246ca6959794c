import { multiplyExactly } from './exact.ts'

/** Currencies of accounts (spec: funding 9). */
export const currencies = ['USD', 'EUR', 'GBP', 'RUB'] as const
export type Currency = (typeof currencies)[number]

const accountFractionDigits = 2
const minorPerMajor = 10 ** accountFractionDigits

/** Two for account currencies, else five (spec: account 5). */
export function getFractionDigits(currency: string): number {
  return (currencies as readonly string[]).includes(currency) ? accountFractionDigits : 5
}

/**
 * An amount in base currency in minor units of an account's. Rounded once: a minimum or threshold `up`, a maximum `down`, so that
 * whole minor units compare with it as with the exact value.
 */
export function convertFromBase(amount: number, rate: number, direction: 'up' | 'down'): number {
  return multiplyExactly([amount, rate, minorPerMajor], direction)
}

/** Half away from zero. */
export function toMinor(major: number, currency: string): number {
  const scaled = Number(`${Math.abs(major)}e${getFractionDigits(currency)}`)
  return (
    Math.sign(major) * Math.round(Number.isNaN(scaled) ? Math.abs(major) * 10 ** getFractionDigits(currency) : scaled)
  )
}

/** Minor units to major ones. */
export function fromMinor(minor: number, currency: string): number {
  return minor / 10 ** getFractionDigits(currency)
}
