import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { offer } from './offers.ts'
import { userRecord } from './profile.ts'
import { countryCode, currency, plainReply, text, timeMs } from './wire.ts'

/** spec: funding 3; see `@tradefront/rules/settings/countries` */
export const country = z.object({
  id: z.number(),
  iso: countryCode,
  /** In English; other languages come from Intl.DisplayNames. */
  name: z.string(),
  iso3: z.string(),
  numcode: z.number(),
  block: z.boolean(),
  allowRegistration: z.boolean(),
  /** Phone prefix, digits without the plus. */
  prefix: z.string(),
  defaultLang: z.string(),
  /** Comma list. */
  assetTypes: z.string(),
  parentId: z.nullable(z.number()),
  isRegulated: z.boolean(),
  nationality: z.string(),
})
export type Country = z.infer<typeof country>

/** Operator settings that the browser needs. */
export const siteSettings = z.object({
  /** Null for the default order. */
  cascade: z.nullable(z.string()),
  /** Card deposits per trader and UTC day. */
  card_day_limit: z.number(),
  /** Failed card deposits in 24 h. */
  fail_limit: z.number(),
  /** Turnover required = bonus times this. */
  bonus_turnover_factor: z.number(),
  /** Affiliates whose traders start at 300. */
  affiliates_min_300: z.array(z.string()),
  /** Funding tabs not shown. */
  hidden_tabs: z.array(z.string()),
  chat_hide: z.array(z.string()),
  chat_show: z.array(z.string()),
  chat_disabled: z.boolean(),
  /** Null for the built-in platform. */
  platform_url: z.nullable(z.string()),
})
export type SiteSettings = z.infer<typeof siteSettings>

/** Units per unit of base currency. */
export const rates = z.record(currency, z.number())

/** Inlined in the page without `countries`. */
export const bootstrap = z.object({
  /** Null for a visitor. */
  user: z.nullable(userRecord),
  settings: siteSettings,
  rates,
  offers: z.array(offer),
  /** The server's clock when it answered. */
  now: timeMs,
  /** Valid until the next log-in or log-out. */
  csrf: z.string(),
  /** FR if unknown. */
  country: countryCode,
  /** Language of this answer. */
  language: z.string(),
  /** On the vendor's origin. */
  chat_url: z.string(),
  /** Set by `/api/triggers/mobile`. */
  mobile: z.boolean(),
  /** No real money moves. */
  sandbox: z.boolean(),
  countries: z.optional(z.array(country)),
})
export type Bootstrap = z.infer<typeof bootstrap>

export const settingsCalls = {
  getBootstrap: defineCall({
    method: 'GET',
    path: '/api/boot',
    access: 'visitor',
    source: 'ours',
    summary: 'User, settings, countries, rates, offers, clock and CSRF token in one answer.',
    reply: z.extend(bootstrap, { return: z.literal(true), countries: z.array(country) }),
  }),
  savePreferences: defineCall({
    method: 'POST',
    path: '/api/preferences',
    access: 'visitor',
    source: 'ours',
    summary: 'Keeps the language: in this browser, and with the account of whoever is logged in.',
    body: z.strictObject({ language: text(10) }),
    reply: plainReply,
  }),
} as const
