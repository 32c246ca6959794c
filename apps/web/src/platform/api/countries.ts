import type { Country } from '@tradefront/contract/settings'
import type { Currency } from '@tradefront/rules/ledger/money'

import { fetchBootstrap } from './bootstrap.ts'

export type RegistrationChoices = {
  readonly countries: readonly Country[]
  /** Currencies without those in which no account can be opened now. */
  readonly currencies: readonly Currency[]
}

let loading: Promise<RegistrationChoices> | null = null
let countries: Promise<readonly Country[]> | null = null

/** Loads the lists of a registration. After a failed request, the next call tries again. */
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
