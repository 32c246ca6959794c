import { documentKinds, refusalReasons } from '@tradefront/rules/documents/document-kinds'
import { ticketStatuses } from '@tradefront/rules/support/ticket-status'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { type OperatorRole, sealedReadKinds } from './operator-actions.ts'
import { extendPlainReply, timeMs } from './wire.ts'

// Calls of the operators' desk about documents and tickets.

export const documentReaders = ['documents'] as const satisfies readonly OperatorRole[]
export const ticketReaders = ['support'] as const satisfies readonly OperatorRole[]
/** Roles that can see and change templates of answers. */
export const templateEditors = ['support', 'admin'] as const satisfies readonly OperatorRole[]

const traderSummary = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  country: z.string(),
})

/** The files of one trader and kind that wait for a decision. They are decided together. */
export const documentCase = z.object({
  trader: traderSummary,
  kind: z.enum(documentKinds),
  count: z.number(),
  /** When the oldest file was sent. */
  sentAtMs: timeMs,
})
export type DocumentCase = z.infer<typeof documentCase>

export const documentCaseDetails = z.object({
  trader: z.extend(traderSummary, {
    language: z.string(),
    registeredAtMs: timeMs,
    realOpenedAtMs: z.nullable(timeMs),
    verification: z.enum(['None', 'Partial', 'Full']),
  }),
  kind: z.enum(documentKinds),
  files: z.array(z.object({ id: z.uuid(), pages: z.number(), sentAtMs: timeMs })),
  /** Decided files of this kind, newest first. At most five. */
  earlier: z.array(
    z.object({
      id: z.uuid(),
      state: z.enum(['approved', 'refused', 'superseded', 'deleting']),
      reason: z.nullable(z.enum(refusalReasons)),
      decidedAtMs: timeMs,
    }),
  ),
  /** Cards of the trader, newest first. At most five. */
  cards: z.array(z.object({ brand: z.string(), last4: z.string() })),
})
export type DocumentCaseDetails = z.infer<typeof documentCaseDetails>

export const deskTicket = z.object({
  id: z.uuid(),
  number: z.string(),
  trader: z.extend(traderSummary, { firstName: z.string(), language: z.string() }),
  department: z.string(),
  priority: z.string(),
  status: z.enum(ticketStatuses),
  createdAtMs: timeMs,
  changedAtMs: timeMs,
  /** Null: the trader does not wait for an answer. */
  answerByMs: z.nullable(timeMs),
  posts: z.number(),
  /** Name of the operator who works on it. */
  assignedTo: z.nullable(z.string()),
})
export type DeskTicket = z.infer<typeof deskTicket>

export const ticketNote = z.object({ id: z.uuid(), operator: z.string(), words: z.string(), createdAtMs: timeMs })

export const deskTicketDetails = z.extend(deskTicket, {
  reference: z.nullable(z.object({ kind: z.string(), id: z.string() })),
  notes: z.array(ticketNote),
  /** Names of the operators who can answer it. */
  operators: z.array(z.string()),
  departmentId: z.number(),
  departments: z.array(z.object({ id: z.number(), title: z.string() })),
  /** The ticket in which this one goes on. */
  mergedInto: z.nullable(z.uuid()),
  /** Other tickets of the trader that were not merged, the last changed first. At most ten. */
  others: z.array(z.object({ id: z.uuid(), number: z.string(), status: z.enum(ticketStatuses), createdAtMs: timeMs })),
})
export type DeskTicketDetails = z.infer<typeof deskTicketDetails>

/** Content of a read of `ticket_posts`. */
export const ticketContent = z.object({
  subject: z.string(),
  /** The public key of the servers, for which answers are sealed, in base64url. */
  serverKey: z.string(),
  posts: z.array(
    z.object({
      id: z.uuid(),
      author: z.enum(['trader', 'support']),
      isMail: z.boolean(),
      operator: z.nullable(z.string()),
      text: z.string(),
      refusedFiles: z.number(),
      files: z.array(z.object({ id: z.uuid(), title: z.nullable(z.string()), pages: z.number() })),
      createdAtMs: timeMs,
    }),
  ),
})
export type TicketContent = z.infer<typeof ticketContent>

/** Content of a read of `ticket_subjects`: the subject of each requested ticket. */
export const ticketSubjects = z.record(z.string(), z.string())

export const ticketTemplate = z.object({
  id: z.uuid(),
  title: z.string(),
  texts: z.record(z.string(), z.string()),
  changedBy: z.string(),
  changedAtMs: timeMs,
})
export type TicketTemplate = z.infer<typeof ticketTemplate>

/** The account number. */
const traderId = z.string().check(z.regex(/^[1-9]\d{0,14}$/))

export const deskSupportCalls = {
  requestRead: defineCall({
    method: 'POST',
    path: '/api/desk/read',
    access: 'client',
    source: 'ours',
    summary: 'Asks for something sealed. A server seals it for the key of the browser. It is in the audit trail.',
    body: z.strictObject({
      id: z.uuid(),
      kind: z.enum(sealedReadKinds),
      subjects: z.array(z.uuid()).check(z.minLength(1), z.maxLength(100)),
      /** A point of P-256 (04, x, y), in base64url. */
      publicKey: z.string().check(z.regex(/^[\w-]{87}$/)),
    }),
    reply: extendPlainReply({}),
  }),
  takeRead: defineCall({
    method: 'POST',
    path: '/api/desk/read/take',
    access: 'client',
    source: 'ours',
    summary: 'Hands over what was asked for, once, within a minute.',
    body: z.strictObject({ id: z.uuid() }),
    /** `sealed` is base64, which only this browser can open. Absent: no server has answered yet. */
    reply: extendPlainReply({ sealed: z.optional(z.string()) }),
  }),
  uploadSealed: defineCall({
    method: 'POST',
    path: '/api/desk/upload',
    access: 'client',
    source: 'ours',
    summary:
      'Keeps a file that the browser has sealed for the key of servers, for an order that names it within an hour.',
    /** `sealed`: for `upload:<id>`, in base64. */
    body: z.strictObject({ id: z.uuid(), sealed: z.string().check(z.regex(/^[\w+/]+=*$/), z.maxLength(14_600_000)) }),
    reply: extendPlainReply({}),
  }),
  showPresence: defineCall({
    method: 'POST',
    path: '/api/desk/presence',
    access: 'client',
    source: 'ours',
    summary:
      'Notes that the operator has a ticket or case open, and names others who have had it open within 30 seconds.',
    body: z.strictObject({ subject: z.string().check(z.regex(/^[a-z]+:[\w:.-]{1,80}$/)) }),
    reply: z.object({ return: z.literal(true), others: z.array(z.string()) }),
  }),
  listDocumentCases: defineCall({
    method: 'GET',
    path: '/api/desk/documents',
    access: 'client',
    source: 'ours',
    summary: 'Documents that wait for a decision, at most 200, oldest first.',
    reply: z.object({ return: z.literal(true), cases: z.array(documentCase) }),
  }),
  getDocumentCase: defineCall({
    method: 'GET',
    path: '/api/desk/documents/:trader/:kind',
    access: 'client',
    source: 'ours',
    summary: 'The files of a trader and kind that wait, beside what they must show. Reading it is in the audit trail.',
    params: z.strictObject({ trader: traderId, kind: z.enum(documentKinds) }),
    reply: extendPlainReply({ case: z.optional(documentCaseDetails) }),
  }),
  listTickets: defineCall({
    method: 'GET',
    path: '/api/desk/tickets',
    access: 'client',
    source: 'ours',
    summary: 'Tickets, 50 at a time: open ones by the time of the promised answer, others by their last change.',
    query: z.strictObject({ status: z.optional(z.enum(ticketStatuses)), before: z.optional(z.uuid()) }),
    reply: z.object({ return: z.literal(true), tickets: z.array(deskTicket), hasMore: z.boolean() }),
  }),
  getTicket: defineCall({
    method: 'GET',
    path: '/api/desk/tickets/:id',
    access: 'client',
    source: 'ours',
    summary: 'A ticket without what was written, with its trader and the notes of operators.',
    params: z.strictObject({ id: z.uuid() }),
    reply: extendPlainReply({ ticket: z.optional(deskTicketDetails) }),
  }),
  listTemplates: defineCall({
    method: 'GET',
    path: '/api/desk/templates',
    access: 'client',
    source: 'ours',
    summary: 'Templates of answers, by title.',
    reply: z.object({ return: z.literal(true), templates: z.array(ticketTemplate) }),
  }),
}
