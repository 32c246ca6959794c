/** Currencies of accounts (spec: funding 9). */
export const currencies = ['USD', 'EUR', 'GBP', 'RUB'] as const
export type Currency = (typeof currencies)[number]

/** In minor units. */
export type Money = { readonly amount: number; readonly currency: string }

const accountFractionDigits = 2

/** Two for account currencies, else five (spec: account 5). */
export function getFractionDigits(currency: string): number {
  return (currencies as readonly string[]).includes(currency) ? accountFractionDigits : 5
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
