import { queryOptions } from '@tanstack/react-query'
import { deskSupportCalls, type DeskTicket } from '@tradefront/contract/desk-support'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { follow } from '../live.ts'
import type { PagedList } from '../paged-list.ts'

const { listTickets, getTicket, listTemplates } = deskSupportCalls

export type TicketFilter = DeskTicket['status'] | 'all'

export const ticketList = (filter: TicketFilter): PagedList<DeskTicket> => {
  const query = filter === 'all' ? {} : { status: filter }
  return {
    key: callKey(listTickets, { query }),
    load: async (before, signal) => {
      const { tickets, hasMore } = await performCall(listTickets, { query: { ...query, before }, signal })
      return { rows: tickets, hasMore }
    },
    toCursor: ({ id }) => id,
    topics: ['tickets'],
  }
}

/** Null: there is no such ticket. */
export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: callKey(getTicket, { params: { id } }),
    queryFn: async ({ signal }) => (await performCall(getTicket, { params: { id }, signal })).ticket ?? null,
    ...follow(['tickets']),
  })

export const templatesQuery = queryOptions({
  queryKey: callKey(listTemplates),
  queryFn: async ({ signal }) => (await performCall(listTemplates, { signal })).templates,
})
