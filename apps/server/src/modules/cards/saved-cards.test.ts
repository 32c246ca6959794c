import { maxSavedCards } from '@tradefront/rules/cards/max-saved-cards'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { dayMs, hourMs } from '../../platform/clock.ts'
import { startTestApp, type TestApp, type TestClient } from '../../../test/fixtures/app/test-app.ts'
import { saveCard } from '../../../test/fixtures/cards/pay-by-card.ts'

const payment = { amount: 1000, fixed: 1, bonus: 0 }
const numbers = ['4242424242424242', '5555555555554444', '4000000000000002', '4000000000003220', '4000008400001629']

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

async function createTrader() {
  const { client, userId } = await app.registerTrader()
  await app.database.db.updateTable('users').set({ cascade: 'ORANGE' }).where('id', '=', userId).execute()
  return { client, userId }
}

/** Makes a payment with the card, and ends it without a processor. */
async function payWith(client: TestClient, userId: number, end: 'succeeded' | 'failed'): Promise<void> {
  expect((await client.post('/api/card/deposit', payment)).json).toMatchObject({ return: true })
  const { pool } = app.database
  const now = app.clock.now()
  if (end === 'succeeded') {
    await pool.query(
      `update cards set charged_at = $2 where id = (select card_id from deposits where user_id = $1 and state = 'open')`,
      [userId, now],
    )
  }
  await pool.query(`update deposits set state = 'processing' where user_id = $1 and state = 'open'`, [userId])
  await pool.query(
    `update deposits set state = $2, ended_at = $3 where user_id = $1 and state = 'processing'
     returning settle_card(card_id, state = 'succeeded', ended_at)`,
    [userId, end, now],
  )
}

const listCards = (userId: number) =>
  app.database.db.selectFrom('cards').selectAll().where('user_id', '=', userId).orderBy('id').execute()
const runEraseJob = () => app.runJob('cards.erase')

describe('the number of saved cards', () => {
  test('is limited: a sixth one is refused with a reason, and can still pay without being saved', async () => {
    const { client, userId } = await createTrader()
    for (const number of numbers) {
      await saveCard(client, number, 'Lovelace')
      await payWith(client, userId, 'succeeded')
    }
    expect(numbers).toHaveLength(maxSavedCards)
    const sixth = await saveCard(client, '5200000000000007', 'Lovelace')
    expect(sixth.json).toMatchObject({
      return: false,
      error: 'cards.too_many',
      message: 'You can save up to 5 cards. Remove one, or pay without saving this card.',
    })
    expect((await saveCard(client, '5200000000000007', 'Lovelace', false)).json).toMatchObject({ return: true })
    await client.post('/api/card/save', { remove: 1 })
    await client.post('/api/card/save', { remove: 1 })
    expect((await saveCard(client, '5200000000000007', 'Lovelace')).json).toMatchObject({ return: true })
  })

  test('holds for simultaneous requests, and a trader who enters many cards leaves one row', async () => {
    const { client, userId } = await createTrader()
    await Promise.all(numbers.flatMap((number) => [1, 2].map((n) => saveCard(client, number, `Name ${n}`))))
    expect(await listCards(userId)).toHaveLength(1)
  })
})

describe('a removed card', () => {
  test('is erased at once if it was never charged', async () => {
    const { client, userId } = await createTrader()
    await saveCard(client, '4242424242424242', 'Lovelace')
    await client.post('/api/card/save', { remove: 1 })
    expect(await listCards(userId)).toEqual([])
  })

  test('leaves only its last four digits if its payments have failed', async () => {
    const { client, userId } = await createTrader()
    await saveCard(client, '4242424242424242', 'Lovelace')
    await payWith(client, userId, 'failed')
    await runEraseJob()
    expect(await listCards(userId)).toMatchObject([{ ...erased, last4: '4242', charged_at: null }])
  })

  test('keeps after a charge only what refunds need, until card_number_days have passed', async () => {
    const { client, userId } = await createTrader()
    await saveCard(client, '4242424242424242', 'Lovelace')
    await payWith(client, userId, 'succeeded')
    app.clock.advance(6 * dayMs)
    await runEraseJob()
    expect(await listCards(userId), 'saved').toMatchObject([{ removed_at: null, country: 'AU' }])
    await client.post('/api/card/save', { remove: 1 })
    const forRefunds = {
      number_sealed: expect.any(Buffer),
      exp_month: 4,
      exp_year: 2031,
      last_name: 'Lovelace',
      number_hash: null,
      country: null,
      state: null,
    }
    expect(await listCards(userId)).toMatchObject([forRefunds])
    app.clock.advance(29 * dayMs)
    await runEraseJob()
    expect(await listCards(userId)).toMatchObject([forRefunds])
    app.clock.advance(2 * dayMs)
    await runEraseJob()
    expect(await listCards(userId)).toMatchObject([{ ...erased, last4: '4242' }])
  })
})

const erased = {
  number_sealed: null,
  number_hash: null,
  exp_month: null,
  exp_year: null,
  first_name: null,
  last_name: null,
  country: null,
  state: null,
}

test('a card that is not saved is treated after its payment like a removed one', async () => {
  const { client, userId } = await createTrader()
  await saveCard(client, '4242424242424242', 'Lovelace', false)
  await payWith(client, userId, 'succeeded')
  await runEraseJob()
  expect(await listCards(userId)).toMatchObject([{ number_sealed: expect.any(Buffer), country: null }])
  app.clock.advance(31 * dayMs)
  await runEraseJob()
  expect(await listCards(userId)).toMatchObject([erased])
})

test('a card that nobody pays with is erased after an hour', async () => {
  const { client, userId } = await createTrader()
  await saveCard(client, '4242424242424242', 'Lovelace')
  await runEraseJob()
  expect(await listCards(userId)).toHaveLength(1)
  app.clock.advance(hourMs + 1)
  await runEraseJob()
  expect(await listCards(userId)).toEqual([])
})

test('the card of an unfinished deposit stays complete, although it was removed', async () => {
  const { client, userId } = await createTrader()
  await saveCard(client, '4242424242424242', 'Lovelace')
  await client.post('/api/card/deposit', payment)
  await client.post('/api/card/save', { remove: 1 })
  app.clock.advance(100 * dayMs)
  await runEraseJob()
  expect(await listCards(userId)).toMatchObject([{ number_sealed: expect.any(Buffer), exp_month: 4, country: 'AU' }])
})

test('the database keeps the latest 1,000 reports of a browser', async () => {
  const { client, userId } = await createTrader()
  await app.database.pool.query(
    `insert into card_client_logs (user_id, kind, detail, created_at) select $1, 'rpc', '{}', now() from generate_series(1, 1200)`,
    [userId],
  )
  await client.post('/api/rpc', { worker: 'the latest', cascade: 'ORANGE', cascade_exec: 'ORANGE' })
  const kept = await app.database.db
    .selectFrom('card_client_logs')
    .select('detail')
    .where('user_id', '=', userId)
    .execute()
  expect(kept).toHaveLength(1000)
  expect(kept.at(-1)).toMatchObject({ detail: { worker: 'the latest' } })
})
