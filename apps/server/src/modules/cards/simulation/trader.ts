import type pg from 'pg'

import type { Seal } from '../../../platform/seal.ts'

const number = '4242424242424242'
let traders = 0

/** A fresh trader with a saved card. @param cascade comma list of processors @returns the trader's id */
export async function addTrader(pool: pg.Pool, seal: Seal, now: Date, cascade: string): Promise<number> {
  traders += 1
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (email, password_hash, first_name, last_name, country, currency, phone, language, adult,
       terms_accepted_at, registered_at, cascade, limited_ignore)
     values ($1, 'none', 'Test', 'Trader', 'AU', 'USD', '61412345678', 'en', true, $2, $2, $3, true) returning id`,
    [`sim${traders}@example.com`, now, cascade],
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('no trader')
  await pool.query(
    `insert into cards (user_id, number_sealed, number_hash, last4, brand, exp_month, exp_year, first_name, last_name, country, saved_at)
     values ($1, $2, $3, $4, 'visa', 12, 2035, 'TEST', 'TRADER', 'AU', $5)`,
    [id, seal.seal(number, `card:${id}`), seal.hash(number, 'card-number'), number.slice(-4), now],
  )
  return id
}
