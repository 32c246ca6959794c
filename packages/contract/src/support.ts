import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { count, emptyBody, extendPlainReply, slug, text, timeMs } from './wire.ts'

const id = z.string().check(z.regex(/^[0-9A-Za-z-]{1,40}$/))
const subject = text(200).check(z.minLength(1))
const content = text(10_000).check(z.minLength(1))

/** `status_id` 1 is Open (spec: account 3). */
export const ticketItem = z.object({
  id: z.string(),
  subject: z.string(),
  status: z.string(),
  status_id: z.number(),
  updated_at: timeMs,
})
export type TicketItem = z.infer<typeof ticketItem>

const attachment = z.object({ id: z.string(), pid: z.string(), name: z.string(), size: z.number() })

export const ticketView = z.extend(ticketItem, {
  posts: z.array(
    z.object({
      id: z.string(),
      from: z.enum(['trader', 'support']),
      name: z.string(),
      content: z.string(),
      at: timeMs,
      attachments: z.array(attachment),
    }),
  ),
})
export type TicketView = z.infer<typeof ticketView>

const choice = z.object({ id: z.number(), title: z.string() })

export const supportCalls = {
  initSupport: defineCall({
    method: 'POST',
    path: '/api/kayako/init',
    access: 'client',
    source: 'account 7',
    summary: 'Opens the support desk for this trader.',
    body: emptyBody,
    reply: extendPlainReply({ max_files: z.optional(z.number()) }),
  }),
  listTickets: defineCall({
    method: 'POST',
    path: '/api/kayako/list',
    access: 'client',
    source: 'account 7',
    summary: 'The tickets of the trader, the latest first.',
    body: emptyBody,
    reply: extendPlainReply({ tickets: z.array(ticketItem) }),
  }),
  getTicketForm: defineCall({
    method: 'POST',
    path: '/api/kayako/form',
    access: 'client',
    source: 'account 7',
    summary: 'What a new ticket can choose from. Defaults: priority 1, department 33.',
    body: emptyBody,
    reply: extendPlainReply({ departments: z.array(choice), priority: z.array(choice) }),
  }),
  getTicket: defineCall({
    method: 'POST',
    path: '/api/kayako/show',
    access: 'client',
    source: 'account 7',
    summary: 'One ticket with all its posts.',
    body: z.strictObject({ id }),
    reply: extendPlainReply({ ticket: z.optional(ticketView) }),
  }),
  createTicket: defineCall({
    method: 'POST',
    path: '/api/kayako/ticket',
    access: 'client',
    source: 'account 7',
    summary: 'A new ticket (spec: account 3); it is Open.',
    body: z.strictObject({
      priority: z._default(count(99), 1),
      departments: z._default(count(9999), 33),
      subject,
      content,
    }),
    reply: extendPlainReply({ id: z.optional(z.string()) }),
  }),
  replyToTicket: defineCall({
    method: 'POST',
    path: '/api/kayako/post',
    access: 'client',
    source: 'account 7',
    summary: 'A reply to a ticket. One that is not Open becomes Open.',
    body: z.strictObject({ content, ticket: id }),
    reply: extendPlainReply({ ticket: z.optional(ticketView) }),
  }),
  closeTicket: defineCall({
    method: 'POST',
    path: '/api/kayako/close',
    access: 'client',
    source: 'account 7',
    summary: 'Closes a ticket.',
    body: z.strictObject({ id }),
    reply: extendPlainReply({}),
  }),
  uploadAttachment: defineCall({
    method: 'POST',
    path: '/api/kayako/upload/:type/:mode',
    access: 'client',
    kind: 'upload',
    parts: z.strictObject({ file: z.optional(z.file()) }),
    source: 'funding 7',
    summary:
      'A file for the next post, put at the end of the list (`no`) or at its start (`unshift`), or its removal by name.',
    params: z.object({ type: slug, mode: z.enum(['no', 'unshift']) }),
    reply: extendPlainReply({ name: z.optional(z.string()) }),
  }),
  removeAttachments: defineCall({
    method: 'POST',
    path: '/api/kayako/drop',
    access: 'client',
    source: 'account 7',
    summary: 'Removes an attachment that was not sent yet; without a name, all of them.',
    body: z.strictObject({ name: z.optional(text(200)) }),
    reply: extendPlainReply({}),
  }),
  downloadAttachment: defineCall({
    method: 'GET',
    path: '/api/kayako/att',
    access: 'client',
    kind: 'page',
    source: 'account 7',
    summary: 'An attachment of a ticket of this trader, never run by the browser.',
    query: z.strictObject({ id, pid: id }),
    reply: z.unknown(),
  }),
} as const
