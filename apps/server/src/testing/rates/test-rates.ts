import type { Currency } from '@tradefront/rules/ledger/money'
import { sql } from 'kysely'

import type { Database } from '../../platform/database/database.ts'

/** Units per USD. None is like a factor of limits, so that a test notices which of them was used. */
export const testCurrencyRates = { EUR: 0.8, GBP: 0.75, RUB: 80 } as const satisfies Partial<Record<Currency, number>>

/** Fresh whatever the clock of the test says. */
export async function insertTestRates(
  { db }: Pick<Database, 'db'>,
  rates: Readonly<Partial<Record<Currency, number>>>,
): Promise<void> {
  await sql`
    insert into exchange_rates (code, rate, at, is_confirmed)
    select key, value::numeric, '2100-01-01', false from jsonb_each_text(${JSON.stringify(rates)}::jsonb)
    on conflict do nothing`.execute(db)
}

export const listTestCurrencyRates = async (): Promise<ReadonlyMap<Currency, number>> =>
  new Map<Currency, number>([
    ['USD', 1],
    ['EUR', testCurrencyRates.EUR],
    ['GBP', testCurrencyRates.GBP],
    ['RUB', testCurrencyRates.RUB],
  ])

/** Of limits, as the specification has them; written again, because tests compare with it. */
export const limitFactors: Readonly<Record<Currency, number>> = { USD: 1, EUR: 1, GBP: 1, RUB: 60 }
export const conversionRates: Readonly<Record<Currency, number>> = { USD: 1, ...testCurrencyRates }
