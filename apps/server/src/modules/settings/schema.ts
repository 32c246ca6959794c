import { cardProcessorNames, processorNames } from '@tradefront/contract/processor-names'
import { isCardRange } from '@tradefront/rules/cards/cascade-rules'
import { pfsCountries } from '@tradefront/rules/cards/usual-cascades'
import { skrillExcludedCountries } from '@tradefront/rules/deposits/funding-tabs'
import { type BonusEdgeSettings, computeLowestEdge, isBonusSound } from '@tradefront/rules/settings/bonus-soundness'
import { ticketReferenceKinds } from '@tradefront/rules/support/references'
import { type DepositLimits, standardLimits } from '@tradefront/rules/deposits/amount-limits'
import { tierChoices } from '@tradefront/rules/deposits/tiers'
import { defaultPrizes } from '@tradefront/rules/tournaments/prizes'
import { fillModes } from '@tradefront/rules/trading/options'
import { isLossReturnSound } from '@tradefront/rules/trading/loss-return'
import { keptEdgePart } from '@tradefront/rules/trading/rounding'
import { symbols } from '@tradefront/rules/trading/symbols'
import { type WithdrawalMethod, withdrawalMethods } from '@tradefront/rules/withdrawal/methods'
import { defaultTerms } from '@tradefront/rules/withdrawal/terms'
import { locales } from '@tradefront/texts/locales'
import * as z from 'zod'

import { maxClockToleranceMs } from '../../platform/clock.ts'
import { isAddressRange } from '../../platform/http/address-ranges.ts'

const names = z.array(z.string().min(1).max(60)).max(100)
const countryCodes = z.array(z.string().regex(/^[A-Z]{2}$/)).max(250)
const count = z.int().min(1).max(1000)
const jumpPercent = z.number().min(0.5).max(50)
const payout = z
  .int()
  .min(1)
  .max(95, 'Above 95, what is left of the house edge is less than errors of the price model.')
const depositLimit = z.int().min(1).max(1_000_000)
const stake = z.number().min(0.01).max(1_000_000)
const symbolNames = symbols.map(({ name }) => name)
const marketPause = z
  .strictObject({ symbol: z.enum([...symbolNames, 'all']), from: z.iso.datetime(), to: z.iso.datetime() })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), 'A pause must begin before it ends.')
const promoCode = z.string().regex(/^[A-Z0-9-]{3,40}$/)
const account = z.string().min(1).max(100).nullable().default(null)
const withdrawalTerms = z
  .strictObject({
    feePercent: z.number().min(0).max(50),
    feeFixed: z.number().min(0).max(10_000),
    /** Percent fee of untraded money that goes back. Default: that of the method. */
    returnPercent: z.number().min(0).max(50).optional(),
    min: z.number().positive().max(1_000_000),
    max: z.number().positive().max(10_000_000),
    hours: z.int().min(1).max(1000),
  })
  .refine(({ min, max }) => min <= max)
const isReturnPaid = (method: WithdrawalMethod, returnPercent: number | undefined) =>
  returnPercent === undefined || returnPercent >= defaultTerms[method].returnPercent
const confirmationLevels = z
  .array(z.strictObject({ from: z.number().min(0).max(1_000_000_000), confirmations: z.int().min(1).max(100) }))
  .min(1)
  .max(20)
/** Only the sandbox, which is on this machine, can have an address without TLS. */
const secureUrl = z
  .url()
  .max(500)
  .regex(/^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/])/)
const newsFeeds = z
  .array(z.strictObject({ language: z.enum(locales), name: z.string().trim().min(1).max(60), url: secureUrl }))
  .max(60)
  .refine((feeds) => new Set(feeds.map(({ language, name }) => `${language} ${name}`)).size === feeds.length)
const isProcessor = (name: string) => cardProcessorNames.some((processor) => processor === name.trim().toUpperCase())
const cascade = z
  .string()
  .max(200)
  .refine((list) => list.split(',').every(isProcessor))

const limitOrNone = z.number().min(0).max(1_000_000).nullable()
const cascadeNames = z.array(z.enum(cardProcessorNames)).max(cardProcessorNames.length)
const cascadeRule = z
  .strictObject({
    name: z.string().trim().min(1).max(60),
    countries: countryCodes,
    minAmount: limitOrNone,
    maxAmount: limitOrNone,
    cardRanges: z.array(z.string().refine(isCardRange, 'A card range is 1 to 8 digits, or two such numbers.')).max(100),
    remove: cascadeNames,
    first: cascadeNames,
  })
  .refine(
    ({ minAmount, maxAmount }) => (minAmount ?? 0) <= (maxAmount ?? Infinity),
    'maxAmount must be at least minAmount.',
  )
  .refine(({ remove, first }) => remove.length + first.length > 0, 'A rule must remove a processor, or put one first.')

const title = z.string().trim().min(1).max(60)
/** The English title is required. It is shown in languages without a title. */
const titles = z.partialRecord(z.enum(locales), title).refine((given) => given.en !== undefined)
const hasDistinctIds = (rows: readonly { readonly id: number }[]) =>
  new Set(rows.map(({ id }) => id)).size === rows.length
const ticketDepartments = z
  .array(
    z.strictObject({
      id: z.int().min(1).max(9999),
      title: titles,
      about: z.array(z.enum(ticketReferenceKinds)).default([]),
    }),
  )
  .min(1)
  .max(30)
  .refine(hasDistinctIds)
const ticketPriorities = z
  .array(z.strictObject({ id: z.int().min(1).max(99), title: titles, answer_hours: z.int().min(1).max(720) }))
  .min(1)
  .max(10)
  .refine(hasDistinctIds)

const prizeAmount = z.number().min(0.01).max(1_000_000).multipleOf(0.01)
const prizeList = z
  .array(
    z.union([
      z.strictObject({ kind: z.enum(['cash', 'bonus']), amount: prizeAmount }),
      z.strictObject({ kind: z.literal('item'), item: z.string().min(1).max(40), amount: prizeAmount }),
    ]),
  )
  .min(1)

const fields = z.object({
  /** Null means the default order (spec: funding 4). */
  cascade: cascade.nullable().default(null),
  /** What operators remove from the cascade of some card payments, or put first in it. Applied one after the other. */
  cascade_rules: z.array(cascadeRule).max(50).default([]),
  /** Countries whose cards PFS charges (spec: funding 9), and whether the ordinary cascade follows PFS there. */
  pfs_countries: countryCodes.default([...pfsCountries]),
  pfs_fallback: z.boolean().default(false),
  processors_off: z.array(z.enum(processorNames)).default([]),
  /** Minimum deposit 300 (spec: funding 9). */
  affiliates_min_300: names.default(['1301', '1302', '1303', '1304']),
  /** The least that a trader can pay in at once, that of `affiliates_min_300`, and the most, in base currency (spec: funding 9). */
  deposit_min: depositLimit.default(standardLimits.minimum),
  deposit_min_affiliates: depositLimit.default(standardLimits.affiliateMinimum),
  deposit_max: depositLimit.default(standardLimits.maximum),
  /** Charging deposits that a trader can make in a UTC day. */
  card_day_limit: count.default(3),
  /** Days that a charged card is kept for refunds after it was removed and its last deposit ended. */
  card_number_days: count.default(30),
  /** After this many failures in 24 hours the card form closes. */
  fail_limit: count.default(5),
  /** Operators move more than this in a day only with a second operator. In base currency. */
  approval_limit: z.number().positive().max(1_000_000).default(1000),
  /** Addresses or networks from which the desk can be used, e.g. 203.0.113.0/24. Empty: all. */
  desk_addresses: z.array(z.string().refine(isAddressRange)).max(100).default([]),
  /** Accounts that can be opened from one address within an hour. Families and offices share one. */
  registrations_per_hour: z.int().min(1).max(10_000).default(20),
  /** Days without use after which a session ends. */
  session_idle_days: z.int().min(1).max(90).default(7),
  /** At least this much own cash must be staked before a bonus is released, as a multiple of the bonus. */
  bonus_turnover_factor: z
    .int()
    .min(10, 'Below 10, a bonus is worth more than its turnover costs.')
    .max(1000)
    .default(30),
  /** Most that a bonus releases when its turnover is done, as a multiple of the bonus. */
  bonus_release_factor: z.number().min(0.1).max(10).multipleOf(0.01).default(1),
  /** Deposit tiers: those of each page as the specification has them, or those of the card everywhere. */
  tiers: z.enum(tierChoices).default('page'),
  /** Our name on card statements. */
  statement_name: z.string().min(1).max(40).default('TRADEFRONT'),
  /** Deposits whose card statements have a code that traders must enter: none, the first one by card, large ones. */
  transaction_validation: z.enum(['off', 'first_card_deposit', 'above_amount']).default('off'),
  /** Card deposits of this amount or more need a code, if `transaction_validation` is `above_amount`. In base currency. */
  transaction_validation_amount: z.number().positive().max(1_000_000).default(1000),
  /** Number of days in which a refund usually arrives. */
  refund_days: count.default(10),
  /** Base currency. About payments of this amount or more, a webhook is only the reason to ask the processor. */
  webhook_ask_from: z.number().min(0).max(1_000_000).default(0),
  /** In which a processor charges and sends no webhook about it, before an alert. */
  webhook_silence_minutes: z.int().min(10).max(1440).default(60),
  /** Promo code that the limited offer stores when a trader accepts it. Null: the offer is not made. */
  limited_offer_code: promoCode.nullable().default(null),
  /** Part of the net loss of a day that the risk-free offer returns if the next Up/Down trade loses. 0: the offer is not made. */
  risk_free_percent: z
    .int()
    .min(0)
    .max(20, 'Above 20, the return gives away more than half of the house edge at usual payouts.')
    .default(0),
  /**
   * Limits of an account that is not verified. It is blocked once it has made this number of trades and its deposits sum up to more than
   * this amount of base currency (spec: account 4).
   */
  trading_block: z
    .strictObject({ trades: z.int().min(1).max(1000), deposits: z.number().min(0).max(1_000_000) })
    .default({ trades: 1, deposits: 0 }),
  /** Price of purchases and sales on the simulated market: a sealed price, 3 to 6 s later, or the next step. docs/trading.md says what each costs. */
  fill: z.enum(fillModes).default('sealed'),
  /** If the clock of a server differs by more ms from that of the database, it sells nothing. */
  clock_tolerance_ms: z.int().min(5).max(maxClockToleranceMs).default(20),
  /** Hours after which documents and withdrawals that wait for an operator raise an alert. */
  waiting_alert_hours: z.int().min(1).max(720).default(24),
  /** Confirmations that a payment in coins needs, by its worth in base currency. */
  crypto_confirmations: z.strictObject({ BTC: confirmationLevels, ETH: confirmationLevels }).default({
    BTC: [
      { from: 0, confirmations: 1 },
      { from: 1000, confirmations: 2 },
      { from: 5000, confirmations: 3 },
    ],
    ETH: [
      { from: 0, confirmations: 3 },
      { from: 1000, confirmations: 6 },
      { from: 5000, confirmations: 12 },
    ],
  }),
  /** If up to this percent of an invoice is missing, it still counts as paid. */
  crypto_tolerance_percent: z.number().min(0).max(5).default(0.5),
  /** Percent of the market's rate of a coin that we keep. */
  crypto_spread_percent: z
    .number()
    .min(0.5, 'Below 0.5, who pays when our rate lags behind the market gains more than the spread costs.')
    .max(10)
    .default(1),
  /** Percent over the invoice's amount for which its rate still holds. */
  crypto_overpay_percent: z.number().min(0).max(5).default(1),
  /** Hours after the end of an invoice within which the block of a payment must come for its rate. */
  crypto_late_block_hours: z.number().min(0).max(6).default(2),
  /** If the rate of a coin is older, it opens no invoices. */
  crypto_rate_max_age_seconds: z
    .int()
    .min(30)
    .max(
      900,
      'Coins move by more than the spread in a longer time: old rates would be paid when they favour the trader.',
    )
    .default(300),
  /** If the rate of a currency is older, the currency is closed: no accounts, invoices, trades and prizes in it. */
  currency_rate_max_age_seconds: z
    .int()
    .min(60)
    .max(
      3600,
      'Currencies move by more than the spread of coins in a longer time: old rates would be used when they favour the trader.',
    )
    .default(3600),
  /** If a rate differs by more percent from those of the last ten minutes, it waits until it is confirmed. */
  rate_jump_percents: z.strictObject({ coin: jumpPercent, currency: jumpPercent }).default({ coin: 5, currency: 2 }),
  /** After a jump, the readings must agree with it for this time. */
  rate_confirm_seconds: z.int().min(60).max(3600).default(180),
  /** Percent of the stake that a won trade pays in addition to it, by kind of symbol, and for single symbols. */
  payout_percents: z
    .strictObject({ currency: payout, metal: payout, index: payout, crypto: payout })
    .default({ currency: 82, metal: 80, index: 80, crypto: 78 }),
  payout_exceptions: z.partialRecord(z.enum(symbolNames), payout).default({}),
  /** Outages of the market feed that are known before (UTC): nothing that could end in one is bought or sold. */
  market_pauses: z.array(marketPause).max(100).default([]),
  /** Least and most stake of a trade, in base currency. */
  stake_min: stake.default(1),
  stake_max: stake.default(5000),
  /** Highest sums of the stakes in a trader's open trades, on one symbol and on all, in base currency. */
  symbol_stakes_max: stake.default(10_000),
  open_stakes_max: stake.default(25_000),
  /**
   * The house can lose at most this on a symbol and minute of expiry if the price ends up, and as much if it ends down. In base currency.
   */
  house_loss_max: z.number().positive().max(100_000_000).default(100_000),
  /** Percent of its value that the early sale of a trade costs. */
  sale_fee_percent: z
    .number()
    .min(1, 'Below 1, what is left of the house edge is less than errors of the price model.')
    .max(50)
    .default(3),
  /** Percent of the stake that the house keeps on average for an option on the ladder. */
  ladder_margin_percent: z
    .number()
    .min(3, 'Below 3, what is left of the house edge is less than errors of the price model.')
    .max(50)
    .default(9),
  /** Prizes by place, in base currency. The amount of an item is what it is worth. */
  tournament_prizes: z
    .strictObject({ weekly: prizeList.max(40), weekend: prizeList.max(10) })
    .default({ weekly: [...defaultPrizes.weekly], weekend: [...defaultPrizes.weekend] }),
  /**
   * Prizes share at most half of the house edge on the participants' own-cash stakes, and none is more than
   * `tournament_prize_max_percent` of the one on the winner's own. If this is off, the whole list is paid, which a few accounts can win for
   * less.
   */
  tournament_prizes_scaled: z.boolean().default(true),
  tournament_prize_max_percent: z
    .int()
    .min(1)
    .max(
      100 * keptEdgePart - 5,
      'Those who read the rounding of prices lose only half of the house edge: more would pay them for trading.',
    )
    .default(40),
  /** A winner must have staked at least this much own cash in the period. In base currency. */
  tournament_stakes_min: stake.default(100),
  /** Days in which a winner must get verified; then the prize lapses. */
  tournament_verify_days: z.int().min(1).max(90).default(14),
  /** Feeds of news, in the order in which they are shown. Null: the sandbox's. */
  news_feeds: newsFeeds.nullable().default(null),
  /** Economic calendar, in the format of docs/run.md. Null: the sandbox's. */
  calendar_url: secureUrl.nullable().default(null),
  /** Turnover in own cash that a unit of deposits needs before it can be withdrawn by another way than it came. */
  deposit_turnover_factor: z
    .number()
    .min(1, 'Below 1, deposits by one method leave by another at the cost of the house.')
    .max(100)
    .default(1),
  /** Methods of withdrawal that are open to traders; cards and wallets only to those who have paid in by them. */
  withdrawal_methods: z.array(z.enum(withdrawalMethods)).default([...withdrawalMethods]),
  /** Terms of single methods instead of the defaults, in base currency. */
  withdrawal_terms: z
    .partialRecord(z.enum(withdrawalMethods), withdrawalTerms)
    .refine(
      (terms) => withdrawalMethods.every((method) => isReturnPaid(method, terms[method]?.returnPercent)),
      'Below the default returnPercent, money that is paid in and taken back at once costs the house more than the trader: processors keep their fees.',
    )
    .default({}),
  /** Funding tabs that are hidden. */
  hidden_tabs: names.default(['litecoin', 'okpay', 'yandex', 'qiwi']),
  /** Countries whose traders do not see Skrill (spec: funding 2). */
  skrill_excluded_countries: countryCodes.default([...skrillExcludedCountries]),
  /** Pages without and with chat. `chat_hide` wins. An empty `chat_show` means all pages. */
  chat_hide: names.default([]),
  chat_show: names.default([]),
  chat_disabled: z.boolean().default(false),
  /** Address that gets the messages of the contact forms, and alerts. */
  support_email: z.email().max(254).default('support@tradefront.example'),
  /** Address of another trading platform, which replaces ours. It receives passwords. */
  platform_url: secureUrl.nullable().default(null),
  /** Departments for tickets (spec: account 9, 33 by default). The first whose `about` has the thing that a ticket is about is preselected. */
  ticket_departments: ticketDepartments.default([
    { id: 33, title: { en: 'General questions', ru: 'Общие вопросы' }, about: [] },
    { id: 34, title: { en: 'Deposits', ru: 'Пополнение счёта' }, about: ['deposit'] },
    { id: 35, title: { en: 'Withdrawals', ru: 'Вывод средств' }, about: ['withdrawal'] },
    { id: 36, title: { en: 'Trading', ru: 'Торговля' }, about: ['trade'] },
    { id: 37, title: { en: 'Documents and account', ru: 'Документы и счёт' }, about: [] },
  ]),
  /** How urgent a ticket can be (spec: account 9, 1 by default), and within how many hours support answers it. */
  ticket_priorities: ticketPriorities.default([
    { id: 1, title: { en: 'Normal', ru: 'Обычный' }, answer_hours: 24 },
    { id: 2, title: { en: 'Urgent', ru: 'Срочный' }, answer_hours: 4 },
  ]),
  /** Details of the account to which traders send money that they then claim. Null: the method is not offered. */
  bank_details: z.string().max(1000).nullable().default(null),
  webmoney_wmz: account,
  webmoney_wmr: account,
  webmoney_wme: account,
  litecoin_address: account,
})

const findHighestPayout = (settings: z.output<typeof fields>) =>
  Math.max(
    ...Object.values(settings.payout_percents),
    ...Object.values(settings.payout_exceptions).filter((percent) => percent !== undefined),
  )

const toBonusEdgeSettings = (settings: z.output<typeof fields>): BonusEdgeSettings => ({
  turnoverFactor: settings.bonus_turnover_factor,
  releaseFactor: settings.bonus_release_factor,
  payoutPercent: findHighestPayout(settings),
  ladderMarginPercent: settings.ladder_margin_percent,
})

/** Checks settings together: some that are sound one by one can be a gift, or nonsense, together. */
const schema = fields
  .refine(
    (settings) => Math.max(settings.deposit_min, settings.deposit_min_affiliates) <= settings.deposit_max,
    'deposit_max must be at least deposit_min and deposit_min_affiliates.',
  )
  .refine(
    (settings) => isBonusSound(toBonusEdgeSettings(settings)),
    'With these payouts, this ladder margin and this turnover, a bonus releases more than its turnover costs on average.',
  )
  .refine(
    (settings) => isLossReturnSound(settings.risk_free_percent, findHighestPayout(settings)),
    'With these payouts, the risk-free offer gives away more than half of the house edge: payout x (100 + risk_free_percent) must be at most 10,000.',
  )

export type Settings = Readonly<z.output<typeof schema>>
export type SettingName = keyof Settings

export const toDepositLimits = (settings: Settings): DepositLimits => ({
  minimum: settings.deposit_min,
  affiliateMinimum: settings.deposit_min_affiliates,
  maximum: settings.deposit_max,
})

/** Reads settings from their rows. @throws ZodError for an invalid row: a wrong default could cost money */
export function parseSettings(rows: readonly { readonly name: string; readonly value: unknown }[]): Settings {
  return schema.parse(Object.fromEntries(rows.map(({ name, value }) => [name, value])))
}

/** Returns why the value is invalid, together with the other settings. Undefined if it is valid. */
export function findSettingProblem(
  rows: readonly { readonly name: string; readonly value: unknown }[],
  name: SettingName,
  value: unknown,
): string | undefined {
  const others = rows.filter((row) => row.name !== name).map((row) => [row.name, row.value] as const)
  const parsed = schema.safeParse({ ...Object.fromEntries(others), [name]: value })
  return parsed.error?.issues[0]?.message
}

/** Computes what the house keeps of a stake on average, at the terms that are best for the trader. */
export const computeHouseEdge = (settings: Settings): number => computeLowestEdge(toBonusEdgeSettings(settings))

/** Describes a setting for a form, as JSON Schema: type, limits and choices. */
export const describeSetting = (name: SettingName): object =>
  z.toJSONSchema(fields.shape[name], { io: 'input', unrepresentable: 'any' })

/** Returns undefined for an invalid value. */
export function parseSetting<N extends SettingName>(name: N, value: unknown): Settings[N] | undefined {
  const parsed = fields.safeParse({ [name]: value })
  return parsed.success ? parsed.data[name] : undefined
}
