import { queryOptions } from '@tanstack/react-query'
import { deskViewCalls } from '@tradefront/contract/desk-views'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'

export const viewsQuery = queryOptions({
  queryKey: callKey(deskViewCalls.listViews),
  queryFn: async ({ signal }) => (await performCall(deskViewCalls.listViews, { signal })).views,
})
