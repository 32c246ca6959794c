import type { Country } from '@tradefront/contract/settings'

import { fetchBootstrap } from './bootstrap.ts'

let loading: Promise<readonly Country[]> | null = null

/** The country table, asked for once; give the promise to `use`. A failure is forgotten, so that a retry asks again. */
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
