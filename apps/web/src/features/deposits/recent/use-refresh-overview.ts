import { useQueryClient } from '@tanstack/react-query'

import { useLiveEvent } from '../../../platform/realtime/live-connection.ts'
import { overviewKey } from '../api.ts'

/** Keeps the overview up to date. Call it once on each screen that shows notices about deposits. */
export function useRefreshOverview(): void {
  const queries = useQueryClient()
  const invalidate = (): void => void queries.invalidateQueries({ queryKey: overviewKey })
  useLiveEvent('deposit', invalidate)
  useLiveEvent('refresh', invalidate)
}
