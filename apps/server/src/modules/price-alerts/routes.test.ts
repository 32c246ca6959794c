import { priceAlertsCalls } from '@tradefront/contract/price-alerts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { countRows, createBadInputs } from '../../../test/fixtures/app/bad-input.ts'
import { startTestApp, type TestApp, type TestClient } from '../../../test/fixtures/app/test-app.ts'

const { listPriceAlerts, createPriceAlert, deletePriceAlert } = priceAlertsCalls

let app: TestApp
let trader: TestClient
beforeAll(async () => {
  app = await startTestApp()
  trader = (await app.registerTrader()).client
})
afterAll(() => app.stop())

test('a visitor without a session can neither read nor write alerts', async () => {
  const visitor = await app.openClient()
  expect((await visitor.get(listPriceAlerts.path)).status).toBe(401)
  for (const { path } of [createPriceAlert, deletePriceAlert]) expect((await visitor.post(path)).status).toBe(401)
})

describe.each([
  [createPriceAlert.path, { symbol: 'EURUSD', price: 1.05, byMail: false, byPush: false }],
  [deletePriceAlert.path, { id: '00000000-0000-4000-8000-000000000001' }],
] as const)('%s', (path, valid) => {
  // One of the bad inputs is a number, which is a price.
  const inputs = createBadInputs(valid).filter(({ description }) => description !== 'price = 0.1')
  test.each(inputs.map((bad) => [bad.description, bad] as const))('refuses %s', async (_what, bad) => {
    const before = await countRows(app.database.db)
    const reply = await bad.send(trader, path)
    expect([400, 413, 415], reply.text).toContain(reply.status)
    expect(await countRows(app.database.db)).toEqual(before)
  })
})
