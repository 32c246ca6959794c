import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { closableNotices } from './user-record.ts'
import { emptyBody, extendPlainReply, plainReply, timeMs } from './wire.ts'

const offerName = z.enum(['limited', 'risk_free'])

const base = {
  /** After this server time, the offer counts as ignored. Null: the trader has not opened it, and its time has not begun. */
  endsAtMs: z.nullable(timeMs),
  /** How long it runs once it is opened (spec: account 4 and 9: 180 s limited, 3600 s risk-free). */
  seconds: z.number(),
  /** The promo code that accepting it stores. */
  code: z.string(),
}

/** A bonus for the next deposit. */
const limitedOffer = z.object({
  ...base,
  name: z.literal('limited'),
  /** The offer can be opened until this time. */
  openUntilMs: timeMs,
  /** Bonus in percent of the deposit. */
  percent: z.number(),
  /** Minimum deposit in major units of the account's currency. */
  minDeposit: z.number(),
  /** The required turnover is the bonus times this factor. */
  turnoverFactor: z.number(),
  /** A finished bonus releases at most the bonus times this factor. */
  releaseFactor: z.number(),
  /** The code must be used before this time. Null: there is no time limit. */
  codeEndsAtMs: z.nullable(timeMs),
})

/** Part of the net loss of a day comes back as cash if the next Up/Down trade loses. Major units of the account's currency. */
const riskFreeOffer = z.object({
  ...base,
  name: z.literal('risk_free'),
  /** YYYY-MM-DD, UTC. */
  day: z.string(),
  loss: z.number(),
  /** Percent of the loss that comes back. */
  percent: z.number(),
  /** The most that can come back. */
  amount: z.number(),
})

export const offer = z.discriminatedUnion('name', [limitedOffer, riskFreeOffer])
export type Offer = z.infer<typeof offer>
export type LimitedOffer = z.infer<typeof limitedOffer>
export type RiskFreeOffer = z.infer<typeof riskFreeOffer>

export const offersCalls = {
  listOffers: defineCall({
    method: 'POST',
    path: '/api/offers',
    access: 'client',
    source: 'ours',
    summary:
      'The offers that the trader can open, and those that run. None while the trader cannot buy trades. `now`: time of the server.',
    body: emptyBody,
    reply: z.object({ return: z.literal(true), offers: z.array(offer), now: timeMs }),
  }),
  openOffer: defineCall({
    method: 'POST',
    path: '/api/offers/open',
    access: 'client',
    source: 'ours',
    summary:
      'Starts the time of an offer. An offer that was opened before, on any device, goes on. Its reply is that of `/api/offers`.',
    body: z.strictObject({ name: offerName }),
    reply: extendPlainReply({ offers: z.optional(z.array(offer)), now: z.optional(timeMs) }),
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
  dismissNotice: defineCall({
    method: 'POST',
    path: '/api/offers/dismiss',
    access: 'client',
    source: 'ours',
    summary:
      'Closes a notice on all devices of the trader. The suggestion to pay by bitcoin comes back on the next day (UTC), but not after the second time.',
    body: z.strictObject({ name: z.enum(['bitcoin', ...closableNotices]) }),
    reply: plainReply,
  }),
} as const
