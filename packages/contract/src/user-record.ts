import { fundingTabs } from '@tradefront/rules/deposits/funding-tabs'
import * as z from 'zod/mini'

import { binaryFlag, countryCode, currency, timeMs } from './wire.ts'

// This is apart from the calls of profile, because every page checks it.

export const documentState = z.enum(['none', 'sent', 'approved', 'refused'])

const yesNo = z.enum(['yes', 'no'])

/** Notices that a trader can close: what to do first, the guide to the first trade, the weekend tournament, a promo code that was not used. */
export const closableNotices = ['first_steps', 'trade_guide', 'weekend', 'promo_refusal'] as const

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

  /** Whether the user must enter the code of the card statement. `tr_success` says whether it was entered. */
  tr_validate: yesNo,
  tr_success: yesNo,
  /** Number of attempts that are left for that code. */
  tr_attemps: z.number(),
  /** Number of trades. */
  tr_count: z.number(),
  /** Methods of withdrawal, separated by commas. */
  wd_methods: z.string(),
  /** `current` is the conversation to reopen. */
  Chat: z.object({ current: z.nullable(z.string()) }),

  // Fields that the specification does not have.
  /** Can be empty without a real account. */
  country: z.union([countryCode, z.literal('')]),
  language: z.string(),
  /** Minimum deposit by all methods except card. */
  min_deposit_other: z.number(),
  /** Maximum deposit by all methods. */
  max_deposit: z.number(),
  /** Ways to pay in, and `withdrawal`, that move no real money. */
  simulated: z.array(z.enum([...fundingTabs, 'withdrawal'])),
  /** Number of welcome modals shown. */
  try_counter: z.number(),
  /** Whether tips are shown. */
  tips: z.boolean(),
  /** Whether to suggest a payment by bitcoin: not after one, and not once the trader has dismissed it twice, or today (UTC). */
  suggests_bitcoin: z.boolean(),
  /** When the trader has closed each notice the last time, on any device. */
  closed_notices: z.partialRecord(z.enum(closableNotices), timeMs),
  /** Whether the session shows the practice account. Amounts, turnover and `tr_count` are those of the account that it shows. */
  practice: z.boolean(),
  /** Balances of both accounts. */
  practice_amount: z.number(),
  real_amount: z.number(),
  /** Whether the real account is open. Without one, name, country and phone can be empty. */
  has_real: z.boolean(),
  /** Whether a link that was mailed to `email` has been opened. */
  email_proved: z.boolean(),
  /** The new e-mail address, until its link is opened. */
  email_pending: z.nullable(z.string()),
})
export type UserRecord = z.infer<typeof userRecord>
