import type { Country } from '@tradefront/contract/settings'

import { fetchBootstrap } from './bootstrap.ts'

let loading: Promise<readonly Country[]> | null = null

/** The next call retries a failed request. */
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
