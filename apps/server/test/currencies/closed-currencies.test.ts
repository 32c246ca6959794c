import { afterAll, beforeAll, expect, test } from 'vitest'

import { createManualClock } from '../../src/platform/clock.ts'
import { startTestApp, type TestApp } from '../fixtures/app/test-app.ts'
import { createFakeMarket } from '../fixtures/market/fake-feed.ts'
import { insertTestRates } from '../fixtures/rates/test-rates.ts'
import { fundTrader } from '../fixtures/trading/fund-trader.ts'

/** Clock of the app, which runs as in production without a source of currencies: pounds were open once. */
const clock = createManualClock(new Date('2026-11-18T10:00:00Z'))
const market = createFakeMarket()
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock, marketFeed: market.createFeed(clock), currencyRates: null, rateSources: [] })
  market.setPrice('EURUSD', 100_000, clock.now().getTime() - 1000)
})
afterAll(() => app.stop())

const setRate = async (rate: number | null) => {
  await app.database.pool.query(`delete from exchange_rates where code = 'GBP'`)
  if (rate !== null) await insertTestRates(app.database, { GBP: rate })
}
const registerFunded = async (currency: 'USD' | 'GBP') => {
  const trader = await app.registerTrader({ currency })
  await fundTrader(app.database.db, { id: trader.userId, currency }, { cash: 1_000_000 }, clock.now())
  return trader
}
const order = { symbol: 'EURUSD', direction: 'up', expiry: 60, price: 1, tolerance: 0 }
let keys = 0
const buy = async ({ client }: Awaited<ReturnType<typeof registerFunded>>, stake: number) => {
  keys += 1
  const key = `00000000-0000-4000-8000-${String(keys).padStart(12, '0')}`
  return (await client.post('/api/trading/buy', { ...order, stake }, { 'idempotency-key': key })).json
}
const listTrades = async (userId: number) =>
  (
    await app.database.pool.query(
      'select rate::float, house_loss from trades where user_id = $1 order by opened_at, id',
      [userId],
    )
  ).rows

test.each([
  ['en', /can’t open accounts in EUR/],
  ['ru', /открыть счёт в EUR/],
])('nobody registers in a closed currency, and the text says why: %s', async (language, message) => {
  const client = await app.openClient()
  client.cookies.set('lang', language)
  const form = {
    firstName: 'A',
    lastName: 'B',
    country: 'AU',
    phone: '412345678',
    phone_prefix: '61',
    adult: true,
    terms: true,
  }
  const register = async (login: string, currency: string) =>
    (await client.post('/api/register', { ...form, login, password: 'correct horse', currency })).json
  expect(await register(`eur.${language}@example.com`, 'EUR')).toMatchObject({
    return: false,
    error: 'auth.currency_closed',
    message: expect.stringMatching(message),
  })
  expect(await register(`usd.${language}@example.com`, 'USD')).toMatchObject({ return: true })
})

test('the registration form offers only currencies that are open', async () => {
  const list = async () =>
    ((await (await app.openClient()).get('/api/boot')).json as { currencies: string[] }).currencies
  expect(await list()).toEqual(['USD'])
  await setRate(0.75)
  expect(await list()).toEqual(['USD', 'GBP'])
  await setRate(null)
})

test('without a rate nothing is bought, and what is open ends as usual', async () => {
  await setRate(0.75)
  const [pounds, dollars] = [await registerFunded('GBP'), await registerFunded('USD')]
  expect(await buy(pounds, 100)).toMatchObject({ return: true })
  await setRate(null)
  expect(await buy(pounds, 100)).toMatchObject({ return: false, error: 'trading.currency_closed' })
  expect(await buy(dollars, 100)).toMatchObject({ return: true })
  clock.advance(61_000)
  market.setPrice('EURUSD', 100_100, clock.now().getTime() - 1000)
  await app.runJob('trading.close_trades')
  const { rows } = await app.database.pool.query('select state from trades where user_id = $1', [pounds.userId])
  expect(rows).toEqual([{ state: 'won' }])
  market.setPrice('EURUSD', 100_000, clock.now().getTime() - 500)
})

test('limits do not move with rates, and a trade keeps the rate of its purchase', async () => {
  await setRate(0.75)
  const trader = await registerFunded('GBP')
  expect(await buy(trader, 0.99), 'a pound at least, at any rate').toMatchObject({ error: 'trading.stake_small' })
  expect(await buy(trader, 1)).toMatchObject({ return: true })
  await setRate(0.5)
  expect(await buy(trader, 1)).toMatchObject({ return: true })
  expect(await buy(trader, 0.5)).toMatchObject({ error: 'trading.stake_small' })
  // The loss is 82 pence: 110 cents at 0.75, and 164 at 0.5.
  expect((await listTrades(trader.userId)).toSorted((one, other) => other.rate - one.rate)).toEqual([
    { rate: 0.75, house_loss: 110 },
    { rate: 0.5, house_loss: 164 },
  ])
})
