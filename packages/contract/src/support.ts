import { maxPostChars, maxPostFiles, maxSubjectChars } from '@tradefront/rules/support/limits'
import { ticketReferenceKinds } from '@tradefront/rules/support/references'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { count, emptyBody, extendPlainReply, slug, text, timeMs } from './wire.ts'

const id = z.string().check(z.regex(/^[0-9A-Za-z-]{1,40}$/))
const visible = z.regex(/[^\s\p{Z}\p{C}\u115f\u1160\u2800\u3164\uffa0]/u)
const subject = text(maxSubjectChars).check(visible)
const content = text(maxPostChars).check(visible)
/** Names of uploaded files, in their order. Without the field, the post has the files that were uploaded for it. */
const attachments = z.optional(z.array(z.uuid()).check(z.maxLength(maxPostFiles)))

/** Deposit, trade or withdrawal that a ticket is about. */
export const ticketReference = z.strictObject({
  kind: z.enum(ticketReferenceKinds),
  id: z.string().check(z.regex(/^[0-9A-Za-z-]{1,60}$/)),
})
export type TicketReference = z.infer<typeof ticketReference>

/** spec: account 3, 9 */
export const newTicketDefaults = { priority: 1, departments: 33 } as const

/** `status_id` 1 is Open (spec: account 3), 2 Answered, 3 Waiting for the trader, 4 Closed; `status` is its name. */
export const ticketItem = z.object({
  id: z.string(),
  /** Short number of the ticket, which can be read out. */
  number: z.string(),
  subject: z.string(),
  status: z.string(),
  status_id: z.number(),
  department: z.string(),
  priority: z.string(),
  created_at: timeMs,
  /** Time of the last post, or when the ticket was closed. */
  updated_at: timeMs,
  /** Support answers before this time. Null unless the ticket is Open. */
  answer_by: z.nullable(timeMs),
  /** True if there is an answer that the trader has not seen. */
  is_unread: z.boolean(),
  reference: z.nullable(z.object({ kind: z.string(), id: z.string() })),
})
export type TicketItem = z.infer<typeof ticketItem>

const attachment = z.object({
  id: z.string(),
  /** Id of the post. */
  pid: z.string(),
  name: z.nullable(z.string()),
  /** Size of the uploaded file in bytes. Only pictures of its pages are kept. */
  size: z.number(),
  pages: z.number(),
})

const ticketPost = z.object({
  id: z.string(),
  from: z.enum(['trader', 'support']),
  name: z.string(),
  content: z.string(),
  at: timeMs,
  by_mail: z.boolean(),
  attachments: z.array(attachment),
  /** Number of attachments of a mail that were not accepted. */
  refused_files: z.number(),
})

/** A ticket with its posts, oldest first. */
export const ticketView = z.extend(ticketItem, { posts: z.array(ticketPost) })
export type TicketView = z.infer<typeof ticketView>

const choice = z.object({ id: z.number(), title: z.string() })

/** `type` says what the file was uploaded for. */
const unsentFile = z.object({
  name: z.string(),
  type: z.string(),
  title: z.nullable(z.string()),
  size: z.number(),
})

export const supportCalls = {
  initSupport: defineCall({
    method: 'POST',
    path: '/api/kayako/init',
    access: 'client',
    source: 'account 7',
    summary: 'Opens the support desk for this trader: the limits, what is unread, and files that are not sent yet.',
    body: emptyBody,
    reply: extendPlainReply({ max_files: z.number(), unread: z.number(), files: z.array(unsentFile) }),
  }),
  listTickets: defineCall({
    method: 'POST',
    path: '/api/kayako/list',
    access: 'client',
    source: 'account 7',
    summary:
      'The tickets of the trader, the last changed first. `after` (ours): id of the last ticket of the page before; `next` is null on the last page.',
    body: z.optional(z.nullable(z.strictObject({ after: z.optional(id) }))),
    reply: extendPlainReply({ tickets: z.array(ticketItem), next: z.nullable(z.string()) }),
  }),
  getTicketForm: defineCall({
    method: 'POST',
    path: '/api/kayako/form',
    access: 'client',
    source: 'account 7',
    summary:
      'What a new ticket can choose from. Defaults: priority 1, department 33. `about` (ours): which things a department answers questions about. `reference` (ours): comes back if it is the trader’s, else null.',
    body: z.optional(z.nullable(z.strictObject({ reference: z.optional(ticketReference) }))),
    reply: extendPlainReply({
      departments: z.array(z.extend(choice, { about: z.array(z.enum(ticketReferenceKinds)) })),
      reference: z.nullable(ticketReference),
      priority: z.array(z.extend(choice, { answer_hours: z.number() })),
    }),
  }),
  getTicket: defineCall({
    method: 'POST',
    path: '/api/kayako/show',
    access: 'client',
    source: 'account 7',
    summary: 'One ticket with all its posts, which then counts as read.',
    body: z.strictObject({ id }),
    reply: extendPlainReply({ ticket: z.optional(ticketView) }),
  }),
  createTicket: defineCall({
    method: 'POST',
    path: '/api/kayako/ticket',
    access: 'client',
    source: 'account 7',
    summary:
      'A new ticket (spec: account 3); it is Open. With the same Idempotency-Key, or the same content within 10 min, it is created once.',
    body: z.strictObject({
      priority: z._default(count(99), newTicketDefaults.priority),
      departments: z._default(count(9999), newTicketDefaults.departments),
      subject,
      content,
      attachments,
      reference: z.optional(ticketReference),
    }),
    reply: extendPlainReply({ id: z.optional(z.string()) }),
  }),
  replyToTicket: defineCall({
    method: 'POST',
    path: '/api/kayako/post',
    access: 'client',
    source: 'account 7',
    summary:
      'A reply to a ticket. One that is not Open becomes Open. With the same Idempotency-Key, or the same content within 10 min, it is added once.',
    body: z.strictObject({ content, ticket: id, attachments }),
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
    parts: z.strictObject({ file: z.optional(z.file()), name: z.optional(z.string()) }),
    source: 'funding 7',
    summary:
      'A file for the next post, put at the end of the list (`no`) or at its start (`unshift`); or the removal of the file `name`. `type`: the id of a ticket, `post` for any reply, every other word for a new ticket.',
    params: z.object({ type: slug, mode: z.enum(['no', 'unshift']) }),
    reply: extendPlainReply({ name: z.optional(z.string()) }),
  }),
  removeAttachments: defineCall({
    method: 'POST',
    path: '/api/kayako/drop',
    access: 'client',
    source: 'account 7',
    summary: 'Removes an attachment that was not sent yet; without a name, all of them.',
    body: z.optional(z.nullable(z.strictObject({ name: z.optional(text(200)) }))),
    reply: extendPlainReply({}),
  }),
  downloadAttachment: defineCall({
    method: 'GET',
    path: '/api/kayako/att',
    access: 'client',
    kind: 'page',
    source: 'account 7',
    summary:
      'The picture of an attachment, by its id and that of its post, for the trader of the ticket only. `page` (ours): 1 to the number of pages.',
    query: z.strictObject({
      id,
      pid: id,
      page: z.optional(z.string().check(z.regex(/^[1-9]\d?$/))),
    }),
    reply: z.unknown(),
  }),
} as const
