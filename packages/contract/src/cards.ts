import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { depositView, paymentRequest } from './deposits.ts'
import { currency, emptyBody, plainReply, text, timeMs, visibleLine } from './wire.ts'

/** Fields of every card reply that the specification does not have. */
export const cardReplyFields = {
  /** True if the processor was asked before: the reply shows that attempt. */
  in_progress: z.optional(z.boolean()),
  deposit: z.optional(z.nullable(depositView)),
  message: z.optional(z.string()),
}

/** Id of a saved or entered card of the trader. */
const cardId = z.uuid()

/** spec: funding 3. The security code is never sent here. */
export const cardForm = z.strictObject({
  cu: z.string().check(z.regex(/^[A-Z]{2}$/)),
  cur: currency,
  cty: z.literal('VSA'),
  cnu: z.string().check(z.regex(/^[0-9 -]{12,40}$/)),
  emm: z.string().check(z.regex(/^(0[1-9]|1[0-2])$/)),
  eyy: z.string().check(z.regex(/^20[0-9]{2}$/)),
  fn: visibleLine(60),
  ln: z.union([z.literal(''), visibleLine(60)]),
  /** `all`: the server detects the type from the number. */
  card_type: z.enum(['all', 'visa', 'mastercard', 'maestro']),
  card_length_valid: z.boolean(),
  card_length: z.array(z.number().check(z.int(), z.gte(12), z.lte(19))).check(z.maxLength(8)),
  is_fail_limit: z.boolean(),
  cascade: z.strictObject({ limit: z.boolean() }),
  /** State of the US; other countries have none. */
  state: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  /** Ours: the trader chose to save the card for next time. Without it, the card serves one payment and is not kept. */
  keep: z.optional(z.boolean()),
})

export const savedCard = z.object({
  id: cardId,
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
    summary:
      'Sets the card of the next payment. It stays after that only if the payment succeeds and `keep` (ours) is true. Or removes a card: the named one, otherwise the one of the next payment.',
    body: z.union([cardForm, z.strictObject({ remove: z.literal(1), card: z.optional(cardId) })]),
    reply: z.object({
      return: z.boolean(),
      error: z.optional(z.string()),
      message: z.optional(z.string()),
      card: z.nullable(savedCard),
    }),
  }),
  openDeposit: defineCall({
    method: 'POST',
    path: '/api/card/deposit',
    access: 'client',
    isOfAccount: true,
    source: 'ours',
    summary:
      'Opens a card deposit under the Idempotency-Key of the request and fixes its processor order, card and country. Without `card`, it charges the card that was entered or chosen last.',
    body: z.strictObject({ ...paymentRequest.shape, card: z.optional(cardId) }),
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
    summary: "The trader's open deposit, latest deposits, saved card and limits.",
    reply: z.object({
      return: z.literal(true),
      deposit: z.nullable(depositView),
      recent: z.array(depositView),
      /** The card that a payment charges if it names none: saved, or entered for the next payment. */
      card: z.nullable(savedCard),
      /** Saved cards, the latest used first. `limitedUntilMs`: when the fail limit of the card ends; null if it can be used. */
      savedCards: z.array(z.extend(savedCard, { limitedUntilMs: z.nullable(timeMs) })),
      /**
       * True if the card of the next payment, or any card if there is none, has reached the fail limit and the trader has not lifted it.
       */
      isCardLimited: z.boolean(),
      /** When the fail limit of that card ends, lifted or not. */
      cardLimitedUntilMs: z.nullable(timeMs),
      /** True if the trader chose to wait, and cannot lift the limit now. */
      isLimitAccepted: z.boolean(),
      /** Number of charging deposits that can still be made today (UTC). */
      depositsLeftToday: z.number(),
    }),
  }),
  traceCascade: defineCall({
    method: 'POST',
    path: '/api/rpc',
    access: 'client',
    source: 'funding 7',
    summary: 'Logs the cascade in the browser: which worker runs, over which list.',
    body: z.strictObject({ worker: text(40), cascade: text(200), cascade_exec: text(200) }),
    reply: plainReply,
  }),
  traceZoomScript: defineCall({
    method: 'POST',
    path: '/api/debug/zoom_script',
    access: 'client',
    source: 'funding 7',
    summary: 'Logs what happened to the remote script.',
    body: z.strictObject({ evt: text(40), act: text(200) }),
    reply: plainReply,
  }),
  acceptFailLimit: defineCall({
    method: 'POST',
    path: '/api/triggers/limited_yes',
    access: 'client',
    source: 'funding 7',
    summary: 'The trader waits: the limit on failed cards stays until it ends.',
    body: emptyBody,
    reply: plainReply,
  }),
  ignoreFailLimit: defineCall({
    method: 'POST',
    path: '/api/triggers/limited_ignore',
    access: 'client',
    source: 'funding 7',
    summary: 'Lifts the limit on failed cards until it ends, unless the trader chose to wait.',
    body: emptyBody,
    reply: plainReply,
  }),
  receiveWebhook: defineCall({
    method: 'POST',
    path: '/hooks/:processor',
    access: 'visitor',
    source: 'ours',
    summary: 'Receives a signed webhook of a processor. Stored, then answered.',
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
    summary: "Target of a processor's page: 303 to the screen that shows the result.",
    params: z.object({ processor: text(20) }),
    body: z.object({ ref: text(64) }),
    reply: z.unknown(),
  }),
} as const
