import { afterAll, beforeAll, expect, test } from 'vitest'

import { createPromoCode } from '../../testing/promo/promo-fixture.ts'
import { startTradingApp, type TradingApp } from '../../testing/trading/trading-app.ts'
import type { TestClient } from '../../testing/app/test-app.ts'
import { createSettingsService } from '../settings/service.ts'

let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
  await createPromoCode(app, 'RISKFREE', { audience: 'offer', amount: null, percent: 40, minDeposit: 25_000 })
  const settings = createSettingsService({ db: app.database.db, clock: app.clock })
  await settings.setSetting('risk_free_offer_code', 'RISKFREE', { actor: 'test' })
})
afterAll(() => app.stop())

const day = (date: string) => app.clock.set(new Date(`2026-11-${date}Z`))
const listOffers = async (client: TestClient) =>
  ((await client.post('/api/offers')).json as { offers: { name: string; ends_at: number }[] }).offers

/** Stakes 10 for a minute. */
async function trade(client: TestClient, hasWon: boolean): Promise<void> {
  await app.buy(client)
  app.pass(60_000, hasWon ? 100_001 : 99_999)
  await app.trading.closeTrades()
  app.pass(1000, 100_000)
}

test('the risk-free offer appears after the first losing day, when the trader comes back, once', async () => {
  const [loser, winner, practice] = await Promise.all([
    app.registerFunded({ cash: 50_000 }),
    app.registerFunded({ cash: 50_000 }),
    app.registerFunded({}, { practice: true }),
  ])
  day('18T10:00:00')
  for (const client of [loser.client, practice.client])
    for (const hasWon of [true, false, false]) await trade(client, hasWon)
  for (const hasWon of [true, true, false]) await trade(winner.client, hasWon)
  // The day is not over.
  day('18T23:59:59')
  await app.trading.findLosingDays()
  expect(await listOffers(loser.client)).toEqual([])
  day('19T00:07:00')
  await app.trading.findLosingDays()
  for (const { client } of [winner, practice]) expect(await listOffers(client)).toEqual([])
  // Hours later: the offer starts now.
  day('19T09:00:00')
  const endsAt = app.clock.now().getTime() + 3_600_000
  expect(await listOffers(loser.client)).toMatchObject([{ name: 'risk_free', ends_at: endsAt }])
  app.pass(3_600_000)
  expect(await listOffers(loser.client)).toEqual([])
  await trade(loser.client, false)
  day('20T00:07:00')
  await app.trading.findLosingDays()
  expect(await listOffers(loser.client)).toEqual([])
})

test('a day waits for its last trade, and a server that was down finds it later', async () => {
  const { client, userId } = await app.registerFunded({ cash: 50_000 })
  day('24T23:58:30')
  await app.buy(client)
  day('25T00:07:00')
  await app.trading.findLosingDays()
  app.market.setPrice('EURUSD', 99_999, new Date('2026-11-24T23:59:30Z').getTime())
  await app.trading.closeTrades()
  expect(await listOffers(client)).toEqual([])
  day('27T06:07:00')
  await app.trading.findLosingDays()
  expect(await listOffers(client)).toMatchObject([{ name: 'risk_free' }])
  const days = await app.database.db.selectFrom('losing_traders').selectAll().where('user_id', '=', userId).execute()
  expect(days).toEqual([{ user_id: userId, day: '2026-11-24' }])
})
