import { queryOptions } from '@tanstack/react-query'
import { deskTradeCalls } from '@tradefront/contract/desk-trades'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { follow } from '../live.ts'

const { listTrades, getTrade } = deskTradeCalls

/** `day` in UTC, e.g. `2026-11-27`. */
export type TradeFilter = {
  readonly day: string
  readonly trader?: string | undefined
  readonly symbol?: string | undefined
}

export const tradesQuery = (filter: TradeFilter) =>
  queryOptions({
    queryKey: callKey(listTrades, { query: filter }),
    queryFn: async ({ signal }) => (await performCall(listTrades, { query: filter, signal })).trades,
    ...follow(['commands']),
  })

export const tradeQuery = (id: string) =>
  queryOptions({
    queryKey: callKey(getTrade, { params: { id } }),
    queryFn: async () => (await performCall(getTrade, { params: { id } })).trade ?? null,
    ...follow(['commands']),
  })
