import { cardProcessorNames, processorNames } from '@tradefront/contract/processor-names'
import { symbols } from '@tradefront/rules/trading/symbols'
import { withdrawalMethods } from '@tradefront/rules/withdrawal/methods'
import { locales } from '@tradefront/texts/locales'
import * as z from 'zod'

const names = z.array(z.string().min(1).max(60)).max(100)
const count = z.int().min(1).max(1000)
const rate = z.number().positive().max(1_000_000)
const payout = z.int().min(1).max(200)
const stake = z.number().min(0.01).max(1_000_000)
const promoCode = z.string().regex(/^[A-Z0-9-]{3,40}$/)
const account = z.string().min(1).max(100).nullable().default(null)
const withdrawalTerms = z
  .strictObject({
    feePercent: z.number().min(0).max(50),
    feeFixed: z.number().min(0).max(10_000),
    min: z.number().positive().max(1_000_000),
    max: z.number().positive().max(10_000_000),
    hours: z.int().min(1).max(1000),
  })
  .refine(({ min, max }) => min <= max)
const confirmationLevels = z
  .array(z.strictObject({ from: z.number().min(0).max(1_000_000_000), confirmations: z.int().min(1).max(100) }))
  .min(1)
  .max(20)
/** The sandbox is on this machine. */
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

const title = z.string().trim().min(1).max(60)
/** The English title is required. It is shown in languages without a title. */
const titles = z.partialRecord(z.enum(locales), title).refine((given) => given.en !== undefined)
const hasDistinctIds = (rows: readonly { readonly id: number }[]) =>
  new Set(rows.map(({ id }) => id)).size === rows.length
const ticketDepartments = z
  .array(z.strictObject({ id: z.int().min(1).max(9999), title: titles }))
  .min(1)
  .max(30)
  .refine(hasDistinctIds)
const ticketPriorities = z
  .array(z.strictObject({ id: z.int().min(1).max(99), title: titles, answer_hours: z.int().min(1).max(720) }))
  .min(1)
  .max(10)
  .refine(hasDistinctIds)

const schema = z.object({
  /** Null means the default order (spec: funding 4). */
  cascade: cascade.nullable().default(null),
  processors_off: z.array(z.enum(processorNames)).default([]),
  /** Minimum deposit 300 (spec: funding 9). */
  affiliates_min_300: names.default(['1301', '1302', '1303', '1304']),
  /** Units per unit of base currency. */
  rates: z.strictObject({ USD: rate, EUR: rate, GBP: rate, RUB: rate }).default({ USD: 1, EUR: 1, GBP: 1, RUB: 60 }),
  /** Charging deposits per trader and UTC day. */
  card_day_limit: count.default(3),
  /** Days that a charged card is kept for refunds after it was removed and its last deposit ended. */
  card_number_days: count.default(30),
  /** In 24 hours, before the card form closes. */
  fail_limit: count.default(5),
  /** Base currency. Operators move more only with a second operator. */
  approval_limit: z.number().positive().max(1_000_000).default(1000),
  /** Days without use after which a session ends. */
  session_idle_days: z.int().min(1).max(90).default(7),
  bonus_turnover_factor: count.default(30),
  /** Our name on card statements. */
  statement_name: z.string().min(1).max(40).default('TRADEFRONT'),
  /** Whose card statements have a code that traders must enter: none, of the first card deposit, of large ones. */
  transaction_validation: z.enum(['off', 'first_card_deposit', 'above_amount']).default('off'),
  /** Base currency. Card deposits of this amount or more, if `transaction_validation` is `above_amount`. */
  transaction_validation_amount: z.number().positive().max(1_000_000).default(1000),
  /** In which a refund usually arrives. */
  refund_days: count.default(10),
  /** Promo codes that the offers store when a trader accepts them. Null: the offer is not made. */
  limited_offer_code: promoCode.nullable().default(null),
  risk_free_offer_code: promoCode.nullable().default(null),
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
  /** An invoice that is paid less by up to this is paid. */
  crypto_tolerance_percent: z.number().min(0).max(5).default(0.5),
  /** Older rates open no invoices. */
  crypto_rate_max_age_seconds: z.int().min(30).max(3600).default(300),
  /** Percent of the stake that a won trade pays in addition to it, by kind of symbol, and for single symbols. */
  payout_percents: z
    .strictObject({ currency: payout, metal: payout, index: payout, crypto: payout })
    .default({ currency: 82, metal: 80, index: 80, crypto: 78 }),
  payout_exceptions: z.partialRecord(z.enum(symbols.map(({ name }) => name)), payout).default({}),
  /** Base currency, of a trade. */
  stake_min: stake.default(1),
  stake_max: stake.default(5000),
  /** Base currency, of a trader's open trades on one symbol and on all. */
  symbol_stakes_max: stake.default(10_000),
  open_stakes_max: stake.default(25_000),
  /** Base currency. What the house can lose on a symbol and minute of expiry if the price ends up, and likewise down. */
  house_loss_max: z.number().positive().max(100_000_000).default(100_000),
  /** Percent of its value that the early sale of a trade costs. */
  sale_fee_percent: z.number().min(0).max(50).default(3),
  /** Percent of the stake that the house keeps on average of an option on the ladder. */
  ladder_margin_percent: z.number().min(0).max(50).default(9),
  /** Categories of news, in the order in which they are shown. Null: the sandbox's. */
  news_feeds: newsFeeds.nullable().default(null),
  /** Economic calendar, in the format of docs/operating.md. Null: the sandbox's. */
  calendar_url: secureUrl.nullable().default(null),
  /** Methods of withdrawal that are open to traders; cards and wallets only to those who have paid in by them. */
  withdrawal_methods: z.array(z.enum(withdrawalMethods)).default([...withdrawalMethods]),
  /** Terms of single methods instead of the defaults. Base currency. */
  withdrawal_terms: z.partialRecord(z.enum(withdrawalMethods), withdrawalTerms).default({}),
  /** Hidden funding tabs. */
  hidden_tabs: names.default(['litecoin', 'okpay']),
  /** `chat_hide` wins. An empty `chat_show` means all pages. */
  chat_hide: names.default([]),
  chat_show: names.default([]),
  chat_disabled: z.boolean().default(false),
  /** For the contact forms. */
  support_email: z.email().max(254).default('support@tradefront.example'),
  /** URL of another trading platform, which replaces ours. It receives passwords. */
  platform_url: secureUrl.nullable().default(null),
  /** Departments for tickets (spec: account 9, 33 by default). */
  ticket_departments: ticketDepartments.default([
    { id: 33, title: { en: 'General questions', ru: 'Общие вопросы' } },
    { id: 34, title: { en: 'Deposits', ru: 'Пополнение счёта' } },
    { id: 35, title: { en: 'Withdrawals', ru: 'Вывод средств' } },
    { id: 36, title: { en: 'Trading', ru: 'Торговля' } },
    { id: 37, title: { en: 'Documents and account', ru: 'Документы и счёт' } },
  ]),
  /** How urgent a ticket can be (spec: account 9, 1 by default), and within how many hours support answers it. */
  ticket_priorities: ticketPriorities.default([
    { id: 1, title: { en: 'Normal', ru: 'Обычный' }, answer_hours: 24 },
    { id: 2, title: { en: 'Urgent', ru: 'Срочный' }, answer_hours: 4 },
  ]),
  /** Where traders send money that they then claim. Null: the method is not offered. */
  bank_details: z.string().max(1000).nullable().default(null),
  webmoney_wmz: account,
  webmoney_wmr: account,
  webmoney_wme: account,
  litecoin_address: account,
})

export type Settings = Readonly<z.output<typeof schema>>
export type SettingName = keyof Settings

/** @throws ZodError for an invalid row: a wrong default could cost money */
export function parseSettings(rows: readonly { readonly name: string; readonly value: unknown }[]): Settings {
  return schema.parse(Object.fromEntries(rows.map(({ name, value }) => [name, value])))
}

/** Returns undefined for an invalid value. */
export function parseSetting(name: SettingName, value: unknown): Settings | undefined {
  const parsed = schema.safeParse({ [name]: value })
  return parsed.success ? parsed.data : undefined
}
