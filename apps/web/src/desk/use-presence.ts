import { useQuery } from '@tanstack/react-query'
import { deskSupportCalls } from '@tradefront/contract/desk-support'

import { performCall } from '../platform/api/perform-call.ts'
import { follow } from './live.ts'

/** Must be shorter than the time for which a presence counts. */
const refreshMs = 10_000

/**
 * Tells other operators that this one has a page open.
 * @param subject e.g. `ticket:<id>`
 * @returns names of the others who have it open
 */
export function usePresence(subject: string): readonly string[] {
  const { data = [] } = useQuery({
    queryKey: ['presence', subject],
    queryFn: async () => (await performCall(deskSupportCalls.showPresence, { body: { subject } })).others,
    ...follow(['presence'], refreshMs),
    gcTime: 0,
  })
  return data
}
