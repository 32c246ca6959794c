import { promoAudiences } from '@tradefront/rules/promo/promo-terms'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { figurePeriod } from './desk-figures.ts'
import type { OperatorRole } from './operator-actions.ts'
import { currency, timeMs } from './wire.ts'

// Promo codes, affiliates, tournaments, pages, mails and news at the operators' desk.

/** Who can see them. */
export const marketingReaders = ['marketing', 'finance', 'risk', 'admin'] as const satisfies readonly OperatorRole[]

/** Terms in minor units of the base currency. */
const deskPromoCode = z.object({
  code: z.string(),
  audience: z.enum(promoAudiences),
  percent: z.nullable(z.number()),
  amount: z.nullable(z.number()),
  minDeposit: z.nullable(z.number()),
  startsAtMs: timeMs,
  endsAtMs: z.nullable(timeMs),
  maxUses: z.nullable(z.number()),
  maxUsesPerTrader: z.number(),
  uses: z.number(),
  createdAtMs: timeMs,
  /** Bonuses in minor units of their currency. */
  given: z.array(z.object({ currency, amount: z.number() })),
})
export type DeskPromoCode = z.infer<typeof deskPromoCode>

const affiliateFigures = z.object({
  affiliate: z.string(),
  /** Of accounts in any currency. */
  registrations: z.number(),
  /** Traders whose first deposit in this currency it was. */
  firstDeposits: z.number(),
  /** In minor units of the currency that is asked for. */
  paidIn: z.number(),
  /** With our fees. */
  paidOut: z.number(),
})
export type AffiliateFigures = z.infer<typeof affiliateFigures>

export const marketingCalls = {
  listAffiliates: defineCall({
    method: 'GET',
    path: '/api/desk/affiliates',
    access: 'client',
    source: 'ours',
    summary: 'What the traders of each affiliate did in the last days, today included, most paid in first.',
    query: figurePeriod,
    reply: z.object({ return: z.literal(true), affiliates: z.array(affiliateFigures) }),
  }),
  listPromoCodes: defineCall({
    method: 'GET',
    path: '/api/desk/promo-codes',
    access: 'client',
    source: 'ours',
    summary: 'Promo codes, newest first, with what they have given.',
    reply: z.object({ return: z.literal(true), codes: z.array(deskPromoCode) }),
  }),
}
