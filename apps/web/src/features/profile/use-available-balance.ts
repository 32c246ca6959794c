import { useQuery } from '@tanstack/react-query'
import { profileCalls } from '@tradefront/contract/profile'

import { callQuery } from '../../platform/api/call-query.ts'
import { useUser } from '../../platform/current-user.ts'
import { isPlatformEmbedded } from '../../platform/embedded-platform.ts'

/** An embedded platform pushes nothing. */
const refreshMs = 9000

/** What can be staked, by the embedded platform if there is one (spec: funding 7). Null: it has not answered. */
export function useAvailableBalance(): number | null {
  const { availableBalance } = useUser()
  const isEmbedded = isPlatformEmbedded()
  const { data } = useQuery({
    ...callQuery(profileCalls.getAvailableBalance, {}),
    enabled: isEmbedded,
    refetchInterval: refreshMs,
  })
  return isEmbedded ? (data?.available ?? null) : availableBalance
}
