import { useQueryClient } from '@tanstack/react-query'

import { useLiveEvent } from '../../platform/realtime/live-connection.ts'
import { bonusesKey } from '../deposits/bonuses.ts'

/** Deposits and trades change bonuses. */
export function useRefreshBonuses(): void {
  const queryClient = useQueryClient()
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: bonusesKey })
  useLiveEvent('user', refresh)
  useLiveEvent('user:update', refresh)
  useLiveEvent('refresh', refresh)
}
