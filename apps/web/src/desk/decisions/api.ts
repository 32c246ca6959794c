import { queryOptions } from '@tanstack/react-query'
import { decisionCalls } from '@tradefront/contract/desk-decisions'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { refreshMs } from '../api.ts'

export const prizesQuery = queryOptions({
  queryKey: callKey(decisionCalls.listPrizes),
  queryFn: async ({ signal }) => (await performCall(decisionCalls.listPrizes, { signal })).prizes,
  refetchInterval: refreshMs,
})

export const ratesQuery = queryOptions({
  queryKey: callKey(decisionCalls.listRates),
  queryFn: async ({ signal }) => (await performCall(decisionCalls.listRates, { signal })).rates,
  refetchInterval: refreshMs,
})
