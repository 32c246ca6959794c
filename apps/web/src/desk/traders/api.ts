import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isSearchable, traderCalls, type TraderEventKind } from '@tradefront/contract/desk-traders'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { follow } from '../live.ts'

const { search, getTrader, listTraderEvents } = traderCalls

/** Results of a search. Those of the text before stay until the next ones are loaded. */
export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: callKey(search, { query: { text } }),
    queryFn: async ({ signal }) => (await performCall(search, { query: { text }, signal })).results,
    enabled: isSearchable(text),
    placeholderData: keepPreviousData,
    retry: false,
  })

/** Null: there is no such trader. */
export const traderQuery = (id: string) =>
  queryOptions({
    queryKey: callKey(getTrader, { params: { id } }),
    queryFn: async ({ signal }) => (await performCall(getTrader, { params: { id }, signal })).trader ?? null,
    ...follow(['traders', 'deposits', 'withdrawals']),
  })

export const traderEventsQuery = (id: string, kind: TraderEventKind | undefined) =>
  infiniteQueryOptions({
    queryKey: callKey(listTraderEvents, { params: { id }, query: { kind } }),
    queryFn: ({ signal, pageParam }) =>
      performCall(listTraderEvents, { params: { id }, query: { kind, before: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ events }) => events),
  })
