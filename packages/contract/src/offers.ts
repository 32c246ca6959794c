import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { emptyBody, plainReply, timeMs } from './wire.ts'

const offerName = z.enum(['limited', 'risk_free'])

/** spec: account 4 and 9: 180 s limited, 3600 s risk-free. */
export const offer = z.object({
  name: offerName,
  /** Server time; then it counts as ignored. */
  ends_at: timeMs,
  /** Bonus in percent of the deposit. */
  percent: z.number(),
  /** The promo code that accepting it stores. */
  promo: z.string(),
  /** In major units of the account's currency. */
  min_deposit: z.number(),
  /** The required turnover is the bonus times this factor. */
  turnover_factor: z.number(),
  /** Until when the code must be used. Null: not limited in time. */
  promo_ends_at: z.nullable(timeMs),
})
export type Offer = z.infer<typeof offer>

export const offersCalls = {
  listOffers: defineCall({
    method: 'POST',
    path: '/api/offers',
    access: 'client',
    source: 'ours',
    summary:
      'The offers that run. Starts the limited offer if it is due, so that its time begins when the trader is there to see it. `now`: time of the server.',
    body: emptyBody,
    reply: z.object({ return: z.literal(true), offers: z.array(offer), now: timeMs }),
  }),
  ignoreOffer: defineCall({
    method: 'POST',
    path: '/api/offers/ignore',
    access: 'client',
    source: 'ours',
    summary: 'Dismisses an offer. Succeeds if it has ended.',
    body: z.strictObject({ name: offerName }),
    reply: plainReply,
  }),
} as const
