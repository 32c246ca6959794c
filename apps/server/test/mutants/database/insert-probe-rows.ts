import type pg from 'pg'

import { runSeed } from '../../simulation/cards/run-seeds.ts'
import { runScenario as runCryptoScenario } from '../../simulation/crypto/run-scenario.ts'
import { runScenario as runTradingScenario } from '../../simulation/trading/run-scenario.ts'
import { runScenario as runWithdrawalScenario } from '../../simulation/withdrawal/run-scenario.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'

const seeds = Array.from({ length: 24 }, (_, index) => index + 1)
const cryptoSeeds = [2, 3] as const
/** Seeds that are enough for a tournament with three winners. */
const tradingSeeds = Array.from({ length: 14 }, (_, index) => index + 1)
const withdrawalSeeds = [1, 2, 3, 4, 5, 6, 7, 8] as const

/** Inserts rows of all kinds for the probes. Those of cards come first, because most probes copy the first row of a table. */
export async function insertProbeRows(url: string): Promise<void> {
  await withDatabase(url, async ({ pool }) => {
    for (const seed of seeds) await runSeed(pool, seed)
  })
  await withDatabase(url, async (database) => {
    for (const seed of cryptoSeeds) await runCryptoScenario(database, seed)
  })
  await withDatabase(url, async (database) => {
    for (const seed of withdrawalSeeds) await runWithdrawalScenario(database, seed)
  })
  await withDatabase(url, async (database) => {
    for (const seed of tradingSeeds) await runTradingScenario(database, seed)
  })
  await withDatabase(url, ({ pool }) => insertOffersAndCodes(pool))
  await withDatabase(url, ({ pool }) => insertPrizes(pool))
}

/** Inserts rows that no simulation has, of a trader who is not the one that probes are about. */
async function insertOffersAndCodes(pool: pg.Pool): Promise<void> {
  const owner = `(select user_id from deposits where user_id <> (select max(user_id) from ledger_balances where account = 'practice') order by user_id limit 1)`
  await pool.query(
    `insert into offers (user_id, name, percent, promo, ends_at) select ${owner}, 'limited', 60, (select min(code) from promo_codes), now()`,
  )
  await pool.query(
    `insert into first_losing_days (user_id, day, currency, loss) select id, '2026-11-17', currency, 10000 from users where id = ${owner}`,
  )
  await pool.query(
    `insert into gift_claims (gift, kind, hash, user_id, claimed_at)
     select 'loss_return', kind, hash, user_id, now() from user_marks where user_id = ${owner} and kind <> 'address'`,
  )
  await pool.query(`insert into signup_bonuses (user_id, code, created_at) select ${owner}, 'WELCOME', now()`)
  await pool.query(
    `insert into loss_returns (user_id, currency, percent, amount, accepted_at) select user_id, currency, 20, 2000, now() from first_losing_days
      where user_id = ${owner}`,
  )
  await pool.query(`insert into statement_codes (user_id, code, created_at) select ${owner}, '123456', now()`)
  await pool.query(
    `insert into statement_code_charges select id, user_id, now() from deposits where user_id = ${owner} limit 1`,
  )
}

/** Inserts a prize of each kind, of the tournament with most results, and the value of a trade. */
async function insertPrizes(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ id: number }>(
    `select tournament_id as id from tournament_scores group by 1 order by count(*) filter (where score > 0) desc limit 1`,
  )
  const id = rows[0]?.id ?? 0
  // This adds an edge: while a bonus is open, trades add none.
  await pool.query(
    `select record_tournament_results(jsonb_build_array(jsonb_build_object(
              'userId', s.user_id, 'symbol', 'BTCUSD', 'at', t.starts_at, 'isResult', false, 'profit', 0, 'ownStake', 0, 'ownEdge', 100)))
       from tournaments t, lateral (select user_id from tournament_scores where tournament_id = t.id limit 1) s where t.id = $1`,
    [id],
  )
  await pool.query(
    `insert into settings (name, value, changed_at)
     values ('tournament_prizes_scaled', 'false', now()), ('tournament_stakes_min', '0.01', now())`,
  )
  await pool.query(
    `insert into exchange_rates (code, rate, at, is_confirmed)
     select code, 60, '2100-02-01', true from unnest('{EUR,GBP,RUB}'::text[]) code`,
  )
  const prizes = [
    { kind: 'cash', amount: 1 },
    { kind: 'bonus', amount: 1 },
    { kind: 'item', item: 'iPad', amount: 1 },
  ]
  await pool.query('update tournaments set begun_prizes = $2 where id = $1', [id, JSON.stringify(prizes)])
  await pool.query('update tournaments set finished_at = ends_at where id = $1', [id])
  await pool.query(
    `insert into tournament_prizes (id, tournament_id, rank, user_id, score, kind, amount, item, currency, rate, paid, required, release_max,
                                    created_at, verify_until, needs_approval)
     select gen_random_uuid(), t.id, w.rank, w.user_id, w.score, w.kind, w.amount, w.item, r.currency, r.rate, w.amount * r.rate,
            case w.kind when 'bonus' then w.amount * r.rate * 30 end, case w.kind when 'bonus' then w.amount * r.rate end,
            now(), now(), w.kind = 'cash'
       from tournaments t cross join list_tournament_winners(t) w join users u on u.id = w.user_id
       left join lateral (select u.currency, case u.currency when 'USD' then 1 else 60 end as rate) r on w.kind <> 'item'
      where t.id = $1`,
    [id],
  )
  await pool.query(
    `insert into tournament_trade_values (trade_id, at, value, opposite) select id, '2026-11-20 21:00Z', 1, false from trades limit 1
     on conflict do nothing`,
  )
}

/** Opens a database for each simulation, because each names the prepared statements of its pool. */
async function withDatabase(url: string, work: (database: Database) => Promise<void>): Promise<void> {
  const database = openDatabase(url, { maxConnections: 40 })
  try {
    await work(database)
  } finally {
    await database.close()
  }
}
