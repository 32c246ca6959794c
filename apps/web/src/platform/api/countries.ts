import type { Country } from '@tradefront/contract/settings'
import type { Currency } from '@tradefront/rules/ledger/money'

import { fetchBootstrap } from './bootstrap.ts'

export type RegistrationChoices = {
  readonly countries: readonly Country[]
  /** Without those that are closed. */
  readonly currencies: readonly Currency[]
}

let loading: Promise<RegistrationChoices> | null = null
let countries: Promise<readonly Country[]> | null = null

/** The next call retries a failed request. */
export function loadRegistrationChoices(): Promise<RegistrationChoices> {
  loading ??= fetchBootstrap().catch((error: unknown) => {
    loading = null
    countries = null
    throw error
  })
  return loading
}

/** Loads all countries, like `loadRegistrationChoices`. */
export function loadCountries(): Promise<readonly Country[]> {
  countries ??= loadRegistrationChoices().then((choices) => choices.countries)
  return countries
}
