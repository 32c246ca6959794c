import { attemptStates, captureStatuses, depositStates } from '@tradefront/rules/deposits/deposit-state-machine'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import type { OperatorRole } from './operator-actions.ts'
import { currency, extendPlainReply, timeMs } from './wire.ts'

// Calls of the operators' desk about deposits, corrections, bonuses and chargebacks. All amounts are in minor units.

/** Roles that can open a deposit or a chargeback. */
export const depositReaders = ['support', 'payments', 'risk', 'finance'] as const satisfies readonly OperatorRole[]

/** `review`: an operator must find out what happened. `claims`: traders reported them. `in_doubt`: a processor does not answer. */
export const depositQueues = ['review', 'claims', 'suspense', 'in_doubt', 'all'] as const
export type DepositQueue = (typeof depositQueues)[number]

const trader = z.object({ id: z.number(), name: z.string(), email: z.string(), country: z.string() })

export const depositRow = z.object({
  id: z.uuid(),
  number: z.string(),
  trader,
  amount: z.number(),
  currency,
  /** E.g. `visa •• 4242`. */
  instrument: z.string(),
  /** State of the money if it has arrived, else of the deposit. */
  state: z.enum([...captureStatuses, ...depositStates]),
  /** Words of the trader about a claim, e.g. the transaction. */
  note: z.nullable(z.string()),
  createdAtMs: timeMs,
})
export type DeskDepositRow = z.infer<typeof depositRow>

/** Of a ledger entry. Positive: more is owed to the account. `isTrader`: it is the trader's own. */
export const entryLine = z.object({
  account: z.string(),
  isTrader: z.boolean(),
  amount: z.number(),
  currency: z.string(),
})
export type EntryLine = z.infer<typeof entryLine>

const depositAction = z.object({
  action: z.enum([
    'deposit.resolve_paid',
    'deposit.resolve_unpaid',
    'deposit.accept',
    'deposit.refund',
    'deposit.reverse',
    'deposit.ask',
    'claim.accept',
    'claim.reject',
  ]),
  /** Reference of the attempt. */
  attempt: z.uuid(),
  processor: z.string(),
  /** Number of the charge. Null: the action is not about a charge. */
  charge: z.nullable(z.number()),
  amount: z.number(),
  currency,
  /** Lines that the action would write into the ledger now. */
  lines: z.array(entryLine),
})
export type DepositAction = z.infer<typeof depositAction>

export const depositDetails = z.extend(depositRow, {
  bonus: z.number(),
  endedAtMs: z.nullable(timeMs),
  reasonText: z.nullable(z.string()),
  /** Language of the trader's pages and mails. */
  language: z.string(),
  /** Numbers of other claims of the same coins. Null: there are none. */
  sameTransaction: z.nullable(z.string()),
  attempts: z.array(
    z.object({
      reference: z.uuid(),
      processor: z.string(),
      state: z.enum(attemptStates),
      processorReference: z.nullable(z.string()),
      error: z.nullable(z.string()),
      startedAtMs: timeMs,
      /** Time of the last step. */
      lastAtMs: timeMs,
      steps: z.array(
        z.object({ key: z.number(), atMs: timeMs, source: z.string(), before: z.string(), after: z.string() }),
      ),
    }),
  ),
  charges: z.array(
    z.object({
      attempt: z.uuid(),
      processor: z.string(),
      number: z.number(),
      amount: z.number(),
      currency: z.string(),
      status: z.enum(captureStatuses),
    }),
  ),
  entries: z.array(z.object({ key: z.number(), kind: z.string(), atMs: timeMs, lines: z.array(entryLine) })),
  actions: z.array(depositAction),
})
export type DeskDeposit = z.infer<typeof depositDetails>

export const chargebackStates = ['open', 'won', 'lost'] as const
export type ChargebackState = (typeof chargebackStates)[number]

export const chargebackRow = z.object({
  deposit: z.uuid(),
  number: z.string(),
  /** Reference of the attempt. */
  attempt: z.uuid(),
  charge: z.number(),
  processor: z.string(),
  trader,
  amount: z.number(),
  currency,
  state: z.enum(chargebackStates),
  evidence: z.nullable(z.string()),
  dueAtMs: timeMs,
  openedAtMs: timeMs,
  closedAtMs: z.nullable(timeMs),
})
export type ChargebackRow = z.infer<typeof chargebackRow>

/** With its files, which a sealed read opens. */
export const chargebackDetails = z.extend(chargebackRow, {
  files: z.array(
    z.object({ id: z.uuid(), title: z.string(), pages: z.number(), operator: z.string(), addedAtMs: timeMs }),
  ),
})
export type ChargebackDetails = z.infer<typeof chargebackDetails>

export const maxChargebackFiles = 10

/** Reference of the attempt, and number of the charge. */
const chargebackCursor = z.string().check(z.regex(/^[\da-f-]{36}\.[1-9]\d{0,3}$/))

export const deskMoneyCalls = {
  listDeposits: defineCall({
    method: 'GET',
    path: '/api/desk/deposits',
    access: 'client',
    source: 'ours',
    summary: 'Deposits that wait for an operator, oldest first, or all, newest first. 50 at a time.',
    query: z.strictObject({ queue: z.enum(depositQueues), before: z.optional(z.uuid()) }),
    reply: z.object({ return: z.literal(true), deposits: z.array(depositRow), hasMore: z.boolean() }),
  }),
  getDeposit: defineCall({
    method: 'GET',
    path: '/api/desk/deposits/:id',
    access: 'client',
    source: 'ours',
    summary: 'A deposit with its attempts, charges and ledger entries, and what operators can do now.',
    params: z.strictObject({ id: z.uuid() }),
    reply: extendPlainReply({ deposit: z.optional(depositDetails) }),
  }),
  listChargebacks: defineCall({
    method: 'GET',
    path: '/api/desk/chargebacks',
    access: 'client',
    source: 'ours',
    summary:
      'Chargebacks as cases: the open ones by their due date, or the latest that were won or lost. 50 at a time.',
    query: z.strictObject({ state: z.enum(chargebackStates), before: z.optional(chargebackCursor) }),
    reply: z.object({ return: z.literal(true), chargebacks: z.array(chargebackRow), hasMore: z.boolean() }),
  }),
  getChargebacks: defineCall({
    method: 'GET',
    path: '/api/desk/chargebacks/:id',
    access: 'client',
    source: 'ours',
    summary: 'The chargebacks of a deposit, in every state. Reading them is in the audit trail.',
    params: z.strictObject({ id: z.uuid() }),
    reply: z.object({ return: z.literal(true), chargebacks: z.array(chargebackDetails) }),
  }),
  getBonusTerms: defineCall({
    method: 'GET',
    path: '/api/desk/bonus-terms',
    access: 'client',
    source: 'ours',
    summary: 'How often a bonus must be traded before it can be withdrawn.',
    reply: z.object({ return: z.literal(true), turnoverFactor: z.number() }),
  }),
}
