import { afterAll, beforeAll, expect, test } from 'vitest'

import { dayMs } from '../../platform/clock.ts'
import { createSeal } from '../../platform/crypto/seal.ts'
import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { findLatestDeposit, saveCard } from '../../../test/fixtures/cards/pay-by-card.ts'
import { runOpsCommand } from '../../../test/fixtures/ops/run-ops-command.ts'

const payment = { amount: 1000, fixed: 0, bonus: 1 }
const number = '4242424242424242'
const [earlierKey, laterKey] = [
  'an earlier secret key that is only for tests',
  'a later secret key that is only good for tests',
]

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

async function createTrader() {
  const { client, userId } = await app.registerTrader()
  await app.database.db.updateTable('users').set({ cascade: 'ORANGE' }).where('id', '=', userId).execute()
  await saveCard(client, number, 'Lovelace')
  return { client, userId }
}
const sealNumber = (userId: number, key: string) =>
  app.database.db
    .updateTable('cards')
    .set({ number_sealed: createSeal(key).sealText(number, `card:${userId}`) })
    .where('user_id', '=', userId)
    .execute()
const countRows = async (table: 'attempts' | 'daily_deposit_counts') =>
  (await app.database.pool.query(`select 1 from ${table}`)).rowCount
const listNumbers = async (userId: number) =>
  (
    await app.database.db
      .selectFrom('cards')
      .select('number_sealed')
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
  ).map((row) => row.number_sealed !== null)

test('a card that cannot be opened is refused before an attempt exists, and can be saved again', async () => {
  const { client, userId } = await createTrader()
  expect((await client.post('/api/card/deposit', payment)).json).toMatchObject({ return: true })
  await sealNumber(userId, laterKey)
  const start = await client.post('/api/card/fast/orange', payment)
  expect(start).toMatchObject({ status: 200, json: { return: false, error: 'cards.no_card' } })
  expect([await countRows('attempts'), await countRows('daily_deposit_counts')]).toEqual([0, 0])
  expect(await findLatestDeposit(client)).toMatchObject({ state: 'failed' })
  expect((await client.post('/api/card/deposit', payment)).json).toMatchObject({
    return: false,
    error: 'cards.no_card',
  })
  await saveCard(client, number, 'Lovelace')
  expect((await client.post('/api/card/deposit', payment)).json).toMatchObject({ return: true })
})

test('reseal encrypts card numbers with the first key and says when the others can be removed', async () => {
  const { userId } = await createTrader()
  await sealNumber(userId, earlierKey)
  const reseal = (keys: string) =>
    runOpsCommand({ DATABASE_URL: app.databaseUrl, SECRET_KEY: keys, SANDBOX_SECRET: 's'.repeat(40) }, [
      'reseal',
      '--why',
      'yearly rotation',
      '--yes',
    ])
  expect((await reseal(`${laterKey},${earlierKey}`)).out).toContain('open with no key')
  const { out } = await reseal(`${laterKey},${earlierKey},${app.secretKey}`)
  expect(out).toContain('can be removed')
  const row = await app.database.db
    .selectFrom('cards')
    .select('number_sealed')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  expect(createSeal(laterKey).openText(row.number_sealed ?? Buffer.alloc(0), `card:${userId}`)).toBe(number)
  expect((await reseal(laterKey)).out).toContain('can be removed')
})

test('the number of a replaced card that was charged is deleted 30 days after its last deposit ended', async () => {
  const { client, userId } = await createTrader()
  await sealNumber(userId, app.secretKey)
  await client.post('/api/card/deposit', payment)
  const runJob = async () => app.runJob('cards.erase')
  await app.database.db
    .updateTable('cards')
    .set({ charged_at: app.clock.now() })
    .where('user_id', '=', userId)
    .execute()
  await client.post('/api/card/save', { remove: 1 })
  await saveCard(client, number, 'Lovelace')
  await client.post('/api/card/save', { remove: 1 })
  app.clock.advance(31 * dayMs)
  await runJob()
  expect(await listNumbers(userId), 'the first one has an open deposit, the other was never charged').toEqual([true])
  await app.database.db
    .updateTable('deposits')
    .set({ state: 'failed', ended_at: app.clock.now() })
    .where('user_id', '=', userId)
    .execute()
  await runJob()
  expect(await listNumbers(userId)).toEqual([true])
  app.clock.advance(31 * dayMs)
  await runJob()
  expect(await listNumbers(userId)).toEqual([false])
})
