import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { currency, flag, nothing, timeMs } from './wire.ts'

const yesNo = z.enum(['yes', 'no'])

/** State of an uploaded document. */
const documentState = z.enum(['none', 'pending', 'approved', 'refused'])

/** What the header shows. Amounts in major units of `currency`. */
export const headerValues = z.object({
  currency,
  /** The balance: cash + bonus. */
  amount: z.number(),
  /** What may be staked: cash + bonus, without money held for a withdrawal. */
  available: z.number(),
  /** Turnover done for the bonuses taken. */
  turnover: z.number(),
  /** Turnover that the bonuses taken ask for. */
  orderTurnover: z.number(),
})
export type HeaderValues = z.infer<typeof headerValues>

/**
 * The user record with every key of both documents (spec: funding 3, account 3). Amounts in major units of the account's
 * currency unless said otherwise, times in ms UTC.
 */
export const userRecord = z.extend(headerValues, {
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Both are the e-mail address: the account document logs in by `login`. */
  email: z.string(),
  login: z.string(),
  phone: z.string(),
  /** ISO country of the profile (ours). */
  country: z.string(),
  /** Language of the interface (ours). */
  language: z.string(),
  regTime: timeMs,
  /** Sum of settled deposits. */
  finCreditTurnover: z.number(),
  /** 1 when a saved card can be charged. */
  fillCard: flag,
  /** Set by the FRAUD check: with a verification that is not Full, the partner-risk rules hold. */
  cardRisk: z.boolean(),
  /** `Full` means verified. */
  verification: z.enum(['None', 'Partial', 'Full']),
  /** 1 when a bitcoin deposit was ever settled. */
  btc_deposit: flag,
  /** Id of the affiliate who sent the trader; empty without one. */
  affsId: z.string(),
  /** Minimum deposits of this trader in base currency; null: the site's. `md` for cards, `mdps` for every other method. */
  md: z.nullable(z.number()),
  mdps: z.nullable(z.number()),
  /** Comma list of processors that overrides the site's; empty without one. */
  cascade: z.string(),
  /** JSON text `{"amount": n}` while an ENTROPAY attempt waits for its code; empty without one. */
  entro_pin: z.string(),
  limited_ignore: flag,
  /** Bonus part of the balance. */
  bonus_summ: z.number(),
  /** Minimum card deposit of this trader. */
  min_deposit: z.number(),
  /** Number of settled deposits. */
  deposit: z.number(),
  /** The first settled deposit; amount 0 without one. */
  First: z.object({ amount: z.number() }),
  /** Transaction validation: asked for, done, attempts left (spec: account 4). */
  tr_validate: yesNo,
  tr_success: yesNo,
  tr_attemps: z.number(),
  /** Trades made. */
  tr_count: z.number(),
  /** 1 when a card is saved. */
  doCard: flag,
  /** Comma list of the withdrawal methods open to this trader. */
  wd_methods: z.string(),
  /** Documents: passport, card, signature, and a passport asked for anew. */
  passport: documentState,
  card: documentState,
  sign: documentState,
  passport_new: documentState,
  /** The chat that is open, if any. */
  Chat: z.object({ current: z.nullable(z.string()) }),
  /** Welcome modals shown so far (ours). */
  try_counter: z.number(),
})
export type UserRecord = z.infer<typeof userRecord>

/** One row of the country reference table (spec: funding 3). */
export const countryRow = z.object({
  id: z.number(),
  iso: z.string(),
  name: z.string(),
  iso3: z.string(),
  numcode: z.number(),
  block: z.boolean(),
  allowRegistration: z.boolean(),
  prefix: z.string(),
  defaultLang: z.string(),
  assetTypes: z.array(z.string()),
  parentId: z.nullable(z.number()),
  isRegulated: z.boolean(),
  nationality: z.string(),
})

/** Settings a browser may know. Lists are as the operator set them. */
export const publicSettings = z.object({
  cascade: z.nullable(z.string()),
  affiliates_min_300: z.array(z.string()),
  card_day_limit: z.number(),
  bonus_turnover_factor: z.number(),
  hidden_tabs: z.array(z.string()),
  chat_hide: z.array(z.string()),
  chat_show: z.array(z.string()),
  chat_disabled: z.boolean(),
  platform_url: z.nullable(z.string()),
})

/** What the app needs to start; the same JSON stands in the page. */
export const boot = z.object({
  return: z.literal(true),
  /** Null for a visitor. */
  user: z.nullable(userRecord),
  settings: publicSettings,
  countries: z.array(countryRow),
  /** The visitor's country as a trusted proxy tells it, else FR. */
  country: z.string(),
  /** Units of each currency for one of the base. */
  rates: z.record(z.string(), z.number()),
  /** Limited offers that are open now; none exist yet. */
  offers: z.array(z.never()),
  /** The server's clock. */
  now: timeMs,
  /** For the header X-CSRF-Token of every POST, until the next log-in or log-out. */
  csrf: z.string(),
  language: z.string(),
  theme: z.enum(['system', 'dark', 'light']),
})
export type Boot = z.infer<typeof boot>

export const profileCalls = {
  user: defineCall({
    method: 'POST',
    path: '/api/fraud/user',
    access: 'client',
    source: 'account 7',
    summary: 'The user record, every key of it.',
    body: nothing,
    reply: z.object({ return: z.literal(true), user: userRecord }),
  }),
  userInfo: defineCall({
    method: 'GET',
    path: '/cli/userInfo',
    access: 'client',
    source: 'funding 7',
    summary: 'What may be staked, and the other values of the header.',
    reply: z.extend(headerValues, { return: z.literal(true) }),
  }),
  boot: defineCall({
    method: 'GET',
    path: '/api/boot',
    access: 'visitor',
    source: 'ours',
    summary: 'User, settings, countries, rates, offers, server clock and CSRF token.',
    reply: boot,
  }),
  preferences: defineCall({
    method: 'POST',
    path: '/api/preferences',
    access: 'visitor',
    source: 'ours',
    summary: 'Keeps language and theme: in this browser, and the language with the account.',
    body: z.strictObject({
      language: z.optional(z.string().check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/))),
      theme: z.optional(z.enum(['system', 'dark', 'light'])),
    }),
    reply: z.object({ return: z.literal(true) }),
  }),
} as const
