import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import type { OperatorRole } from './operator-actions.ts'
import { currency, extendPlainReply, singleLine, timeMs } from './wire.ts'

// Calls of the operators' desk about statements of our banks. Amounts are in minor units.

/** Roles that can see and import bank statements. For imports, `store_bank_payments` enforces it. */
export const bankReaders = ['payments', 'finance'] as const satisfies readonly OperatorRole[]

/** Limit in characters. A longer file can be sent, so that the reply can say why it is refused. */
export const maxBankFileLength = 5_000_000
const maxSentLength = 12_000_000

export const bankColumns = ['bookedOn', 'amount', 'currency', 'words', 'payer', 'reference'] as const
export type BankColumn = (typeof bankColumns)[number]
export const requiredBankColumns = ['bookedOn', 'amount', 'currency', 'words'] as const satisfies readonly BankColumn[]

const header = singleLine(100)
/** The headers of a CSV file for the columns that we need. Empty: the file does not have the column. */
export const bankFormat = z.strictObject({
  bookedOn: header,
  amount: header,
  currency: header,
  words: header,
  payer: header,
  reference: header,
})
export type BankFormat = z.infer<typeof bankFormat>

export const bankQueues = ['waiting', 'accepted'] as const
export type BankQueue = (typeof bankQueues)[number]

const proposal = z.object({
  deposit: z.uuid(),
  attempt: z.uuid(),
  trader: z.object({ id: z.number(), name: z.string(), email: z.string(), country: z.string() }),
  amount: z.number(),
  currency,
  /** Words of the trader about the payment. */
  note: z.nullable(z.string()),
  createdAtMs: timeMs,
  agrees: z.object({ reference: z.boolean(), amount: z.boolean(), currency: z.boolean() }),
})
export type BankProposal = z.infer<typeof proposal>

const payment = z.object({
  id: z.number(),
  account: z.string(),
  bookedOn: z.iso.date(),
  amount: z.number(),
  currency: z.string(),
  payer: z.string(),
  words: z.string(),
  importedAtMs: timeMs,
  /** Reports of traders that can be about this payment. Empty: nobody has reported it. */
  proposals: z.array(proposal),
  /** The deposit that the payment was accepted for. */
  deposit: z.nullable(z.uuid()),
})
export type BankPaymentView = z.infer<typeof payment>

export const deskBankCalls = {
  listBankPayments: defineCall({
    method: 'GET',
    path: '/api/desk/bank',
    access: 'client',
    source: 'ours',
    summary:
      'Money that has arrived on our bank accounts, oldest first, with the reports of traders that it can be. 50 at a time.',
    query: z.strictObject({
      queue: z.enum(bankQueues),
      before: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/))),
    }),
    reply: z.object({
      return: z.literal(true),
      payments: z.array(payment),
      hasMore: z.boolean(),
    }),
  }),
  listBankFormats: defineCall({
    method: 'GET',
    path: '/api/desk/bank/formats',
    access: 'client',
    source: 'ours',
    summary: 'Names of columns in the last CSV file of each account.',
    reply: z.object({
      return: z.literal(true),
      formats: z.array(z.object({ account: z.string(), format: bankFormat })),
    }),
  }),
  importBankStatement: defineCall({
    method: 'POST',
    path: '/api/desk/bank/statement',
    access: 'client',
    source: 'ours',
    summary: 'Stores what has arrived, from a camt.053 file or a CSV file. What is there already stays as it is.',
    body: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('camt'), text: z.string().check(z.maxLength(maxSentLength)) }),
      z.strictObject({
        kind: z.literal('csv'),
        text: z.string().check(z.maxLength(maxSentLength)),
        account: singleLine(40).check(z.minLength(4)),
        format: bankFormat,
      }),
    ]),
    /** `found` counts all payments of the file, `added` the new ones. */
    reply: extendPlainReply({ found: z.optional(z.number()), added: z.optional(z.number()) }),
  }),
}
