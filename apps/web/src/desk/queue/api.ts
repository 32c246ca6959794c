import { queryOptions } from '@tanstack/react-query'
import { queueCalls } from '@tradefront/contract/desk-queue'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { follow } from '../live.ts'

export const queueQuery = queryOptions({
  queryKey: callKey(queueCalls.getQueue),
  queryFn: async ({ signal }) => (await performCall(queueCalls.getQueue, { signal })).rows,
  ...follow(['withdrawals', 'deposits', 'chargebacks', 'documents', 'tickets', 'commands', 'cases', 'alerts']),
})
