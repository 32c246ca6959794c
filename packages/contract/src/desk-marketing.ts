import { promoAudiences } from '@tradefront/rules/promo/promo-terms'
import { tournamentTypes } from '@tradefront/rules/tournaments/prizes'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { figurePeriod } from './desk-figures.ts'
import type { OperatorRole } from './operator-actions.ts'
import { tournamentStates } from './tournaments.ts'
import { currency, extendPlainReply, timeMs } from './wire.ts'

// Calls of the operators' desk about promo codes, affiliates, tournaments, pages, mails and news.

/** Roles that can see promo codes, affiliates and tournaments. */
export const marketingReaders = ['marketing', 'finance', 'risk', 'admin'] as const satisfies readonly OperatorRole[]

/** Terms are in minor units of the base currency. */
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
  /** Bonuses that the code has given, in minor units of their currency. */
  given: z.array(z.object({ currency, amount: z.number() })),
})
export type DeskPromoCode = z.infer<typeof deskPromoCode>

const affiliateFigures = z.object({
  affiliate: z.string(),
  /** Number of accounts that were opened, in any currency. */
  registrations: z.number(),
  /** Number of traders who made their first deposit in this currency. */
  firstDeposits: z.number(),
  /** Money that was paid in, in minor units of the requested currency. */
  paidIn: z.number(),
  /** Money that was paid out, with our fees. */
  paidOut: z.number(),
})
export type AffiliateFigures = z.infer<typeof affiliateFigures>

const deskPrize = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['cash', 'bonus']), amount: z.number() }),
  z.object({ kind: z.literal('item'), item: z.string(), amount: z.number() }),
])

const deskTournament = z.object({
  id: z.number(),
  type: z.enum(tournamentTypes),
  state: z.enum(tournamentStates),
  startsAtMs: timeMs,
  endsAtMs: timeMs,
  participants: z.number(),
  /** Prizes by place, in units of the base currency. */
  prizes: z.array(deskPrize),
  /** False: the prizes are those of the settings. */
  hasOwnPrizes: z.boolean(),
  /** Sum of the prizes. It is in minor units of the base currency, like `fund` and `settled`. */
  full: z.number(),
  /** Sum that the prizes share now. After the tournament: the sum that was awarded, without the prizes that have lapsed. */
  fund: z.number(),
  /** Sum of the payouts that are paid or on their way. */
  settled: z.number(),
  /** Reason for cancelling it, by language. Null: it was not cancelled. */
  cancelWords: z.nullable(z.record(z.string(), z.string())),
})
export type DeskTournament = z.infer<typeof deskTournament>

/** Roles that can read pages, mails and news at the desk: those that can change them. */
export const contentReaders = ['marketing', 'admin'] as const satisfies readonly OperatorRole[]

const pageSummary = z.object({
  /** Area, name and language, e.g. `pg/risk/en`. */
  page: z.string(),
  area: z.enum(['pg', 'ag', 'modal']),
  name: z.string(),
  language: z.string(),
  title: z.string(),
  /** Null: the page has the text of the product. */
  changedAtMs: z.nullable(timeMs),
})
export type DeskPageSummary = z.infer<typeof pageSummary>

const deskPage = z.object({
  ...pageSummary.shape,
  /** Text of the page, with placeholders for numbers. */
  html: z.string(),
  /** Texts that readers see in place of the placeholders. */
  numbers: z.record(z.string(), z.string()),
  /** Versions that operators have written, newest first. */
  versions: z.array(
    z.object({
      id: z.number(),
      atMs: timeMs,
      operator: z.string(),
      reason: z.nullable(z.string()),
      /** Null: the operator restored the text of the product. */
      content: z.nullable(z.object({ title: z.string(), html: z.string() })),
    }),
  ),
})
export type DeskPage = z.infer<typeof deskPage>

const deskHeadline = z.object({
  id: z.string(),
  source: z.string(),
  title: z.string(),
  summary: z.string(),
  publishedAtMs: timeMs,
  /** Null: traders can see it. */
  hiddenAtMs: z.nullable(timeMs),
})
export type DeskHeadline = z.infer<typeof deskHeadline>

export const marketingCalls = {
  listPages: defineCall({
    method: 'GET',
    path: '/api/desk/pages',
    access: 'client',
    source: 'ours',
    summary: 'Pages, fragments and modals in each language.',
    reply: z.object({ return: z.literal(true), pages: z.array(pageSummary) }),
  }),
  getPage: defineCall({
    method: 'GET',
    path: '/api/desk/page',
    access: 'client',
    source: 'ours',
    summary: 'The text of a page, and what operators have written before.',
    query: z.strictObject({ page: z.string().check(z.maxLength(80)) }),
    reply: extendPlainReply({ page: z.optional(deskPage) }),
  }),
  listHeadlines: defineCall({
    method: 'GET',
    path: '/api/desk/headlines',
    access: 'client',
    source: 'ours',
    summary: 'The latest 100 items of news, hidden ones too.',
    reply: z.object({ return: z.literal(true), headlines: z.array(deskHeadline) }),
  }),
  listTournaments: defineCall({
    method: 'GET',
    path: '/api/desk/tournaments',
    access: 'client',
    source: 'ours',
    summary: 'The latest 30 tournaments, with the next ones, and what their prizes cost.',
    reply: z.object({ return: z.literal(true), tournaments: z.array(deskTournament) }),
  }),
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
