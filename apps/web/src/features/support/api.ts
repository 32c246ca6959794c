import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { newTicketDefaults, supportCalls, type TicketReference } from '@tradefront/contract/support'
import * as z from 'zod/mini'

import { ApiError } from '../../platform/api/api-error.ts'
import { callKey } from '../../platform/api/call-query.ts'
import { performCall } from '../../platform/api/perform-call.ts'
import type { CallReply } from '../../platform/api/request.ts'
import { uploadForm, type UploadOptions } from '../../platform/api/upload.ts'

/** spec: account 8 */
const initRetries = 3

const { initSupport, listTickets, getTicketForm, getTicket } = supportCalls

/** Limits, and the files that are not sent yet. */
export const supportInitQuery = queryOptions({
  queryKey: callKey(initSupport),
  queryFn: ({ signal }) => performCall(initSupport, { signal }),
  retry: initRetries,
})

export const getTicketsQuery = (lang: string) =>
  infiniteQueryOptions({
    queryKey: [...callKey(listTickets), lang],
    queryFn: ({ signal, pageParam }) => performCall(listTickets, { body: { after: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap((page) => page.tickets),
  })

/**
 * Loads the choices of a new ticket.
 * @param reference named by the address. The reply has it if it is the trader's.
 */
export const getFormQuery = (lang: string, reference: TicketReference | null = null) =>
  queryOptions({
    queryKey: [...callKey(getTicketForm), lang, reference],
    queryFn: ({ signal }) => performCall(getTicketForm, { body: { reference: reference ?? undefined }, signal }),
  })

export type TicketChoices = CallReply<typeof getTicketForm>
export type TicketPriority = TicketChoices['priority'][number]

/** Returns the default priority. Undefined only if support offers none. */
export function findDefaultPriority({ priority: priorities }: TicketChoices): TicketPriority | undefined {
  return priorities.find(({ id }) => id === newTicketDefaults.priority) ?? priorities[0]
}

/** Loads a ticket. Null: there is no such ticket. */
export const getTicketQuery = (lang: string, id: string) =>
  queryOptions({
    queryKey: [...callKey(getTicket), lang, id],
    queryFn: async ({ signal }) => {
      try {
        return (await performCall(getTicket, { body: { id }, signal })).ticket ?? null
      } catch (error) {
        if (error instanceof ApiError && [400, 404].includes(error.status)) return null
        throw error
      }
    },
  })

export async function reloadTickets(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: callKey(listTickets) })
}

export const newTicketDraft = 'new'

/**
 * Uploads a file. Throws an ApiError.
 * @param draft id of a ticket, or `newTicketDraft`
 */
export async function uploadAttachment(draft: string, file: File, options: UploadOptions): Promise<void> {
  const path = supportCalls.uploadAttachment.path.replace(':type', draft).replace(':mode', 'no')
  await uploadForm({ ...supportCalls.uploadAttachment, path }, { file }, options)
}

export async function removeAttachment(name: string): Promise<void> {
  try {
    await performCall(supportCalls.removeAttachments, { body: { name } })
  } catch (error) {
    // A file that is not found is already removed.
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

export function buildFileUrl(file: { readonly id: string; readonly pid: string }, page: number): string {
  const query = new URLSearchParams({ id: file.id, pid: file.pid, ...(page > 1 && { page: String(page) }) })
  return `${supportCalls.downloadAttachment.path}?${query.toString()}`
}

const uuid = z.uuid()
const departmentId = z.int().check(z.positive())

/** Parses the department of a link to a new ticket, `?topic=…`. */
export function parseTopic(search: Readonly<Record<string, unknown>>): string | null {
  const id = departmentId.safeParse(search['topic'])
  return id.success ? String(id.data) : null
}

/** Parses what a link to a new ticket is about, e.g. `?deposit=…`. */
export function parseReference(search: Readonly<Record<string, unknown>>): TicketReference | null {
  for (const kind of ['deposit', 'trade', 'withdrawal'] as const) {
    const id = uuid.safeParse(search[kind])
    if (id.success) return { kind, id: id.data }
  }
  return null
}
