import { captureStatuses, depositStates } from '@tradefront/rules/deposits/deposit-state-machine'
import { documentKinds } from '@tradefront/rules/documents/document-kinds'
import { ticketStatuses } from '@tradefront/rules/support/ticket-status'
import { withdrawalMethods } from '@tradefront/rules/withdrawal/methods'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { confirmedStates } from './desk.ts'
import type { OperatorRole } from './operator-actions.ts'
import { currency, extendPlainReply, singleLine, timeMs } from './wire.ts'

// Calls of the operators' desk about traders. All amounts are in minor units.

/** Roles that can search, and open a trader. */
export const traderReaders = [
  'support',
  'documents',
  'payments',
  'risk',
  'finance',
] as const satisfies readonly OperatorRole[]
/** Roles that can open a withdrawal. */
export const withdrawalReaders = ['support', 'payments', 'risk', 'finance'] as const satisfies readonly OperatorRole[]

const shortestPart = 3

/** Returns true for an account number, and for a text that is long enough to match little. */
export function isSearchable(text: string): boolean {
  return text.trim().length >= shortestPart || /^\s*[1-9]\d*\s*$/.test(text)
}

export const searchResult = z.object({
  kind: z.enum(['trader', 'withdrawal', 'deposit', 'ticket']),
  /** Unique among the results of one search. */
  key: z.string(),
  /** Id of the withdrawal, deposit or ticket. */
  id: z.nullable(z.uuid()),
  trader: z.object({ id: z.number(), name: z.string(), email: z.string(), country: z.string() }),
  /** `payee`: an account that money goes to. `transaction`: of a bank, processor or chain. */
  matchedBy: z.enum(['account', 'name', 'email', 'phone', 'card', 'number', 'payee', 'transaction']),
  /** What was found, as it is written, e.g. the phone number. */
  matched: z.string(),
})
export type SearchResult = z.infer<typeof searchResult>

export const markKinds = ['device', 'card', 'payee', 'phone'] as const

export const traderDetails = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  emailProvedAtMs: z.nullable(timeMs),
  /** Empty until the trader has entered it, like the country. */
  phone: z.string(),
  country: z.string(),
  language: z.string(),
  registeredAtMs: timeMs,
  /** Null: the trader has only practised. */
  realOpenedAtMs: z.nullable(timeMs),
  verification: z.enum(['None', 'Partial', 'Full']),
  verifiedAtMs: z.nullable(timeMs),
  affiliate: z.nullable(z.string()),
  /** Null: the account is not locked. */
  lockedAtMs: z.nullable(timeMs),
  firstName: z.string(),
  lastName: z.string(),
  /** Notes and tags that operators have written. At most 100 notes, newest first. */
  notes: z.array(z.object({ id: z.uuid(), operator: z.string(), words: z.string(), createdAtMs: timeMs })),
  tags: z.array(z.string()),
  /** Limits of this trader, in base currency. Null: the limit of the site applies. */
  depositLimits: z.object({
    minCard: z.nullable(z.number()),
    minOther: z.nullable(z.number()),
    max: z.nullable(z.number()),
  }),
  /** Its own order of card processors, a comma list. Null: that of the site. */
  cascade: z.nullable(z.string()),
  isCardRisk: z.boolean(),
  /** One for each currency. */
  balances: z.array(
    z.object({
      currency,
      cash: z.number(),
      /** Includes what is frozen for a withdrawal. */
      bonus: z.number(),
      /** Cash that waits for a withdrawal. */
      hold: z.number(),
      debt: z.number(),
      turnoverDone: z.number(),
      turnoverNeeded: z.number(),
    }),
  ),
  /** Accounts with the same browser, card, payee or phone. At most 50. */
  related: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      email: z.string(),
      marks: z.array(z.enum(markKinds)),
      sinceMs: timeMs,
    }),
  ),
})
export type TraderDetails = z.infer<typeof traderDetails>

export const bonusStates = ['open', 'frozen', 'finished', 'cancelled'] as const

const eventBase = { key: z.string(), atMs: timeMs }
const money = { amount: z.number(), currency }

export const traderEvent = z.discriminatedUnion('kind', [
  z.object({
    ...eventBase,
    kind: z.literal('deposit'),
    id: z.uuid(),
    number: z.string(),
    /** State of the money if it has arrived, else of the deposit. */
    state: z.enum([...captureStatuses, ...depositStates]),
    ...money,
    /** E.g. `visa •• 4242`. */
    instrument: z.string(),
    /** The processor that was tried last. */
    processor: z.nullable(z.string()),
  }),
  z.object({
    ...eventBase,
    kind: z.literal('withdrawal'),
    id: z.uuid(),
    number: z.string(),
    state: z.enum(confirmedStates),
    method: z.enum(withdrawalMethods),
    ...money,
  }),
  z.object({
    ...eventBase,
    kind: z.literal('bonus'),
    state: z.enum(bonusStates),
    ...money,
    turnoverDone: z.number(),
    turnoverNeeded: z.number(),
  }),
  z.object({
    ...eventBase,
    kind: z.literal('correction'),
    correction: z.uuid(),
    ...money,
    /** `undo`: this correction takes back another one with the same id, which is `undone`. */
    state: z.enum(['booked', 'undone', 'undo']),
  }),
  z.object({
    ...eventBase,
    kind: z.literal('trades'),
    /** UTC, e.g. `2026-11-27`. */
    day: z.string(),
    count: z.number(),
    currency,
    stake: z.number(),
    /** Returned amounts less the stakes. */
    result: z.number(),
  }),
  z.object({
    ...eventBase,
    kind: z.literal('document'),
    document: z.enum(documentKinds),
    state: z.string(),
    reason: z.nullable(z.string()),
  }),
  z.object({ ...eventBase, kind: z.literal('ticket'), number: z.string(), status: z.enum(ticketStatuses) }),
  z.object({ ...eventBase, kind: z.literal('access'), event: z.string() }),
  z.object({
    ...eventBase,
    kind: z.literal('act'),
    operator: z.string(),
    action: z.string(),
    subject: z.string(),
    reason: z.nullable(z.string()),
  }),
])
export type TraderEvent = z.infer<typeof traderEvent>
export type TraderEventKind = TraderEvent['kind']

export const traderEventKinds = [
  'deposit',
  'withdrawal',
  'bonus',
  'correction',
  'trades',
  'document',
  'ticket',
  'access',
  'act',
] as const satisfies readonly TraderEventKind[]

/** The account number. */
const traderId = z.string().check(z.regex(/^[1-9]\d{0,14}$/))

export const traderCalls = {
  search: defineCall({
    method: 'GET',
    path: '/api/desk/search',
    access: 'client',
    source: 'ours',
    summary:
      'At most 20 traders, withdrawals, deposits and tickets by a part of a name, e-mail or phone, by the last digits of a card, or by number.',
    query: z.strictObject({ text: singleLine(200) }),
    reply: z.object({ return: z.literal(true), results: z.array(searchResult) }),
  }),
  getTrader: defineCall({
    method: 'GET',
    path: '/api/desk/traders/:id',
    access: 'client',
    source: 'ours',
    summary: 'Who a trader is, their money and related accounts. Reading it is in the audit trail.',
    params: z.strictObject({ id: traderId }),
    reply: extendPlainReply({ trader: z.optional(traderDetails) }),
  }),
  listTraderEvents: defineCall({
    method: 'GET',
    path: '/api/desk/traders/:id/events',
    access: 'client',
    source: 'ours',
    summary: 'All that has happened, newest first, 50 at a time. Reading it is in the audit trail, too.',
    params: z.strictObject({ id: traderId }),
    query: z.strictObject({
      kind: z.optional(z.enum(traderEventKinds)),
      /** The `next` of the page before. */
      before: z.optional(z.string().check(z.regex(/^\d{1,17}_[\w:-]{1,80}$/))),
    }),
    reply: z.object({
      return: z.literal(true),
      events: z.array(traderEvent),
      /** Null on the last page. */
      next: z.nullable(z.string()),
    }),
  }),
}
