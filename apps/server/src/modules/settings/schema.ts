import { processorNames } from '@tradefront/contract/processor-names'
import * as z from 'zod/mini'

const names = z.array(z.string().check(z.minLength(1), z.maxLength(60))).check(z.maxLength(100))
const count = z.int().check(z.gte(1), z.lte(1000))
const rate = z.number().check(z.positive(), z.lte(1_000_000))
const promoCode = z.strictObject({
  code: z.string().check(z.regex(/^[A-Z0-9-]{3,40}$/)),
  bonus: z.number().check(z.positive(), z.lte(10_000)),
})
const isProcessor = (name: string) => processorNames.some((processor) => processor === name.trim().toUpperCase())
const cascade = z.string().check(
  z.maxLength(200),
  z.refine((list) => list.split(',').every(isProcessor)),
)

const schema = z.object({
  /** Null means the default order (spec: funding 4). */
  cascade: z._default(z.nullable(cascade), null),
  processors_off: z._default(z.array(z.enum(processorNames)), []),
  /** Minimum deposit 300 (spec: funding 9). */
  affiliates_min_300: z._default(names, ['1301', '1302', '1303', '1304']),
  /** Units per unit of base currency. */
  rates: z._default(z.strictObject({ USD: rate, EUR: rate, GBP: rate, RUB: rate }), {
    USD: 1,
    EUR: 1,
    GBP: 1,
    RUB: 60,
  }),
  /** Charging deposits per trader and UTC day. */
  card_day_limit: z._default(count, 3),
  /** In 24 hours, before the card form closes. */
  fail_limit: z._default(count, 5),
  bonus_turnover_factor: z._default(count, 30),
  /** Bonus in base currency. */
  promo_codes: z._default(z.array(promoCode).check(z.maxLength(200)), [{ code: 'WELCOME', bonus: 20 }]),
  /** Hidden funding tabs. */
  hidden_tabs: z._default(names, ['litecoin', 'okpay']),
  /** `chat_hide` wins. An empty `chat_show` means all pages. */
  chat_hide: z._default(names, []),
  chat_show: z._default(names, []),
  chat_disabled: z._default(z.boolean(), false),
  /** For the contact forms. */
  support_email: z._default(z.email().check(z.maxLength(254)), 'support@tradefront.example'),
  platform_url: z._default(z.nullable(z.url()), null),
})

export type Settings = Readonly<z.output<typeof schema>>
export type SettingName = keyof Settings

/** @throws ZodError for an invalid row: a wrong default could cost money */
export function parseSettings(rows: readonly { readonly name: string; readonly value: unknown }[]): Settings {
  return z.parse(schema, Object.fromEntries(rows.map(({ name, value }) => [name, value])))
}

/** Returns undefined for an invalid value. */
export function parseSetting(name: SettingName, value: unknown): Settings | undefined {
  const parsed = schema.safeParse({ [name]: value })
  return parsed.success ? parsed.data : undefined
}
