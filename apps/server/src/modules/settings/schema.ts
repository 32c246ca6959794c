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

/** What an operator may set, by name, and what holds until it is set. */
const schema = z.object({
  /** Comma list of processors; null: the default order (spec: funding 4). */
  cascade: z._default(z.nullable(cascade), null),
  /** Processors that are not asked, whatever a list says. */
  processors_off: z._default(z.array(z.enum(processorNames)), []),
  /** The affiliates whose traders deposit at least 300 (spec: funding 9). */
  affiliates_min_300: z._default(names, ['1301', '1302', '1303', '1304']),
  /** Units of each currency for one of the base. */
  rates: z._default(z.strictObject({ USD: rate, EUR: rate, GBP: rate, RUB: rate }), {
    USD: 1,
    EUR: 1,
    GBP: 1,
    RUB: 60,
  }),
  /** Charging deposits per trader and UTC day. */
  card_day_limit: z._default(count, 3),
  /** Failed deposits in 24 hours before the card form is closed. */
  fail_limit: z._default(count, 5),
  /** Turnover asked for, as a multiple of the bonus. */
  bonus_turnover_factor: z._default(count, 30),
  /** Codes that give a bonus with a new account, in base currency. */
  promo_codes: z._default(z.array(promoCode).check(z.maxLength(200)), [{ code: 'WELCOME', bonus: 20 }]),
  /** Funding tabs that are not shown. */
  hidden_tabs: z._default(names, ['litecoin', 'okpay']),
  /** Pages where the chat is hidden, and the only ones where it is shown (empty: all). */
  chat_hide: z._default(names, []),
  chat_show: z._default(names, []),
  chat_disabled: z._default(z.boolean(), false),
  /** Where messages to us and wishes to be called go. */
  support_email: z._default(z.email().check(z.maxLength(254)), 'support@tradefront.example'),
  /** Another trading platform to embed; null: the built-in one. */
  platform_url: z._default(z.nullable(z.url()), null),
})

export type Settings = Readonly<z.output<typeof schema>>
export type SettingName = keyof Settings
/** All settings from the rows that are set. A stored value that no longer fits is an error: better none than a wrong one. */
export function parseSettings(rows: readonly { readonly name: string; readonly value: unknown }[]): Settings {
  return z.parse(schema, Object.fromEntries(rows.map(({ name, value }) => [name, value])))
}

/** A setting as the schema reads it, undefined where the value does not fit it. */
export function parseSetting(name: SettingName, value: unknown): Settings | undefined {
  const parsed = schema.safeParse({ [name]: value })
  return parsed.success ? parsed.data : undefined
}
