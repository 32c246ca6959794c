import { QueryClient } from '@tanstack/react-query'

import { ApiError } from './api-error.ts'

/** What the screens have asked for. A no of the server is not asked again; no answer is, twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.kind === 'refused'),
    },
  },
})
