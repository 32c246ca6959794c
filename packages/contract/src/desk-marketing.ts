import { promoAudiences } from '@tradefront/rules/promo/promo-terms'
import { tournamentTypes } from '@tradefront/rules/tournaments/prizes'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { figurePeriod } from './desk-figures.ts'
import type { OperatorRole } from './operator-actions.ts'
import { tournamentStates } from './tournaments.ts'
import { currency, extendPlainReply, timeMs } from './wire.ts'

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
  /** Accounts that were opened, in any currency. */
  registrations: z.number(),
  /** Traders whose first deposit in this currency it was. */
  firstDeposits: z.number(),
  /** In minor units of the currency that is asked for. */
  paidIn: z.number(),
  /** With our fees. */
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
  /** By place, in units of the base currency. */
  prizes: z.array(deskPrize),
  /** False: those of the settings. */
  hasOwnPrizes: z.boolean(),
  /** Their sum. In minor units of the base currency, like the next two. */
  full: z.number(),
  /** What the prizes share now, or have been awarded without what has lapsed. */
  fund: z.number(),
  /** Payouts that are paid or on their way. */
  settled: z.number(),
  /** By language. Null: it was not cancelled. */
  cancelWords: z.nullable(z.record(z.string(), z.string())),
})
export type DeskTournament = z.infer<typeof deskTournament>

/** Who reads pages, mails and news at the desk: who can change them. */
export const contentReaders = ['marketing', 'admin'] as const satisfies readonly OperatorRole[]

const pageSummary = z.object({
  /** Area, name and language, e.g. `pg/risk/en`. */
  page: z.string(),
  area: z.enum(['pg', 'ag', 'modal']),
  name: z.string(),
  language: z.string(),
  title: z.string(),
  /** Null: the text of the product. */
  changedAtMs: z.nullable(timeMs),
})
export type DeskPageSummary = z.infer<typeof pageSummary>

const deskPage = z.object({
  ...pageSummary.shape,
  /** With placeholders for numbers. */
  html: z.string(),
  /** What readers see instead of a placeholder. */
  numbers: z.record(z.string(), z.string()),
  /** What operators have written, newest first. */
  versions: z.array(
    z.object({
      id: z.number(),
      atMs: timeMs,
      operator: z.string(),
      reason: z.nullable(z.string()),
      /** Null: the text of the product came back. */
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
  /** Null: traders see it. */
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
