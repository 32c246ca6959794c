import { afterAll, beforeAll, expect, test } from 'vitest'

import { fundTrader } from '../../../test/fixtures/trading/fund-trader.ts'
import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'
import type { TestClient } from '../../../test/fixtures/app/test-app.ts'
import { recordMark } from '../marks/service.ts'
import { createSettingsService } from '../settings/service.ts'
import { findLosingDays } from './losing-days.ts'

let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
  const settings = createSettingsService({ db: app.database.db, clock: app.clock })
  await settings.setSetting('risk_free_percent', 20, { actor: 'test' })
})
afterAll(() => app.stop())

const day = (date: string) => app.clock.set(new Date(`2026-11-${date}Z`))
const listOffers = async (client: TestClient) =>
  ((await client.post('/api/offers')).json as { offers: { name: string; endsAtMs: number }[] }).offers

/** Stakes 10 for a minute, and closes the trade. */
async function trade(client: TestClient, hasWon: boolean): Promise<void> {
  await app.buy(client)
  app.pass(60_000, hasWon ? 100_001 : 99_999)
  await app.runJob('trading.close_trades')
  app.pass(1000, 100_000)
}

test('the risk-free offer appears after the first losing day, once', async () => {
  const [loser, winner, practice] = await Promise.all([
    app.registerFunded({ cash: 50_000 }),
    app.registerFunded({ cash: 50_000 }),
    app.registerFunded({}, { practice: true }),
  ])
  day('18T10:00:00')
  for (const client of [loser.client, practice.client])
    for (const hasWon of [true, false, false]) await trade(client, hasWon)
  for (const hasWon of [true, true, false]) await trade(winner.client, hasWon)
  // The day is not over yet.
  day('18T23:59:59')
  await findLosingDays(app.context)
  expect(await listOffers(loser.client)).toEqual([])
  day('19T00:07:00')
  await findLosingDays(app.context)
  for (const { client } of [winner, practice]) expect(await listOffers(client)).toEqual([])
  // Some hours later it still waits until the trader opens it. 8.20 were won, 20 lost; a fifth of 11.80 is 2.36.
  day('19T09:00:00')
  const offer = {
    name: 'risk_free',
    endsAtMs: null,
    seconds: 3600,
    day: '2026-11-18',
    loss: 11.8,
    percent: 20,
    amount: 2.36,
  }
  expect(await listOffers(loser.client)).toMatchObject([offer])
  await loser.client.post('/api/offers/open', { name: 'risk_free' })
  app.pass(3_600_000)
  expect(await listOffers(loser.client)).toEqual([])
  await trade(loser.client, false)
  day('20T00:07:00')
  await findLosingDays(app.context)
  expect(await listOffers(loser.client)).toEqual([])
})

test('a day waits for its last trade, and a server that was down finds it later', async () => {
  const { client, userId } = await app.registerFunded({ cash: 50_000 })
  day('24T23:58:30')
  await app.buy(client)
  day('25T00:07:00')
  await findLosingDays(app.context)
  app.market.setPrice('EURUSD', 99_999, new Date('2026-11-24T23:59:30Z').getTime())
  await app.runJob('trading.close_trades')
  expect(await listOffers(client)).toEqual([])
  day('27T06:07:00')
  await findLosingDays(app.context)
  expect(await listOffers(client)).toMatchObject([{ name: 'risk_free' }])
  const days = await app.database.db.selectFrom('losing_traders').selectAll().where('user_id', '=', userId).execute()
  expect(days).toEqual([{ user_id: userId, day: '2026-11-24', currency: 'USD', loss: 1000 }])
})

const readLoss = async (userId: number) =>
  app.database.db
    .selectFrom('losing_traders')
    .select(['currency', 'loss'])
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Makes the trades of a day, each of a minute. They are open at different times unless `isAtOnce`. */
async function playDay(
  client: TestClient,
  trades: readonly { stake: number; hasWon: boolean; direction?: 'up' | 'down' }[],
  isAtOnce = false,
): Promise<void> {
  for (const { stake, hasWon, direction = 'up' } of trades) {
    expect(await app.buy(client, { stake, direction })).toMatchObject({ return: true })
    if (isAtOnce) continue
    app.pass(60_000, hasWon === (direction === 'up') ? 100_001 : 99_999)
    await app.runJob('trading.close_trades')
    app.pass(1000, 100_000)
  }
  if (isAtOnce) {
    app.pass(60_000, 100_001)
    await app.runJob('trading.close_trades')
    app.pass(1000, 100_000)
  }
  app.clock.set(new Date(Math.ceil(app.clock.now().getTime() / 86_400_000) * 86_400_000 + 7 * 60_000))
  await findLosingDays(app.context)
}

test('what is lost while a bonus is open counts for its turnover and not here, in a mixed stake, too', async () => {
  app.startDay()
  const onlyBonus = await app.registerFunded({ bonus: 10_000, required: 10_000_000 })
  await playDay(onlyBonus.client, [{ stake: 10, hasWon: false }])
  app.startDay()
  const mixed = await app.registerFunded({ cash: 400, bonus: 10_000, required: 10_000_000 }, { currency: 'RUB' })
  await playDay(mixed.client, [{ stake: 60, hasWon: false }])
  expect(await readLoss(onlyBonus.userId)).toBeUndefined()
  expect(await readLoss(mixed.userId)).toBeUndefined()
  app.startDay()
  // The second trade finishes the bonus: only the third loss counts.
  const finishing = await app.registerFunded({ cash: 1_000_000, bonus: 10_000, required: 20_000 }, { currency: 'RUB' })
  const lost = { stake: 100, hasWon: false }
  await playDay(finishing.client, [lost, lost, { stake: 70, hasWon: false }])
  expect(await readLoss(finishing.userId)).toEqual({ currency: 'RUB', loss: 7000 })
})

test.each([
  ['before', false],
  ['after', true],
])('a bonus that is credited %s the sale at an older price decides where its loss counts', async (when, isLoss) => {
  app.startDay()
  const trader = await app.registerFunded({ cash: 100_000 })
  const { trade: bought } = await app.buy(trader.client, { stake: 100, expiry: 3600 })
  app.pass(10_000, 99_999)
  app.pass(500)
  const credit = () => fundTrader(app.database.db, trader, { bonus: 1000, required: 1_000_000 }, app.clock.now())
  if (when === 'before') await credit()
  expect(await app.sell(trader.client, bought?.id ?? '', 0)).toMatchObject({ return: true })
  if (when === 'after') await credit()
  await playDay(trader.client, [])
  expect((await readLoss(trader.userId)) !== undefined).toBe(isLoss)
})

test('opposite trades count with what they win, and not with what they lose', async () => {
  app.startDay()
  const trader = await app.registerFunded({ cash: 100_000 })
  const both = [
    { stake: 50, hasWon: true },
    { stake: 100, hasWon: false, direction: 'down' as const },
  ]
  await playDay(trader.client, both, true)
  expect(await readLoss(trader.userId)).toBeUndefined()
  app.startDay()
  const later = await app.registerFunded({ cash: 100_000 })
  await app.buy(later.client, { stake: 50 })
  await app.buy(later.client, { stake: 100, direction: 'down' })
  app.pass(60_000, 100_001)
  await app.runJob('trading.close_trades')
  app.pass(1000, 100_000)
  await playDay(later.client, [{ stake: 60, hasWon: false }])
  // 60 were lost, and 41 won by the opposite trade; the 100 on the other side do not count.
  expect(await readLoss(later.userId)).toEqual({ currency: 'USD', loss: 1900 })
})

test('two linked accounts with opposite stakes have lost nothing', async () => {
  app.startDay()
  const [first, second] = await Promise.all([
    app.registerFunded({ cash: 10_000 }),
    app.registerFunded({ cash: 10_000 }),
  ])
  for (const { userId } of [first, second])
    await recordMark(app.context, app.database.db, {
      userId,
      kind: 'payee',
      value: 'one person',
      isProved: true,
      at: app.clock.now(),
    })
  await app.buy(first.client, { stake: 50 })
  await playDay(second.client, [{ stake: 50, hasWon: false, direction: 'down' }], true)
  expect(await readLoss(first.userId)).toBeUndefined()
  expect(await readLoss(second.userId)).toBeUndefined()
})
