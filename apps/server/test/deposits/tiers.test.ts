import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createSettingsService } from '../../src/modules/settings/service.ts'
import { type CryptoFixture, createCryptoFixture } from '../fixtures/crypto/crypto-fixture.ts'

let fixture: CryptoFixture
beforeAll(async () => {
  fixture = await createCryptoFixture()
  await fixture.work()
})
afterAll(() => fixture.stop())

const choose = async (tiers: 'page' | 'one') => {
  const { db } = fixture.app.database
  await createSettingsService({ db, clock: fixture.clock }).setSetting('tiers', tiers, { actor: 'test' })
  // Settings are read again after a second.
  await fixture.advance(1000)
}

test.each([
  ['page', 'EUR', 2999, 1499.5],
  ['page', 'EUR', 3000, 1500],
  ['one', 'EUR', 2999, 1499.5],
  ['one', 'EUR', 3000, 3000],
  ['page', 'RUB', 180_000, 90_000],
  ['one', 'RUB', 179_999, 89_999.5],
  ['one', 'RUB', 180_000, 180_000],
] as const)(
  'with the tiers of %s an invoice and a wallet in %s give on %d a bonus of %d',
  async (tiers, currency, amount, bonus) => {
    await choose(tiers)
    const { client } = await fixture.app.registerTrader({ currency })
    expect(await fixture.openInvoice(client, 'BTC', amount, {}, currency)).toMatchObject({ bonus_amount: bonus })
    const body = { email: 'ada@example.com', amount, currency, bonus: 1, random: randomUUID() }
    expect((await client.post('/api/pay/perfect', body)).json).toMatchObject({ deposit: { bonus_amount: bonus } })
  },
)

test.each([
  ['page', '10,000'],
  ['one', '3,000'],
] as const)('with the tiers of %s the page about bonuses says that gold begins at %s', async (tiers, gold) => {
  await choose(tiers)
  const { json } = await (await fixture.app.openClient()).get('/api/pg/bonus')
  expect((json as { html: string }).html).toMatch(new RegExp(`Gold</th><td>from 3,000</td><td>from ${gold}</td>`))
})
