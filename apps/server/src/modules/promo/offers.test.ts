import { afterAll, beforeAll, expect, test } from 'vitest'

import { type TestApp, type TestClient, startTestApp } from '../../testing/app/test-app.ts'
import { createPromoCode, creditDeposit, openDeposit } from '../../testing/promo/promo-fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  for (const code of ['LIMITED', 'RISKFREE'])
    await createPromoCode(app, code, { audience: 'offer', amount: null, percent: 40, minDeposit: 25_000 })
  await app.database.db
    .insertInto('settings')
    .values(
      ['limited', 'risk_free'].map((name) => ({
        name: `${name}_offer_code`,
        value: JSON.stringify(name === 'limited' ? 'LIMITED' : 'RISKFREE'),
        changed_at: app.clock.now(),
      })),
    )
    .execute()
  // Settings are cached for a second.
  app.clock.advance(1000)
})
afterAll(() => app.stop())

type Offer = { name: string; ends_at: number; percent: number }
const listOffers = async (client: TestClient) => ((await client.post('/api/offers')).json as { offers: Offer[] }).offers
const readBoot = async (client: TestClient) => (await client.get('/api/boot')).json
const insertLosingDay = (userId: number) =>
  app.database.db.insertInto('first_losing_days').values({ user_id: userId, day: '2026-11-17' }).execute()
const payFirst = async () => {
  const trader = await app.registerTrader()
  await creditDeposit(app, await openDeposit(app, trader.userId))
  return trader
}

test('the limited offer runs for 180 s, once, after the first deposit', async () => {
  const { client, userId } = await app.registerTrader()
  expect(await listOffers(client)).toEqual([])
  await creditDeposit(app, await openDeposit(app, userId))
  const endsAt = app.clock.now().getTime() + 180_000
  const offer = {
    name: 'limited',
    percent: 40,
    promo: 'LIMITED',
    ends_at: endsAt,
    min_deposit: 250,
    turnover_factor: 30,
    promo_ends_at: null,
  }
  expect(await listOffers(client)).toEqual([offer])
  app.clock.advance(179_999)
  expect(await listOffers(client)).toEqual([offer])
  expect(await readBoot(client)).toMatchObject({ offers: [offer] })
  app.clock.advance(1)
  expect(await listOffers(client)).toEqual([])
  expect((await client.post('/api/triggers/promo', { promo: 'LIMITED' })).json).toMatchObject({
    return: false,
    error: 'offers.over',
  })
})

test('the limited offer is not made after the second deposit, nor a day after the first', async () => {
  const two = await payFirst()
  await creditDeposit(app, await openDeposit(app, two.userId))
  expect(await listOffers(two.client)).toEqual([])
  const late = await payFirst()
  app.clock.advance(24 * 3_600_000)
  expect(await listOffers(late.client)).toEqual([])
})

test('an accepted offer stores its code for the next deposit, and does not come back', async () => {
  const { client, userId } = await payFirst()
  await listOffers(client)
  expect((await client.post('/api/triggers/promo', { promo: 'limited' })).json).toEqual({ return: true })
  expect((await client.post('/api/promo/bonuses')).json).toMatchObject({ stored: { code: 'LIMITED', percent: 40 } })
  expect(await listOffers(client)).toEqual([])
  expect((await client.post('/api/triggers/promo', { promo: 'LIMITED' })).json).toMatchObject({ error: 'offers.over' })
  app.clock.advance(1000)
  await creditDeposit(app, await openDeposit(app, userId, 50_000))
  expect((await client.post('/api/fraud/user')).json).toMatchObject({ user: { bonus_summ: 200 } })
})

test('an ignored offer does not come back, and its code cannot be entered', async () => {
  const { client } = await payFirst()
  await listOffers(client)
  expect((await client.post('/api/offers/ignore', { name: 'limited' })).json).toEqual({ return: true })
  expect(await listOffers(client)).toEqual([])
  for (const path of ['/api/triggers/promo', '/api/promo'])
    expect((await client.post(path, { promo: 'LIMITED' })).json).toMatchObject({ return: false })
  expect((await client.post('/api/promo/bonuses')).json).toMatchObject({ stored: null })
})

test('the risk-free offer runs for an hour, once; accepting it ends the welcome modals', async () => {
  const { client, userId } = await app.registerTrader()
  const endsAt = app.clock.now().getTime() + 3_600_000
  expect(await app.promo.offers.startRiskFreeOffer(userId)).toBe(false)
  await insertLosingDay(userId)
  expect(await app.promo.offers.startRiskFreeOffer(userId)).toBe(true)
  expect(await app.promo.offers.startRiskFreeOffer(userId)).toBe(false)
  expect(await listOffers(client)).toMatchObject([{ name: 'risk_free', promo: 'RISKFREE', ends_at: endsAt }])
  expect((await client.post('/api/triggers/promo', { promo: 'RISKFREE' })).json).toEqual({ return: true })
  expect((await client.post('/api/fraud/user')).json).toMatchObject({ user: { try_counter: 2 } })
  expect((await client.post('/api/promo/bonuses')).json).toMatchObject({ stored: { code: 'RISKFREE' } })
  expect(await app.promo.offers.startRiskFreeOffer(userId)).toBe(false)
})

test('without a code in the settings no offer is made', async () => {
  await app.database.db.deleteFrom('settings').execute()
  app.clock.advance(1000)
  const { client, userId } = await payFirst()
  await insertLosingDay(userId)
  expect(await listOffers(client)).toEqual([])
  expect(await app.promo.offers.startRiskFreeOffer(userId)).toBe(false)
})

test.each([
  ['/api/triggers/promo', { promo: ' ' }, 'promo.invalid'],
  ['/api/triggers/promo', { promo: 'WELCOME' }, 'offers.over'],
])('%s refuses %o', async (path, body, error) => {
  const { client } = await app.registerTrader()
  expect((await client.post(path, body)).json).toMatchObject({ return: false, error })
})
