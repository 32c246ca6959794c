import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { eventBus } from '../../platform/realtime/event-bus.ts'
import { leaderboardKeys } from './api.ts'

/** Loads the places again at once when an own trade has closed. */
export function useRefreshPlaces(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const refresh = (): void => {
      for (const queryKey of leaderboardKeys) void queryClient.invalidateQueries({ queryKey })
    }
    const unsubscribe = [
      eventBus.on('trade', ({ trade }) => {
        if (trade.state !== 'open') refresh()
      }),
      eventBus.on('refresh', refresh),
    ]
    return () => {
      for (const end of unsubscribe) end()
    }
  }, [queryClient])
}
