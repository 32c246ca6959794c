/** Currencies of accounts (spec: funding 9). */
export const currencies = ['USD', 'EUR', 'GBP', 'RUB'] as const
export type Currency = (typeof currencies)[number]

/** Amount in minor units. */
export type Money = { readonly amount: number; readonly currency: string }

const accountFractionDigits = 2

/** Returns two for account currencies, else five (spec: account 5). */
export function getFractionDigits(currency: string): number {
  return (currencies as readonly string[]).includes(currency) ? accountFractionDigits : 5
}

/** Converts major units to minor ones, and rounds half away from zero. */
export function toMinor(major: number, currency: string): number {
  const scaled = Number(`${Math.abs(major)}e${getFractionDigits(currency)}`)
  return (
    Math.sign(major) * Math.round(Number.isNaN(scaled) ? Math.abs(major) * 10 ** getFractionDigits(currency) : scaled)
  )
}

/** Converts minor units to major ones. */
export function fromMinor(minor: number, currency: string): number {
  return minor / 10 ** getFractionDigits(currency)
}
