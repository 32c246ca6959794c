import { createHash } from 'node:crypto'

import type pg from 'pg'

import type { Seal } from '../../../platform/crypto/seal.ts'

const cardNumber = '4242424242424242'
const yearMs = 31_536_000_000
let traderCount = 0

export type SimulatedTrader = { readonly id: number; readonly sessionHash: Buffer }

/**
 * Inserts a trader with a saved card and a session.
 * @param cascade comma list of processors
 */
export async function insertTrader(
  pool: pg.Pool,
  seal: Seal,
  now: Date,
  { cascade, country }: { readonly cascade: string; readonly country: string },
): Promise<SimulatedTrader> {
  traderCount += 1
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (email, password_hash, first_name, last_name, country, currency, phone, language, confirmed_adult,
       terms_accepted_at, registered_at, cascade, fail_limit_overridden)
     values ($1, 'none', 'Test', 'Trader', $2, 'USD', '61412345678', 'en', true, $3, $3, $4, true) returning id`,
    [`sim${traderCount}@example.com`, country, now, cascade],
  )
  const id = rows[0]?.id
  if (id === undefined) throw new Error('no trader')
  await pool.query(
    `insert into cards (user_id, number_sealed, number_hash, last4, brand, exp_month, exp_year, first_name, last_name, country, created_at)
     values ($1, $2, $3, $4, 'visa', 12, 2035, 'TEST', 'TRADER', $5, $6)`,
    [
      id,
      seal.sealText(cardNumber, `card:${id}`),
      seal.computeHash(cardNumber, 'card-number'),
      cardNumber.slice(-4),
      country,
      now,
    ],
  )
  const sessionHash = createHash('sha256').update(`session ${traderCount}`).digest()
  await pool.query('insert into sessions (id_hash, user_id, created_at, expires_at) values ($1, $2, $3, $4)', [
    sessionHash,
    id,
    now,
    new Date(now.getTime() + yearMs),
  ])
  return { id, sessionHash }
}
