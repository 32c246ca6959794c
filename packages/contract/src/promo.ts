import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { currency, emptyBody, extendPlainReply, text, timeMs } from './wire.ts'

const body = z.strictObject({ promo: text(40) })

/** What a code does. Amounts in major units of `currency`. Either `percent` or `amount` is set. */
export const promoTerms = z.object({
  code: z.string(),
  currency,
  /** Bonus in percent of the deposit. */
  percent: z.nullable(z.number()),
  /** Bonus that does not depend on the deposit. */
  amount: z.nullable(z.number()),
  /** Null: the code needs no deposit. */
  min_deposit: z.nullable(z.number()),
  /** The required turnover is the bonus times this factor. */
  turnover_factor: z.number(),
  /** Null: not limited in time. */
  ends_at: z.nullable(timeMs),
})
export type PromoTermsView = z.infer<typeof promoTerms>

/** Amounts in major units of `currency`. */
export const bonusView = z.object({
  id: z.number(),
  /** Null: the bonus of a deposit. */
  code: z.nullable(z.string()),
  currency,
  amount: z.number(),
  turnover_required: z.number(),
  turnover_done: z.number(),
  /** `done`: the turnover is made. `cancelled`: given up, or taken back with its deposit. */
  state: z.enum(['open', 'done', 'cancelled']),
  created_at: timeMs,
})
export type BonusView = z.infer<typeof bonusView>

export const promoCalls = {
  redeemPromoCode: defineCall({
    method: 'POST',
    path: '/api/promo',
    access: 'client',
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
    source: 'account 7',
    summary: 'Accepts an offer: stores its promo code for the next deposit.',
    body,
    reply: extendPlainReply({}),
  }),
  checkPromoCode: defineCall({
    method: 'POST',
    path: '/api/promo/check',
    access: 'visitor',
    source: 'ours',
    summary:
      'What a promo code does, before it is used. `currency` is for new accounts, also of practice traders: other terms are in the currency of the account.',
    body: z.strictObject({ promo: text(40), currency: z.optional(currency) }),
    reply: extendPlainReply({ terms: z.optional(promoTerms) }),
  }),
  listBonuses: defineCall({
    method: 'POST',
    path: '/api/promo/bonuses',
    access: 'client',
    source: 'ours',
    summary:
      'The code that waits for a deposit, why the latest code was not used with its deposit, and all bonuses. Turnover counts towards the first open bonus.',
    body: emptyBody,
    reply: z.object({
      return: z.literal(true),
      stored: z.nullable(promoTerms),
      refused: z.nullable(z.object({ code: z.string(), reason: z.string(), message: z.string(), at: timeMs })),
      bonuses: z.array(bonusView),
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
