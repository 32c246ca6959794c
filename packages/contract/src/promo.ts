import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { currency, emptyBody, extendPlainReply, text, timeMs } from './wire.ts'

export const maxPromoCodeChars = 40
const promo = text(maxPromoCodeChars)
const body = z.strictObject({ promo })

/** Effects of a code. Amounts in major units of `currency`. Either `percent` or `amount` is set. */
export const promoTerms = z.object({
  code: z.string(),
  currency,
  /** Bonus in percent of the deposit. */
  percent: z.nullable(z.number()),
  /** Bonus that does not depend on the deposit. */
  amount: z.nullable(z.number()),
  /** Null: the code needs no deposit. */
  minDeposit: z.nullable(z.number()),
  /** The required turnover is the bonus times this factor. */
  turnoverFactor: z.number(),
  /** When the turnover is done, at most the bonus times this factor becomes cash. */
  releaseFactor: z.number(),
  /** Null: there is no time limit. */
  endsAtMs: z.nullable(timeMs),
})
export type PromoTerms = z.infer<typeof promoTerms>

/** Amounts in major units of `currency`. */
export const bonus = z.object({
  id: z.number(),
  /** Null: the bonus belongs to a deposit, or is a prize. */
  code: z.nullable(z.string()),
  /** True if it was won in a tournament. */
  isPrize: z.boolean(),
  currency,
  amount: z.number(),
  wageringRequired: z.number(),
  wageringDone: z.number(),
  /** The most that becomes cash when the turnover is done. */
  releaseMax: z.number(),
  /** Amount that became cash. Null: the turnover is not done. */
  released: z.nullable(z.number()),
  /** True if another account of the same person has had this bonus: nothing becomes cash. */
  isGivenBefore: z.boolean(),
  /**
   * `frozen`: a withdrawal that gives it up is waiting. `done`: the turnover is done. `cancelled`: given up, or taken back with its
   * deposit.
   */
  state: z.enum(['open', 'frozen', 'done', 'cancelled']),
  createdAtMs: timeMs,
})
export type Bonus = z.infer<typeof bonus>

const refusal = z.object({ reason: z.string(), message: z.string() })

export const endedBonusesPerPage = 20

export const promoCalls = {
  redeemPromoCode: defineCall({
    method: 'POST',
    path: '/api/promo',
    access: 'client',
    isOfAccount: true,
    source: 'funding 7',
    summary:
      'Credits the bonus of a promo code at once, or stores a code that needs a deposit for the next one. `message` says which.',
    body,
    reply: extendPlainReply({ state: z.optional(z.enum(['used', 'stored'])) }),
  }),
  storeOfferPromoCode: defineCall({
    method: 'POST',
    path: '/api/triggers/promo',
    access: 'client',
    isOfAccount: true,
    source: 'account 7',
    summary: 'Accepts an offer: stores its promo code for the next deposit, or notes the return for the next trade.',
    body,
    reply: extendPlainReply({}),
  }),
  checkPromoCode: defineCall({
    method: 'POST',
    path: '/api/promo/check',
    access: 'visitor',
    source: 'ours',
    summary:
      'What a promo code does, before it is used. `currency` is for new accounts, also of traders who only practise: other terms are in the currency of the account.',
    body: z.strictObject({ promo, currency: z.optional(currency) }),
    reply: extendPlainReply({ terms: z.optional(promoTerms) }),
  }),
  listBonuses: defineCall({
    method: 'POST',
    path: '/api/promo/bonuses',
    access: 'client',
    source: 'ours',
    summary:
      'The codes that wait for a deposit or for the proof of the e-mail, why the latest code was not used, and the open bonuses. Turnover counts towards the first one.',
    body: emptyBody,
    reply: z.object({
      return: z.literal(true),
      /** The code that the next deposit uses. With a `refusal`, a deposit that is made now does not get its bonus. */
      stored: z.nullable(z.extend(promoTerms, { refusal: z.nullable(refusal) })),
      /** A code that was entered at registration, and is used when the e-mail address is proved. */
      waiting: z.nullable(promoTerms),
      /** The last code that was refused. Without a deposit, it was entered at registration. */
      refused: z.nullable(z.extend(refusal, { code: z.string(), atMs: timeMs, hasDeposit: z.boolean() })),
      bonuses: z.array(bonus),
    }),
  }),
  listEndedBonuses: defineCall({
    method: 'POST',
    path: '/api/promo/bonuses/ended',
    access: 'client',
    source: 'ours',
    summary:
      'Bonuses whose turnover is done, or that were given up or taken back, newest first. Send the `next` of a reply as `before` to get the next page.',
    body: z.strictObject({ before: z.optional(z.int().check(z.positive())) }),
    reply: z.object({
      return: z.literal(true),
      bonuses: z.array(bonus).check(z.maxLength(endedBonusesPerPage)),
      /** Null on the last page. */
      next: z.nullable(z.number()),
    }),
  }),
  removePromoCode: defineCall({
    method: 'POST',
    path: '/api/promo/remove',
    access: 'client',
    source: 'ours',
    summary: 'Removes the code that waits for a deposit. Succeeds without one.',
    body: emptyBody,
    reply: extendPlainReply({}),
  }),
  giveUpBonus: defineCall({
    method: 'POST',
    path: '/api/promo/give_up',
    access: 'client',
    source: 'ours',
    summary: 'Gives up a bonus: its money is taken back and its turnover is no longer required. `taken`: major units.',
    body: z.strictObject({ id: z.int().check(z.positive()) }),
    reply: extendPlainReply({ taken: z.optional(z.number()) }),
  }),
} as const

export type BonusOverview = Omit<z.infer<typeof promoCalls.listBonuses.reply>, 'return'>
export type StoredCode = NonNullable<BonusOverview['stored']>
export type RefusedCode = NonNullable<BonusOverview['refused']>
