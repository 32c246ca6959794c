import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import type { OperatorRole } from './operator-actions.ts'
import { processorNames } from './processor-names.ts'
import { extendPlainReply, singleLine, timeMs } from './wire.ts'

// Calls of the operators' desk about statements of processors. Days are UTC days, amounts are in minor units, refunds are negative.

/** Roles that can see the statements. */
export const statementReaders = ['payments', 'finance', 'risk'] as const satisfies readonly OperatorRole[]
/** Roles that can upload a statement: `store_statement_file` enforces it. */
export const statementUploaders = ['payments', 'finance'] as const satisfies readonly OperatorRole[]

/** Limit of a statement in characters. */
export const maxStatementLength = 5_000_000

export const differenceKinds = ['missing_here', 'missing_there', 'other_amount', 'other_state', 'doubled'] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** Columns that we read of each movement. Each file has the first four. */
export const statementColumns = [
  'reference',
  'amount',
  'currency',
  'createdAt',
  'kind',
  'refundReference',
  'status',
] as const
export type StatementColumn = (typeof statementColumns)[number]
export const requiredColumns = [
  'reference',
  'amount',
  'currency',
  'createdAt',
] as const satisfies readonly StatementColumn[]

const header = singleLine(100)
export const statementFormat = z.strictObject({
  /** The headers of the file for these columns. Empty: the file does not have the column. */
  columns: z.strictObject({
    reference: header,
    amount: header,
    currency: header,
    createdAt: header,
    kind: header,
    refundReference: header,
    status: header,
  }),
  /** An amount of 12.50 in `major` units is 1250 in `minor` units. */
  amounts: z.enum(['minor', 'major']),
  /** Values of `status` that mean that money has moved, separated by commas. */
  paidWords: singleLine(200),
})
export type StatementFormat = z.infer<typeof statementFormat>

/** The columns of the sandbox's statements. The desk proposes them until a file was uploaded. */
export const defaultFormat: StatementFormat = {
  columns: {
    reference: 'ref',
    amount: 'amount',
    currency: 'currency',
    createdAt: 'created_at',
    kind: 'kind',
    refundReference: 'refund_ref',
    status: 'status',
  },
  amounts: 'minor',
  paidWords: 'succeeded, refunded',
}

const dayRow = z.object({
  day: z.iso.date(),
  closedAtMs: z.nullable(timeMs),
  processors: z.number(),
  /** Number of statements that are not compared yet. */
  waiting: z.number(),
  /** Number of differences without an explanation. `explained` counts those with one. */
  open: z.number(),
  explained: z.number(),
})
export type StatementDayRow = z.infer<typeof dayRow>

const total = z.object({
  currency: z.string(),
  there: z.number(),
  here: z.number(),
  agreed: z.number(),
  agreedCount: z.number(),
})

const processor = z.object({
  name: z.string(),
  /** Null: the statement is not compared yet. */
  comparedAtMs: z.nullable(timeMs),
  /** Name of the uploaded file. */
  fileName: z.nullable(z.string()),
  /** Format of the last uploaded file, of any day. */
  format: z.nullable(statementFormat),
  totals: z.array(total),
})
export type StatementProcessor = z.infer<typeof processor>

const exception = z.object({
  id: z.number(),
  processor: z.string(),
  kind: z.enum(differenceKinds),
  what: z.enum(['charge', 'refund']),
  reference: z.string(),
  /** Id of the deposit, if the difference is about one. */
  deposit: z.nullable(z.uuid()),
  there: z.string(),
  here: z.string(),
  /** Amount of the statement less that of the ledger. */
  difference: z.number(),
  currency: z.string(),
  foundAtMs: timeMs,
  explanation: z.nullable(z.string()),
  /** Null: the difference is still there. */
  goneAtMs: z.nullable(timeMs),
})
export type StatementException = z.infer<typeof exception>

const day = z.object({
  day: z.iso.date(),
  closedAtMs: z.nullable(timeMs),
  processors: z.array(processor),
  exceptions: z.array(exception),
})
export type StatementDay = z.infer<typeof day>

export const deskReconcileCalls = {
  listDays: defineCall({
    method: 'GET',
    path: '/api/desk/days',
    access: 'client',
    source: 'ours',
    summary: 'The latest days with statements of processors, and what is open.',
    reply: z.object({ return: z.literal(true), days: z.array(dayRow) }),
  }),
  getDay: defineCall({
    method: 'GET',
    path: '/api/desk/day/:day',
    access: 'client',
    source: 'ours',
    summary: 'What the statements of a day say beside what is booked.',
    params: z.object({ day: z.iso.date() }),
    reply: extendPlainReply({ day: z.optional(day) }),
  }),
  uploadStatement: defineCall({
    method: 'POST',
    path: '/api/desk/statement',
    access: 'client',
    source: 'ours',
    summary: 'Stores the statement of a processor for a day (CSV). A server compares it within seconds.',
    body: z.strictObject({
      processor: z.enum(processorNames),
      day: z.iso.date(),
      name: singleLine(200).check(z.minLength(1)),
      text: z.string().check(z.maxLength(maxStatementLength)),
      format: statementFormat,
    }),
    /** `ignored` counts the rows of other days. */
    reply: extendPlainReply({ stored: z.optional(z.number()), ignored: z.optional(z.number()) }),
  }),
}
