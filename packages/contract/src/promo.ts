import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { extendPlainReply, text } from './wire.ts'

const body = z.strictObject({ promo: text(40) })

export const promoCalls = {
  redeemPromoCode: defineCall({
    method: 'POST',
    path: '/api/promo',
    access: 'client',
    source: 'funding 7',
    summary: 'Redeems a promo code, once per trader.',
    body,
    reply: extendPlainReply({}),
  }),
  storeOfferPromoCode: defineCall({
    method: 'POST',
    path: '/api/triggers/promo',
    access: 'client',
    source: 'account 7',
    summary: 'Stores the promo code of an accepted offer for the funding page.',
    body,
    reply: extendPlainReply({}),
  }),
} as const
