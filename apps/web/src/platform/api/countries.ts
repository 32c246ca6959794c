import type { Country } from '@tradefront/contract/settings'

import { fetchBootstrap } from './bootstrap.ts'

let loading: Promise<readonly Country[]> | null = null

/** Loads the country table once, for React's `use`. A failed request is repeated by the next call. */
export function loadCountries(): Promise<readonly Country[]> {
  loading ??= fetchBootstrap().then(
    ({ countries }) => countries,
    (error: unknown) => {
      loading = null
      throw error
    },
  )
  return loading
}
