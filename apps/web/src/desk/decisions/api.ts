import { queryOptions } from '@tanstack/react-query'
import { decisionCalls } from '@tradefront/contract/desk-decisions'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { follow } from '../live.ts'

export const prizesQuery = queryOptions({
  queryKey: callKey(decisionCalls.listPrizes),
  queryFn: async ({ signal }) => (await performCall(decisionCalls.listPrizes, { signal })).prizes,
  ...follow(['commands']),
})

export const ratesQuery = queryOptions({
  queryKey: callKey(decisionCalls.listRates),
  queryFn: async ({ signal }) => (await performCall(decisionCalls.listRates, { signal })).rates,
  ...follow(['commands']),
})
