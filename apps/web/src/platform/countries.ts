import type { Country } from '@tradefront/contract/settings'

import { fetchBoot } from './boot.ts'

let loading: Promise<readonly Country[]> | null = null

/** The country table, asked for once; give the promise to `use`. A failure is forgotten, so that a retry asks again. */
export function loadCountries(): Promise<readonly Country[]> {
  loading ??= fetchBoot().then(
    ({ countries }) => countries,
    (error: unknown) => {
      loading = null
      throw error
    },
  )
  return loading
}

/** What a country is called in a language. */
export function countryName(country: Pick<Country, 'iso' | 'name'>, locale: string): string {
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(country.iso) ?? country.name
}
