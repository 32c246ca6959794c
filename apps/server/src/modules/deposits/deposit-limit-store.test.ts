import { expect, test } from 'vitest'

import { insertUser } from '../../../test/fixtures/database/insert-user.ts'
import { useTestDatabase } from '../../../test/fixtures/database/use-test-database.ts'
import { dayMs } from '../../platform/clock.ts'
import { countDeposits } from './deposit-limit-store.ts'

const database = useTestDatabase()

const noon = Date.parse('2026-11-20T12:00:00Z')
const [today, yesterday] = ['2026-11-20', '2026-11-19']
const since = new Date(noon - dayMs)

const insertTrader = () => insertUser(database)

/** Inserts a deposit that ended before noon. One without `day` was not charged. */
async function insertDeposit(
  userId: number,
  { agoMs = 0, last4 = '4242', state = 'failed', reason = 'cards.declined', day = today as string | null },
): Promise<void> {
  await database.pool.query(
    `insert into deposits (id, user_id, method, country, amount, currency, bonus, wagering_required, fixed, processor_order, state,
                           reason, instrument_kind, instrument_hint, day_limit_date, created_at, updated_at, ended_at)
     values (gen_random_uuid(), $1, 'card', 'AU', 100000, 'USD', 0, 0, true, '{ORANGE}', $2, $3, 'visa', $4, $5, $6, $6, $6)`,
    [userId, state, reason, last4, day, new Date(noon - agoMs)],
  )
}
const count = (userId: number, day = today) => countDeposits(database.db, userId, day, since)

test('failures of the last 24 hours are counted for each card of the trader, the latest first', async () => {
  const [userId, other] = [await insertTrader(), await insertTrader()]
  await insertDeposit(userId, { agoMs: dayMs - 1, day: yesterday })
  await insertDeposit(userId, { agoMs: 1000 })
  await insertDeposit(userId, { agoMs: dayMs })
  await insertDeposit(userId, { agoMs: 2000, last4: '4444' })
  await insertDeposit(userId, { agoMs: 3000, state: 'succeeded' })
  await insertDeposit(userId, { agoMs: 4000, day: null, reason: 'deposits.canceled' })
  await insertDeposit(other, { agoMs: 5000 })
  const { recentFailures } = await count(userId)
  expect(recentFailures.toSorted((a, b) => String(a.instrumentHint).localeCompare(String(b.instrumentHint)))).toEqual([
    { instrumentKind: 'visa', instrumentHint: '4242', failedAtMs: [noon - 1000, noon - dayMs + 1], refusedAtMs: null },
    { instrumentKind: 'visa', instrumentHint: '4444', failedAtMs: [noon - 2000], refusedAtMs: null },
  ])
  expect((await count(other)).recentFailures).toMatchObject([{ failedAtMs: [noon - 5000] }])
})

test('a refusal by the pre-check is no failure, and the latest one counts', async () => {
  const userId = await insertTrader()
  for (const agoMs of [9000, 7000, 8000]) await insertDeposit(userId, { agoMs, day: null, reason: 'cards.limit' })
  expect((await count(userId)).recentFailures).toEqual([
    { instrumentKind: 'visa', instrumentHint: '4242', failedAtMs: [], refusedAtMs: noon - 7000 },
  ])
})

test('the deposits of a day are those of the trader and the day', async () => {
  const [userId, other] = [await insertTrader(), await insertTrader()]
  await database.pool.query(
    'insert into daily_deposit_counts (user_id, day, count, max_count) values ($1, $2, 2, 3), ($1, $3, 1, 3), ($4, $2, 3, 3)',
    [userId, today, yesterday, other],
  )
  const used = await Promise.all([count(userId), count(userId, yesterday), count(other), count(other, yesterday)])
  expect(used.map(({ usedToday }) => usedToday)).toEqual([2, 1, 3, 0])
})
