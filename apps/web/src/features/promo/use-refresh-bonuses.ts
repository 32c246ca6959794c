import { useQueryClient } from '@tanstack/react-query'
import { promoCalls } from '@tradefront/contract/promo'

import { callKey } from '../../platform/api/call-query.ts'
import { useLiveEvent } from '../../platform/realtime/live-connection.ts'
import { bonusesKey } from '../deposits/bonuses.ts'

/** Reloads bonuses when deposits and trades change them. */
export function useRefreshBonuses(): void {
  const queryClient = useQueryClient()
  const refresh = (): void => {
    void queryClient.invalidateQueries({ queryKey: bonusesKey })
    void queryClient.invalidateQueries({ queryKey: callKey(promoCalls.listEndedBonuses) })
  }
  useLiveEvent('user', refresh)
  useLiveEvent('user:update', refresh)
  useLiveEvent('refresh', refresh)
}
