import { afterAll, beforeAll, expect, test } from 'vitest'

import { findMoneySources } from '../../src/modules/withdrawal/money-store.ts'
import { createCryptoFixture, type CryptoFixture } from '../fixtures/crypto/crypto-fixture.ts'

let fixture: CryptoFixture
beforeAll(async () => {
  fixture = await createCryptoFixture()
})
afterAll(() => fixture.stop())

test('of an invoice that was paid in parts, each part can go back with the coins that came for it', async () => {
  const { client, userId } = await fixture.app.registerTrader()
  await fixture.advance(61_000)
  const invoice = await fixture.openInvoice(client)
  for (const amount of ['0.004', '0.02']) {
    fixture.pay(invoice, amount)
    fixture.btc.mine(3)
    await fixture.work()
  }
  const methods = { enabledMethods: ['bitcoin'], turnoverFactor: 1 } as const
  const { captures } = await findMoneySources(fixture.app.database.db, { id: userId, currency: 'USD' }, methods)
  expect(captures.map(({ number, coins }) => [number, coins])).toEqual([
    [1, { coin: 'BTC', units: '400000', amount: 40_000 }],
    [2, { coin: 'BTC', units: '2000000', amount: 200_000 }],
  ])
})
