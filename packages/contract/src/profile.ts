import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { countryCode, currency, email, binaryFlag, emptyBody, extendPlainReply, text, timeMs } from './wire.ts'

/** How far a document has come: not sent, sent and not looked at yet, accepted, or refused with the wish for a new one. */
export const documentState = z.enum(['none', 'sent', 'approved', 'refused'])

/** A host name and perhaps a port, as `location.host` and the header have it. */
export const hostName = z.string().check(z.maxLength(253), z.regex(/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i))

const yesNo = z.enum(['yes', 'no'])

/**
 * The trader as both documents' user records have them (spec: funding 3, account 3), and a few keys of ours at the end.
 * Amounts in major units of `currency` unless said otherwise; a number that has nothing to count is 0.
 */
export const userRecord = z.object({
  userId: z.number(),
  /** E-mail; `login` is the same under the account document's name. */
  email: z.string(),
  login: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Prefix and number, digits after a plus; empty when none was given. */
  phone: z.string(),
  currency,
  /** When the account was opened. */
  regTime: timeMs,

  /** Balance: cash and bonus together. */
  amount: z.number(),
  /** What may be staked now. */
  available: z.number(),
  /** Turnover done towards all bonuses that still ask for some. */
  turnover: z.number(),
  /** Turnover that these bonuses require in all. */
  orderTurnover: z.number(),
  /** Sum of all settled deposits. */
  finCreditTurnover: z.number(),
  /** Bonus money on the account. */
  bonus_summ: z.number(),
  /** The latest settled deposit. */
  deposit: z.number(),
  /** `amount`: the first settled deposit. */
  First: z.object({ amount: z.number() }),

  /** Least deposit by card, as `md`, affiliate and rate decide. */
  min_deposit: z.number(),
  /** Least deposit by card of this user in base currency, null where the default holds. */
  md: z.nullable(z.number()),
  /** The same for every other method. */
  mdps: z.nullable(z.number()),
  affsId: z.nullable(z.string()),

  /** `Full` means verified. */
  verification: z.string(),
  /** 1 when a picture of the card is still wanted. */
  doCard: binaryFlag,
  passport: documentState,
  card: documentState,
  sign: documentState,
  /** A newer passport picture waits beside an accepted one. */
  passport_new: z.boolean(),

  /** 1 when a saved card can be charged. */
  fillCard: binaryFlag,
  /** The fraud check takes this trader for a partner risk. */
  cardRisk: z.boolean(),
  /** A bitcoin deposit has been settled. */
  btc_deposit: z.boolean(),
  /** Comma list of processors that overrides the site's, null where none is set. */
  cascade: z.nullable(z.string()),
  /** JSON text `{"amount": 250}` of the ENTROPAY step that waits for its code, null without one. */
  entro_pin: z.nullable(z.string()),
  /** The trader has opened the card form again in spite of the limit on failed cards. */
  limited_ignore: z.boolean(),

  /** Whether the code on the card statement is asked for, and whether it was given. */
  tr_validate: yesNo,
  tr_success: yesNo,
  /** Tries left for that code. */
  tr_attemps: z.number(),
  /** Trades made. */
  tr_count: z.number(),
  /** Comma list of the methods the trader may withdraw by; empty before there is one. */
  wd_methods: z.string(),
  /** `current`: the chat conversation to open again, null without one. */
  Chat: z.object({ current: z.nullable(z.string()) }),

  // Ours.
  country: countryCode,
  language: z.string(),
  /** Least deposit by every method but card. */
  min_deposit_other: z.number(),
  /** Welcome modals shown so far. */
  try_counter: z.number(),
  /** Whether tips are shown. */
  tips: z.boolean(),
  /** A practice account: all amounts are practice money, and no deposit is possible. */
  practice: z.boolean(),
})
export type UserRecord = z.infer<typeof userRecord>

export const profileCalls = {
  getUser: defineCall({
    method: 'POST',
    path: '/api/fraud/user',
    access: 'client',
    source: 'account 7',
    summary: 'The user record, to refresh what the screens show of the trader.',
    body: emptyBody,
    reply: z.object({ return: z.literal(true), user: userRecord }),
  }),
  getAvailableBalance: defineCall({
    method: 'GET',
    path: '/cli/userInfo',
    access: 'client',
    source: 'funding 7',
    summary: 'What may be staked now, in major units of the account. Base of the header and of every stake.',
    reply: z.object({ return: z.literal(true), available: z.number(), currency }),
  }),
  updateContactDetails: defineCall({
    method: 'POST',
    path: '/api/info',
    access: 'client',
    source: 'account 7',
    summary: 'Saves e-mail and phone. `error` is the text key of what stands against it.',
    body: z.strictObject({ email, phone: text(24) }),
    reply: extendPlainReply({ user: z.optional(userRecord) }),
  }),
  changePassword: defineCall({
    method: 'POST',
    path: '/api/us/security',
    access: 'client',
    source: 'account 7',
    summary: 'Changes the password and ends every other session.',
    body: z.strictObject({ oldPassword: text(200), password: text(200), repeatPassword: text(200) }),
    reply: extendPlainReply({}),
  }),
  changePlatformPassword: defineCall({
    method: 'POST',
    path: '/cli/password',
    access: 'client',
    source: 'funding 7',
    summary: 'The same on the platform. Both keep one password, so either call changes it.',
    body: z.strictObject({ newPassword: text(200), newPasswordConfirm: text(200), oldPassword: text(200) }),
    reply: extendPlainReply({}),
  }),
  resetPracticeAccount: defineCall({
    method: 'POST',
    path: '/api/practice/reset',
    access: 'client',
    source: 'ours',
    summary: 'Brings the practice money back to 10,000. A no for an account with real money.',
    body: emptyBody,
    reply: extendPlainReply({ user: z.optional(userRecord) }),
  }),
  recordWelcomeShown: defineCall({
    method: 'POST',
    path: '/api/triggers/welcome',
    access: 'client',
    source: 'ours',
    summary:
      'Notes that the welcome modal was shown. `shows`: whether it still was to be shown, counted once for each.',
    body: emptyBody,
    reply: extendPlainReply({ shows: z.optional(z.boolean()) }),
  }),
  recordMobileSession: defineCall({
    method: 'POST',
    path: '/api/triggers/mobile',
    access: 'client',
    source: 'funding 7',
    summary: 'Notes that the trader uses the phone screen.',
    body: emptyBody,
    reply: extendPlainReply({}),
  }),
  recordLastHost: defineCall({
    method: 'POST',
    path: '/api/triggers/last_host',
    access: 'client',
    source: 'funding 7',
    summary: 'Notes the host name the trader came by, taken from the request itself.',
    body: emptyBody,
    reply: extendPlainReply({}),
  }),
  setTips: defineCall({
    method: 'POST',
    path: '/api/triggers/tips',
    access: 'client',
    source: 'funding 7',
    summary: 'Switches the tips on or off: `value` is `on` or `off`, `host` the host name that the trader is on.',
    body: z.strictObject({ value: text(40), host: hostName }),
    reply: extendPlainReply({}),
  }),
} as const
