import { invoiceCoins } from '@tradefront/rules/crypto/coins'
import { depositGroups, depositMethods, refundStates } from '@tradefront/rules/deposits/deposit-groups'
import { attemptStates, depositStates } from '@tradefront/rules/deposits/deposit-state-machine'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { processorNames } from './processor-names.ts'
import { amount, binaryFlag, currency, timeMs } from './wire.ts'

/** spec: funding 3. `fixed` and `bonus` cannot both be 1. */
export const paymentRequest = z.strictObject({ amount, fixed: binaryFlag, bonus: binaryFlag })
export type PaymentRequest = z.infer<typeof paymentRequest>

export const stepAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('redirect'), url: z.string() }),
  z.object({ kind: z.literal('dialog'), dialog: z.enum(['entro_start', 'entro_pin']) }),
  z.object({
    kind: z.literal('tokenize'),
    session: z.object({
      key: z.string(),
      amount: z.number(),
      scriptUrl: z.string(),
      fields: z.object({ number: z.string(), code: z.string(), expiry: z.string() }),
    }),
  }),
])

/** Amounts in major units, times in ms UTC. `next` is null while a step is undecided or after the end. */
export const depositView = z.object({
  id: z.string(),
  /** Number on the receipt, which the trader can tell support. */
  receipt_number: z.string(),
  state: z.enum(depositStates),
  amount: z.number(),
  currency,
  bonus: binaryFlag,
  fixed: binaryFlag,
  bonus_amount: z.number(),
  turnover_required: z.number(),
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  /** Set only for a wallet, e.g. skrill, or for a claim, e.g. bank. */
  wallet: z.optional(z.object({ name: z.string(), is_claim: z.boolean() })),
  /** Set only for a payment in coins: the page of its invoice says what it waits for. */
  invoice: z.nullable(z.object({ coin: z.enum(invoiceCoins), guid: z.string() })),
  step: z.nullable(
    z.object({
      processor: z.enum(processorNames),
      state: z.enum(attemptStates),
      action: z.nullable(stepAction),
      transaction_id: z.string(),
      id: z.string(),
      started_at: timeMs,
      deadline_at: z.nullable(timeMs),
    }),
  ),
  next: z.nullable(z.enum(processorNames)),
  tried: z.array(z.enum(processorNames)),
  /** Processors that sent the trader to a page, e.g. of the bank. */
  redirected_by: z.array(z.enum(processorNames)),
  /** Set only if the pre-check gave no answer, and the payment goes on without it. */
  unchecked: z.optional(z.literal(true)),
  /** All processors of the deposit, in their order. */
  cascade: z.array(z.enum(processorNames)),
  /** Key of the text that says why. */
  reason: z.nullable(z.string()),
  message: z.nullable(z.string()),
  /** Money that reached the account. `bonus` includes the bonus of `promo`. */
  credited: z.nullable(z.object({ cash: z.number(), bonus: z.number() })),
  /** The promo code that was used with the deposit, its bonus, and the turnover that it requires. */
  promo: z.optional(z.object({ code: z.string(), bonus: z.number(), turnover: z.number() })),
  /**
   * `offered`: money that arrived late, which the trader can keep or send back. `kept`: the trader keeps it. `reversed`: it was credited by
   * mistake. `taken_back`: the bank or processor took it back.
   */
  refund: z.nullable(z.enum(refundStates)),
  /** Current balance, if the deposit succeeded. */
  balance: z.nullable(z.number()),
  created_at: timeMs,
  ended_at: z.nullable(timeMs),
})
export type DepositView = z.infer<typeof depositView>

export type StepAction = z.infer<typeof stepAction>

const timeText = z.string().check(z.regex(/^[0-9]{1,13}$/))

const maxDepositsPerPage = 50

export const depositsCalls = {
  listDeposits: defineCall({
    method: 'GET',
    path: '/api/deposits',
    access: 'client',
    source: 'ours',
    summary:
      "The trader's deposits by every method, newest first. `from` and `to` are ms UTC, `to` is not included. Send the `next` of a reply as `after` to get the next page.",
    query: z.strictObject({
      state: z.optional(z.enum(depositGroups)),
      method: z.optional(z.enum(depositMethods)),
      from: z.optional(timeText),
      to: z.optional(timeText),
      after: z.optional(z.uuid()),
      /** The limit is 20 by default, and at most 50. */
      limit: z.optional(z.string().check(z.regex(/^([1-9]|[1-4][0-9]|50)$/))),
    }),
    reply: z.object({
      return: z.literal(true),
      deposits: z.array(depositView).check(z.maxLength(maxDepositsPerPage)),
      /** Null on the last page. */
      next: z.nullable(z.string()),
    }),
  }),
  cancelStep: defineCall({
    method: 'POST',
    path: '/api/card/deposit/cancel',
    access: 'client',
    source: 'ours',
    summary:
      'Cancels the current step. `processor`: continue with the next processor; `card`: close the deposit, to use another card.',
    body: z.strictObject({ id: z.uuid(), after: z.enum(['processor', 'card']) }),
    reply: z.object({ return: z.boolean(), message: z.optional(z.string()), deposit: z.nullable(depositView) }),
  }),
  requestRefund: defineCall({
    method: 'POST',
    path: '/api/card/deposit/refund',
    access: 'client',
    source: 'ours',
    summary: 'Requests the refund offered for money that arrived after its deposit had failed.',
    body: z.strictObject({ id: z.uuid() }),
    reply: z.object({ return: z.boolean(), message: z.optional(z.string()), deposit: z.nullable(depositView) }),
  }),
  keepLateMoney: defineCall({
    method: 'POST',
    path: '/api/card/deposit/keep',
    access: 'client',
    source: 'ours',
    summary: 'Keeps money that arrived after its deposit had failed. This ends the offer of a refund.',
    body: z.strictObject({ id: z.uuid() }),
    reply: z.object({ return: z.boolean(), message: z.optional(z.string()), deposit: z.nullable(depositView) }),
  }),
} as const
