import { queryOptions } from '@tanstack/react-query'
import { deskSupportCalls, type DeskTicket } from '@tradefront/contract/desk-support'

import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import { follow } from '../live.ts'

const { listTickets, getTicket, listTemplates } = deskSupportCalls

export type TicketFilter = DeskTicket['status'] | 'all'

export const ticketsQuery = (filter: TicketFilter) => {
  const query = filter === 'all' ? {} : { status: filter }
  return queryOptions({
    queryKey: callKey(listTickets, { query }),
    queryFn: ({ signal }) => performCall(listTickets, { query, signal }),
    ...follow(['tickets']),
  })
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
