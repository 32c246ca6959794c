import { invoiceCoins } from '@tradefront/rules/crypto/coins'
import { tierChoices } from '@tradefront/rules/deposits/tiers'
import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { offer } from './offers.ts'
import { userRecord } from './user-record.ts'
import { countryCode, currency, plainReply, text, timeMs } from './wire.ts'

/** A row of `@tradefront/rules/settings/countries` (spec: funding 3). */
export const country = z.object({
  id: z.number(),
  iso: countryCode,
  /** English name. The browser gets other languages from Intl.DisplayNames. */
  name: z.string(),
  iso3: z.string(),
  numcode: z.number(),
  block: z.boolean(),
  allowRegistration: z.boolean(),
  /** Phone prefix: digits without the plus. */
  prefix: z.string(),
  defaultLang: z.string(),
  /** Names of asset types, separated by commas. */
  assetTypes: z.string(),
  parentId: z.nullable(z.number()),
  isRegulated: z.boolean(),
  nationality: z.string(),
})
export type Country = z.infer<typeof country>

/** Operator settings that the browser needs. */
export const siteSettings = z.object({
  /** Processors separated by commas. Null means the default order. */
  cascade: z.nullable(z.string()),
  /** Smallest deposit of an account without a minimum of its own, in base currency. */
  depositMinimum: z.number(),
  /** Number of card deposits that a trader can make per UTC day. */
  cardDayLimit: z.number(),
  /** Number of failed card deposits in 24 hours that closes the card form. */
  failLimit: z.number(),
  /** The required turnover is the bonus times this factor. */
  bonusTurnoverFactor: z.number(),
  /** A finished bonus releases at most the bonus times this factor. */
  bonusReleaseFactor: z.number(),
  /** Turnover per unit of deposits, before that money can leave by another way than it came. Only for signed-in users. */
  depositTurnoverFactor: z.optional(z.number()),
  /** Whether each page has its own tiers, or all have those of the card. */
  tiers: z.enum(tierChoices),
  /** Funding tabs that are hidden. */
  hiddenTabs: z.array(z.string()),
  chatHide: z.array(z.string()),
  chatShow: z.array(z.string()),
  isChatDisabled: z.boolean(),
  /** Accounts to which traders send money that they then report. Only for signed-in users; null: the method is not offered. */
  claimAccounts: z.optional(
    z.object({
      bank: z.nullable(z.string()),
      wmz: z.nullable(z.string()),
      wmr: z.nullable(z.string()),
      wme: z.nullable(z.string()),
      litecoin: z.nullable(z.string()),
    }),
  ),
  /** Wallets that an operator has switched off, by their names in calls. Only for signed-in users. */
  walletsOff: z.optional(z.array(z.string())),
  /** Our name on card statements. Only for signed-in users. */
  statementName: z.optional(z.string()),
  /** Confirmations that a payment in coins needs: `least` for small amounts, up to `most`. Only for signed-in users. */
  coinConfirmations: z.optional(z.record(z.enum(invoiceCoins), z.object({ least: z.number(), most: z.number() }))),
  /**
   * Limits after which an account that is not verified can buy no more trades: this many trades, once more than `deposits` was deposited,
   * in major units of the account's currency. Only for signed-in users.
   */
  tradingBlock: z.optional(z.object({ trades: z.number(), deposits: z.number() })),
  /** Number of hours within which documents were checked lately, as measured. Only for signed-in users; null: too few were checked. */
  documentHours: z.optional(z.nullable(z.number())),
  /** Address of an outside trading platform. Null means the built-in one. */
  platformUrl: z.nullable(z.string()),
})
export type SiteSettings = z.infer<typeof siteSettings>

/** Data that the server writes into the page, there without `countries`. */
export const bootstrap = z.object({
  /** Null for a visitor. */
  user: z.nullable(userRecord),
  settings: siteSettings,
  offers: z.array(offer),
  /** Time of the server when it answered. */
  now: timeMs,
  /** CSRF token, valid until the next log-in or log-out. */
  csrf: z.string(),
  /** Country of the visitor's address. FR if unknown. */
  country: countryCode,
  /** Language of this reply. */
  language: z.string(),
  /** Preview languages that this site offers. Only a part of their texts is translated. */
  previewLanguages: z.array(z.string()),
  /** Address of the chat page, on the vendor's origin. */
  chatUrl: z.string(),
  /** True after a call of `/api/triggers/mobile`. */
  mobile: z.boolean(),
  /** True if no real money moves. */
  sandbox: z.boolean(),
  /** True while no money moves, because the database can be a copy of the past. */
  isMaintenance: z.boolean(),
  countries: z.optional(z.array(country)),
})
export type Bootstrap = z.infer<typeof bootstrap>

/** What the server writes about a trader into the shell of the trading area, which is prerendered with a mark in each of these places. */
export type ShellSlot =
  | 'account'
  | 'balance'
  | 'currency'
  | 'initials'
  | 'name'
  | 'fundingIntro'
  | 'testNote'
  | 'verificationHint'
  | 'verificationLink'
  | 'verificationNotice'

export const toShellMark = (slot: ShellSlot): string => `{{${slot}}}`

export const settingsCalls = {
  getBootstrap: defineCall({
    method: 'GET',
    path: '/api/boot',
    access: 'visitor',
    source: 'ours',
    summary: 'User, settings, countries, currencies, offers, clock and CSRF token in one answer.',
    reply: z.extend(bootstrap, {
      return: z.literal(true),
      countries: z.array(country),
      /** Currencies in which an account can be opened now. */
      currencies: z.array(currency),
    }),
  }),
  savePreferences: defineCall({
    method: 'POST',
    path: '/api/preferences',
    access: 'visitor',
    source: 'ours',
    summary: 'Keeps the language: in this browser, and in the account of a signed-in user.',
    body: z.strictObject({ language: text(10) }),
    reply: plainReply,
  }),
} as const
