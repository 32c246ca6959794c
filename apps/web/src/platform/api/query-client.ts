import { notifyManager, QueryClient } from '@tanstack/react-query'

import { ApiError } from './api-error.ts'

// The default, a timer, shows new data one frame late: code after `await refreshUser()` must find it on screen.
notifyManager.setScheduler(queueMicrotask)

/** The cache of the server's data. A refusal is not retried; a request without an answer is, twice. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.kind === 'refused'),
    },
    // Without a connection a form says so at once instead of waiting for one.
    mutations: { networkMode: 'always' },
  },
})
