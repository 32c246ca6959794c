import { cardProcessorNames, processorNames } from '@tradefront/contract/processor-names'
import * as z from 'zod'

const names = z.array(z.string().min(1).max(60)).max(100)
const count = z.int().min(1).max(1000)
const rate = z.number().positive().max(1_000_000)
const promoCode = z.string().regex(/^[A-Z0-9-]{3,40}$/)
const account = z.string().min(1).max(100).nullable().default(null)
const confirmationLevels = z
  .array(z.strictObject({ from: z.number().min(0).max(1_000_000_000), confirmations: z.int().min(1).max(100) }))
  .min(1)
  .max(20)
const isProcessor = (name: string) => cardProcessorNames.some((processor) => processor === name.trim().toUpperCase())
const cascade = z
  .string()
  .max(200)
  .refine((list) => list.split(',').every(isProcessor))

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
  /** Methods of withdrawal that are open to traders. */
  withdrawal_methods: names.default([]),
  /** Hidden funding tabs. */
  hidden_tabs: names.default(['litecoin', 'okpay']),
  /** `chat_hide` wins. An empty `chat_show` means all pages. */
  chat_hide: names.default([]),
  chat_show: names.default([]),
  chat_disabled: z.boolean().default(false),
  /** For the contact forms. */
  support_email: z.email().max(254).default('support@tradefront.example'),
  platform_url: z.url().nullable().default(null),
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
