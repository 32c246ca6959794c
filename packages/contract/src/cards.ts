import { attemptStates, depositStates } from '@tradefront/rules/deposits/deposit-state-machine'
import { processorNames } from './processor-names.ts'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { amount, currency, binaryFlag, emptyBody, plainReply, text, timeMs } from './wire.ts'

/** The payment request every card call starts with (spec: funding 3). `fixed` and `bonus` both 1 is refused with 400. */
export const paymentRequest = z.strictObject({ amount, fixed: binaryFlag, bonus: binaryFlag })
export type PaymentRequest = z.infer<typeof paymentRequest>

/** What the trader or the browser must do for the current attempt. */
export const attemptAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('redirect'), url: z.string() }),
  z.object({ kind: z.literal('dialog'), dialog: z.enum(['entro_start', 'entro_pin']) }),
  z.object({
    kind: z.literal('tokenise'),
    session: z.object({
      key: z.string(),
      amount: z.number(),
      scriptUrl: z.string(),
      fields: z.object({ number: z.string(), code: z.string(), expiry: z.string() }),
    }),
  }),
])

/**
 * A deposit as its owner sees it (ours). Amounts in major units of `currency`, times in ms UTC.
 *
 * `next` is the processor that the browser can start now; null while an attempt is undecided or the deposit has ended.
 */
export const depositView = z.object({
  id: z.string(),
  /** Short reference to quote to support. */
  reference: z.string(),
  state: z.enum(depositStates),
  amount: z.number(),
  currency,
  bonus: binaryFlag,
  fixed: binaryFlag,
  bonus_amount: z.number(),
  turnover_required: z.number(),
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  step: z.nullable(
    z.object({
      processor: z.enum(processorNames),
      state: z.enum(attemptStates),
      action: z.nullable(attemptAction),
      transaction_id: z.string(),
      id: z.string(),
      started_at: timeMs,
      /** When the attempt is cancelled or checked again automatically. */
      deadline_at: z.nullable(timeMs),
    }),
  ),
  next: z.nullable(z.enum(processorNames)),
  tried: z.array(z.enum(processorNames)),
  /** Text key of why it ended without success. */
  reason: z.nullable(z.string()),
  message: z.nullable(z.string()),
  /** Amounts credited to the account. */
  credited: z.nullable(z.object({ cash: z.number(), bonus: z.number() })),
  /** `offered`: the money arrived after the deposit had failed, and the trader can request it back. */
  refund: z.nullable(z.enum(['offered', 'under_way', 'refunded', 'held'])),
  /** Balance after a successful deposit. */
  balance: z.nullable(z.number()),
  created_at: timeMs,
  ended_at: z.nullable(timeMs),
})
export type DepositView = z.infer<typeof depositView>

/** Fields of every card reply besides the native ones (ours). */
export const cardReplyFields = {
  /** True if the processor was already tried: the reply is the current state of that attempt. */
  in_progress: z.optional(z.boolean()),
  deposit: z.optional(z.nullable(depositView)),
  message: z.optional(z.string()),
}

/** The card to save (spec: funding 3). The security code is never part of it. */
export const cardForm = z.strictObject({
  cu: z.string().check(z.regex(/^[A-Z]{2}$/)),
  cur: currency,
  cty: z.literal('VSA'),
  cnu: z.string().check(z.regex(/^[0-9 -]{12,40}$/)),
  emm: z.string().check(z.regex(/^(0[1-9]|1[0-2])$/)),
  eyy: z.string().check(z.regex(/^20[0-9]{2}$/)),
  fn: text(60).check(z.minLength(1)),
  ln: text(60),
  card_type: z.enum(['visa', 'mastercard', 'maestro']),
  card_length_valid: z.boolean(),
  card_length: z.array(z.number().check(z.int(), z.gte(12), z.lte(19))).check(z.maxLength(8)),
  is_fail_limit: z.boolean(),
  cascade: z.strictObject({ limit: z.boolean() }),
  /** Only for country US. */
  state: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
})

export const savedCard = z.object({
  brand: z.string(),
  last4: z.string(),
  emm: z.string(),
  eyy: z.string(),
  fn: z.string(),
  ln: z.string(),
  cu: z.string(),
  state: z.nullable(z.string()),
})
export type SavedCardRecord = z.infer<typeof savedCard>

export const cardsCalls = {
  saveCard: defineCall({
    method: 'POST',
    path: '/api/card/save',
    access: 'client',
    source: 'funding 7',
    summary: 'Saves, replaces or removes the card that the processors charge.',
    body: z.union([cardForm, z.strictObject({ remove: z.literal(1) })]),
    reply: z.object({ return: z.boolean(), message: z.optional(z.string()), card: z.nullable(savedCard) }),
  }),
  openDeposit: defineCall({
    method: 'POST',
    path: '/api/card/deposit',
    access: 'client',
    source: 'ours',
    summary:
      'Opens a deposit under the Idempotency-Key of the request and fixes its processor order, card and country.',
    body: paymentRequest,
    reply: z.object({
      return: z.boolean(),
      error: z.optional(z.string()),
      message: z.optional(z.string()),
      deposit: z.nullable(depositView),
    }),
  }),
  getCurrentDeposit: defineCall({
    method: 'GET',
    path: '/api/card/deposit/current',
    access: 'client',
    source: 'ours',
    summary: 'The open deposit of this trader, recent deposits, the saved card and the limits of the form.',
    reply: z.object({
      return: z.literal(true),
      deposit: z.nullable(depositView),
      recent: z.array(depositView),
      card: z.nullable(savedCard),
      /** The form is locked by the fail limit until the trader overrides it. */
      limited: z.boolean(),
      /** Charging deposits left today (UTC). */
      left_today: z.number(),
    }),
  }),
  cancelDepositStep: defineCall({
    method: 'POST',
    path: '/api/card/deposit/abandon',
    access: 'client',
    source: 'ours',
    summary:
      'Cancels the current attempt: `processor` continues with the next one, `card` closes the deposit so that another card can be used.',
    body: z.strictObject({ id: z.uuid(), after: z.enum(['processor', 'card']) }),
    reply: z.object({ return: z.boolean(), message: z.optional(z.string()), deposit: z.nullable(depositView) }),
  }),
  requestRefund: defineCall({
    method: 'POST',
    path: '/api/card/deposit/refund',
    access: 'client',
    source: 'ours',
    summary: 'Requests the refund that is offered for a late success.',
    body: z.strictObject({ id: z.uuid() }),
    reply: z.object({ return: z.boolean(), message: z.optional(z.string()), deposit: z.nullable(depositView) }),
  }),
  traceCascade: defineCall({
    method: 'POST',
    path: '/api/rpc',
    access: 'client',
    source: 'funding 7',
    summary: 'Trace of the cascade in the browser: which worker runs, over which list.',
    body: z.strictObject({ worker: text(40), cascade: text(200), cascade_exec: text(200) }),
    reply: plainReply,
  }),
  traceZoomScript: defineCall({
    method: 'POST',
    path: '/api/debug/zoom_script',
    access: 'client',
    source: 'funding 7',
    summary: 'Trace of the remote script.',
    body: z.strictObject({ evt: text(40), act: text(200) }),
    reply: plainReply,
  }),
  acceptCardLimit: defineCall({
    method: 'POST',
    path: '/api/triggers/limited_yes',
    access: 'client',
    source: 'funding 7',
    summary: 'The trader accepts the limit on failed cards.',
    body: emptyBody,
    reply: plainReply,
  }),
  overrideCardLimit: defineCall({
    method: 'POST',
    path: '/api/triggers/limited_ignore',
    access: 'client',
    source: 'funding 7',
    summary: 'The trader unlocks the card form despite the limit.',
    body: emptyBody,
    reply: plainReply,
  }),
  receiveWebhook: defineCall({
    method: 'POST',
    path: '/hooks/:processor',
    access: 'visitor',
    source: 'ours',
    summary: 'A signed event of a processor. Stored, then answered.',
    params: z.object({ processor: text(20) }),
    body: z.record(z.string(), z.unknown()),
    reply: plainReply,
  }),
  returnFromProcessor: defineCall({
    method: 'POST',
    path: '/return/:processor',
    access: 'visitor',
    kind: 'redirect',
    source: 'ours',
    summary: "Where a processor's page posts back: 303 to the screen that waits for the result.",
    params: z.object({ processor: text(20) }),
    body: z.object({ ref: text(64) }),
    reply: z.unknown(),
  }),
} as const
