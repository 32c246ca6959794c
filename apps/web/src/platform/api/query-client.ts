import { notifyManager, QueryClient } from '@tanstack/react-query'

import { ApiError } from './api-error.ts'

// The default timer shows new data one frame late: code after `await refreshUser()` expects it on screen.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      retry: (failures, error) => failures < 2 && !(error instanceof ApiError && error.kind === 'refused'),
    },
    // Mutations fail at once while the browser is offline.
    mutations: { networkMode: 'always' },
  },
})
