import { randomBytes, randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { dayMs } from '../../src/platform/clock.ts'
import { findMoneySources } from '../../src/modules/withdrawal/money-store.ts'
import { createCryptoFixture, type CryptoFixture } from '../fixtures/crypto/crypto-fixture.ts'

let fixture: CryptoFixture
beforeAll(async () => {
  fixture = await createCryptoFixture()
})
afterAll(() => fixture.stop())

test('of an invoice that was paid in parts, each part can go back with the coins that came for it', async () => {
  const { client, userId, form } = await fixture.app.registerTrader()
  const { db } = fixture.app.database
  await fixture.advance(61_000)
  const invoice = await fixture.openInvoice(client)
  for (const amount of ['0.004', '0.02']) {
    fixture.pay(invoice, amount)
    fixture.btc.mine(3)
    await fixture.work()
  }
  const methods = { enabledMethods: ['bitcoin'], turnoverFactor: 1 } as const
  const listCaptures = async () => (await findMoneySources(db, { id: userId, currency: 'USD' }, methods)).captures
  const captures = await listCaptures()
  expect(captures.map(({ number, coins }) => [number, coins])).toEqual([
    [1, { coin: 'BTC', units: '400000', amount: 40_000 }],
    [2, { coin: 'BTC', units: '2000000', amount: 200_000 }],
  ])
  await db.updateTable('users').set({ verification: 'Full' }).where('id', '=', userId).execute()
  const now = fixture.app.clock.now()
  const at = { created_at: new Date(now.getTime() - dayMs), usable_from: now, proved_at: now }
  const destination = { id: randomUUID(), user_id: userId, method: 'bitcoin', account: 'bitcoin-account' }
  await db
    .insertInto('withdrawal_destinations')
    .values({ ...destination, ...at, state: 'proved', code_hash: randomBytes(32) })
    .execute()
  await client.post('/api/withdrawal', { amount: 500, method: 'bitcoin' })
  const { json } = await client.post('/api/withdrawal/final', { is_bonus: 0, password: form.password })
  expect(json).toMatchObject({ return: true })
  expect((await listCaptures()).map(({ number, left }) => [number, left])).toEqual([[2, 190_000]])
})
