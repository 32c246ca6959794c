import { useQuery } from '@tanstack/react-query'
import { deskSupportCalls } from '@tradefront/contract/desk-support'

import { performCall } from '../platform/api/perform-call.ts'
import { follow } from './live.ts'

/** Shorter than the time for which a presence counts. */
const refreshMs = 10_000

/** Tells others that the operator has it open. @returns who else has. @param subject e.g. `ticket:<id>` */
export function usePresence(subject: string): readonly string[] {
  const { data = [] } = useQuery({
    queryKey: ['presence', subject],
    queryFn: async () => (await performCall(deskSupportCalls.showPresence, { body: { subject } })).others,
    ...follow(['presence'], refreshMs),
    gcTime: 0,
  })
  return data
}
