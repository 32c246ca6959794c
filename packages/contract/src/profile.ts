import * as z from 'zod/mini'

import { defineCall } from './call.ts'
import { countryCode, currency, email, binaryFlag, emptyBody, extendPlainReply, text, timeMs } from './wire.ts'

export const documentState = z.enum(['none', 'sent', 'approved', 'refused'])

/** As in `location.host` and the Host header. */
export const hostName = z.string().check(z.maxLength(253), z.regex(/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i))

const yesNo = z.enum(['yes', 'no'])

/** The user record (spec: funding 3, account 3). Amounts are in major units of `currency`. */
export const userRecord = z.object({
  userId: z.number(),
  /** `email` and `login` have the same value (spec: account 3). */
  email: z.string(),
  login: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** `+`, prefix and number, or empty. */
  phone: z.string(),
  currency,
  /** Time of the registration. */
  regTime: timeMs,

  /** Balance: cash and bonus together. */
  amount: z.number(),
  /** Money that can be staked now. */
  available: z.number(),
  /** Turnover done for all open wagering requirements. */
  turnover: z.number(),
  /** Turnover that these requirements need in total. */
  orderTurnover: z.number(),
  /** Sum of all successful deposits. */
  finCreditTurnover: z.number(),
  /** Bonus money on the account. */
  bonus_summ: z.number(),
  /** Amount of the latest successful deposit. */
  deposit: z.number(),
  /** The first successful deposit. */
  First: z.object({ amount: z.number() }),

  min_deposit: z.number(),
  /** Minimum deposit by card, in base currency. Null means the default. */
  md: z.nullable(z.number()),
  /** Minimum deposit by all other methods, in base currency. Null means the default. */
  mdps: z.nullable(z.number()),
  affsId: z.nullable(z.string()),

  /** `Full` means verified. */
  verification: z.string(),
  /** 1 if a photo of the card is needed. */
  doCard: binaryFlag,
  passport: documentState,
  card: documentState,
  sign: documentState,
  passport_new: z.boolean(),

  /** 1 if a saved card can be charged. */
  fillCard: binaryFlag,
  cardRisk: z.boolean(),
  /** True if a bitcoin deposit has been credited. */
  btc_deposit: z.boolean(),
  /** Processors separated by commas. Null means the order of the site. */
  cascade: z.nullable(z.string()),
  /** Set while an ENTROPAY attempt waits. JSON text such as `{"amount": 250}`. */
  entro_pin: z.nullable(z.string()),
  /** True if the trader has overridden the fail limit. */
  limited_ignore: z.boolean(),

  /** Whether the user must enter the code on the card statement, and whether it was entered. */
  tr_validate: yesNo,
  tr_success: yesNo,
  /** Number of attempts left for that code. */
  tr_attemps: z.number(),
  /** Number of trades. */
  tr_count: z.number(),
  /** Methods of withdrawal, separated by commas. */
  wd_methods: z.string(),
  /** `current` is the conversation to reopen. */
  Chat: z.object({ current: z.nullable(z.string()) }),

  // Ours.
  country: countryCode,
  language: z.string(),
  /** Minimum deposit by all methods except card. */
  min_deposit_other: z.number(),
  /** Number of welcome modals shown. */
  try_counter: z.number(),
  /** Whether tips are shown. */
  tips: z.boolean(),
  /** True if the account has practice money only and cannot deposit. */
  practice: z.boolean(),
  /** Whether a link that was mailed to `email` has been opened. */
  email_proved: z.boolean(),
  /** The new e-mail while its link has not been opened. */
  email_pending: z.nullable(z.string()),
})
export type UserRecord = z.infer<typeof userRecord>

export const profileCalls = {
  getUser: defineCall({
    method: 'POST',
    path: '/api/fraud/user',
    access: 'client',
    source: 'account 7',
    summary: 'The current user record.',
    body: emptyBody,
    reply: z.object({ return: z.literal(true), user: userRecord }),
  }),
  getAvailableBalance: defineCall({
    method: 'GET',
    path: '/cli/userInfo',
    access: 'client',
    source: 'funding 7',
    summary: 'What can be staked now, in major units of the account currency.',
    reply: z.object({ return: z.literal(true), available: z.number(), currency }),
  }),
  updateContactDetails: defineCall({
    method: 'POST',
    path: '/api/info',
    access: 'client',
    source: 'account 7',
    summary:
      'Saves e-mail and phone. A change needs `password`, the current one. A new e-mail is used once its mailed link has been opened. `known`: the values that the form started with; refused if they have changed since.',
    body: z.strictObject({
      email,
      phone: text(24),
      /** Ours. */
      password: z.optional(text(200)),
      /** Ours. */
      known: z.optional(z.strictObject({ email: text(254), phone: text(24) })),
    }),
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
    summary: 'As /api/us/security: platform and site share one password.',
    body: z.strictObject({ newPassword: text(200), newPasswordConfirm: text(200), oldPassword: text(200) }),
    reply: extendPlainReply({}),
  }),
  resetPracticeAccount: defineCall({
    method: 'POST',
    path: '/api/practice/reset',
    access: 'client',
    source: 'ours',
    summary: 'Resets the practice money to 10,000. Refused for live accounts.',
    body: emptyBody,
    reply: extendPlainReply({ user: z.optional(userRecord) }),
  }),
  recordWelcomeShown: defineCall({
    method: 'POST',
    path: '/api/triggers/welcome',
    access: 'client',
    source: 'ours',
    summary: 'Counts a welcome modal. `shows`: whether it should be shown.',
    body: emptyBody,
    reply: extendPlainReply({ shows: z.optional(z.boolean()) }),
  }),
  recordMobileSession: defineCall({
    method: 'POST',
    path: '/api/triggers/mobile',
    access: 'client',
    source: 'funding 7',
    summary: 'Records that this is a mobile session.',
    body: emptyBody,
    reply: extendPlainReply({}),
  }),
  recordLastHost: defineCall({
    method: 'POST',
    path: '/api/triggers/last_host',
    access: 'client',
    source: 'funding 7',
    summary: 'Records the host name of the request.',
    body: emptyBody,
    reply: extendPlainReply({}),
  }),
  setTips: defineCall({
    method: 'POST',
    path: '/api/triggers/tips',
    access: 'client',
    source: 'funding 7',
    summary: 'Switches tips on or off: `value` is `on` or `off`, `host` the current host name.',
    body: z.strictObject({ value: text(40), host: hostName }),
    reply: extendPlainReply({}),
  }),
} as const
