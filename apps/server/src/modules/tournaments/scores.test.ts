import { symbols } from '@tradefront/rules/trading/symbols'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { TestClient } from '../../../test/fixtures/app/test-app.ts'
import { compareScores } from '../../../test/fixtures/tournaments/compare-scores.ts'
import { type Purchase, startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'
import { dayMs } from '../../platform/clock.ts'
import { awardPrizes } from './award-prizes.ts'
import { findPlace } from './leaderboard-query.ts'
import { createTournaments } from './service.ts'

let app: TradingApp
beforeAll(async () => {
  app = await startTradingApp()
})
afterAll(() => app.stop())
let weeks = 0
beforeEach(() => {
  weeks += 1
})

/** Sets the time, in a week of its own for each test. @param day 0 is Monday */
const setTime = (day: number, time: string) => {
  const monday = Date.parse('2026-11-16T00:00:00Z') + weeks * 7 * dayMs
  const date = new Date(monday + day * dayMs).toISOString().slice(0, 10)
  app.clock.set(new Date(`${date}T${time}Z`))
}
const register = () => app.registerFunded({ cash: 100_000 })
type Reply = {
  readonly list: { id: number; type: string; state: string; date_start: number; date_end: number }[]
  readonly data: { rank: number; name: string; score: number; reward: string | null; mine: boolean }[]
  readonly participants: number
}
const readCurrent = async (client: TestClient) => (await client.post('/api/tourney/current')).json as Reply
const readOwn = async (client: TestClient) => (await readCurrent(client)).data.find(({ mine }) => mine)

/** Makes a trade of a minute. */
async function trade(client: TestClient, result: 'won' | 'lost' | 'tie', purchase: Purchase = {}) {
  const { symbol = 'EURUSD' } = purchase
  const price = symbol === 'BTCUSD' ? { price: 1000 } : {}
  app.market.setPrice(symbol, 100_000, app.clock.now().getTime())
  const reply = await app.buy(client, { ...price, ...purchase })
  expect(reply).toMatchObject({ return: true })
  app.pass((purchase.expiry ?? 60) * 1000, result === 'won' ? 100_001 : result === 'lost' ? 99_999 : 100_000, symbol)
  await app.runJob('trading.close_trades')
  app.market.setPrice(symbol, 100_000, app.clock.now().getTime())
}

test('the board has each participant under the name that they chose, the best first', async () => {
  setTime(2, '10:00:00')
  const [first, second] = [await register(), await register()]
  for (const [{ client }, name, result] of [
    [first, 'Heron', 'lost'],
    [second, 'Kite', 'won'],
  ] as const) {
    expect((await client.post('/api/tourney/name', { name })).json).toMatchObject({ return: true, name })
    await trade(client, result)
  }
  const board = (await readCurrent(first.client)).data.map(({ rank, name, score, mine }) => [rank, name, score, mine])
  expect(board).toEqual([
    [1, 'Kite', 8.2, false],
    [2, 'Heron', -10, true],
  ])
})

describe('a score', () => {
  test('is the sum of what trades returned, less their stakes', async () => {
    setTime(2, '10:00:00')
    const { client } = await register()
    expect((await readCurrent(client)).data).toEqual([])
    await trade(client, 'won')
    expect(await readOwn(client)).toMatchObject({ score: 8.2, rank: 1, reward: null })
    await trade(client, 'lost', { stake: 20 })
    await trade(client, 'tie')
    expect(await readOwn(client)).toMatchObject({ score: -11.8, rank: 1, reward: null })
    expect(await compareScores(app.database.db)).toEqual([])
  })

  test('begins at zero with the first purchase, and stays there if the trade is void', async () => {
    setTime(2, '10:00:00')
    const { client } = await register()
    app.market.addOutage('EURUSD', app.clock.now().getTime() + 60_000, app.clock.now().getTime() + 131_000)
    await app.buy(client)
    app.pass(1000, 100_000)
    // The first purchase decides when the score was reached.
    await app.buy(client)
    expect(await readOwn(client)).toMatchObject({ score: 0 })
    app.pass(121_000)
    await app.runJob('trading.close_trades')
    expect(await readOwn(client)).toMatchObject({ score: 0 })
    expect(await compareScores(app.database.db)).toEqual([])
  })

  test('is in base currency, at the rate of the purchase, and own stakes are rounded down', async () => {
    setTime(2, '10:00:00')
    const { client, userId } = await app.registerFunded({ cash: 100_000 }, { currency: 'RUB' })
    await trade(client, 'won', { stake: 800.5 })
    expect(await readOwn(client)).toMatchObject({ score: 8.21 })
    const scores = app.database.db.selectFrom('tournament_scores').select('own_stakes').where('user_id', '=', userId)
    expect(await scores.execute()).toEqual([{ own_stakes: 1000 }])
    expect(await compareScores(app.database.db)).toEqual([])
  })

  test('has trades that are sold early', async () => {
    setTime(2, '10:00:00')
    const { client } = await register()
    const { trade: bought } = await app.buy(client)
    app.pass(10_000, 100_050)
    const sold = await app.sell(client, bought?.id ?? '', 0)
    expect(sold).toMatchObject({ trade: { state: 'sold' } })
    const profit = (sold.trade?.returned ?? 0) - 10
    expect((await readOwn(client))?.score).toBeCloseTo(profit, 2)
  })

  test('of a practice account does not exist', async () => {
    setTime(2, '10:00:00')
    const { client } = await app.registerFunded({}, { practice: true })
    await trade(client, 'won')
    expect((await readCurrent(client)).data).toEqual([])
  })
})

describe('a period', () => {
  test('of the week ends on Friday at 21:00, and the weekend one begins', async () => {
    setTime(4, '20:30:00')
    const { client } = await register()
    const before = await readCurrent(client)
    await trade(client, 'won', { symbol: 'BTCUSD' })
    expect((await readCurrent(client)).list[0]).toMatchObject({ type: 'weekly', state: 'running' })
    // The trade is bought in one tournament, and closed in the other.
    setTime(4, '20:59:30')
    await trade(client, 'won', { symbol: 'BTCUSD', stake: 20 })
    const weekend = await readCurrent(client)
    expect(weekend.list[0]).toMatchObject({ type: 'weekend', state: 'running' })
    // At 21:00 the trade of 20 is worth half of its 35.6.
    expect(weekend.data).toMatchObject([{ score: 17.8, rank: 1 }])
    const previous = (await client.post('/api/tourney/last')).json as Reply
    expect(previous.list[0]).toMatchObject({ type: 'weekly', state: 'counting', id: previous.list[0]?.id })
    expect(previous.data).toMatchObject([{ score: 5.6 }])
    expect(before.list.length).toBeLessThanOrEqual(3)
    expect(await compareScores(app.database.db)).toEqual([])
  })

  test('has the value of trades that are open at its end, so that losers cannot be left to the next one', async () => {
    setTime(4, '20:00:00')
    const { client } = await register()
    const option = { price: 1000, stake: 100, expiry: 86_400 }
    for (const symbol of ['BTCUSD', 'ETHUSD']) app.market.setPrice(symbol, 100_000, app.clock.now().getTime())
    const { trade: rising } = await app.buy(client, { ...option, symbol: 'BTCUSD' })
    const { trade: falling } = await app.buy(client, { ...option, symbol: 'ETHUSD' })
    setTime(4, '20:59:50')
    app.market.setPrice('BTCUSD', 104_000, app.clock.now().getTime())
    app.market.setPrice('ETHUSD', 96_000, app.clock.now().getTime())
    const sold = (await app.sell(client, rising?.id ?? '', 0)).trade?.returned ?? 0
    expect(sold).toBeGreaterThan(150)
    // In the moment after the end, nothing can be sold until it is valued.
    setTime(4, '21:00:00')
    app.clock.advance(200)
    expect(await app.sell(client, falling?.id ?? '', 0)).toMatchObject({ error: 'trading.sale_no_price' })
    await Promise.all([app.runJob('trading.close_trades'), app.runJob('trading.close_trades')])
    const read = async (path: string) => ((await client.post(path)).json as Reply).data[0]?.score ?? 0
    const weekly = await read('/api/tourney/last')
    expect(weekly).toBeLessThan(0)
    expect(await read('/api/tourney/current')).toBe(0)
    setTime(4, '21:02:00')
    // Ten are finished at once, and earlier tests have left some.
    await awardPrizes(app.context)
    await awardPrizes(app.context)
    const { list } = (await client.post('/api/tourney/last')).json as Reply
    expect(list[0]).toMatchObject({ type: 'weekly', state: 'finished' })
    setTime(5, '20:00:00')
    await app.runJob('trading.close_trades')
    expect(await app.readTrade(client, falling?.id ?? '')).toMatchObject({ state: 'lost' })
    const weekend = await read('/api/tourney/current')
    expect(weekend).toBeLessThanOrEqual(0)
    // Nothing is missing and nothing counts twice.
    expect(weekly + weekend).toBeCloseTo(sold - 200, 5)
    expect(await compareScores(app.database.db)).toEqual([])
  })

  test('counts a trade over the hours between two of them only from where each begins', async () => {
    setTime(6, '20:00:00')
    const { client } = await register()
    const start = app.clock.now().getTime()
    app.market.setPrice('BTCUSD', 100_000, start)
    await app.buy(client, { symbol: 'BTCUSD', price: 1000, stake: 100, expiry: 86_400 })
    // The price is the same on Sunday 21:00, and far above on Monday 00:00.
    app.market.setPrice('BTCUSD', 110_000, start + 2 * 3_600_000)
    app.market.setPrice('BTCUSD', 100_000, start + 23 * 3_600_000)
    app.clock.set(new Date(start + 24 * 3_600_000))
    app.market.setPrice('BTCUSD', 99_000, app.clock.now().getTime())
    await app.runJob('trading.close_trades')
    const weekend = ((await client.post('/api/tourney/last')).json as Reply).data.find(({ mine }) => mine)
    expect(weekend?.score).toBeCloseTo(-11, 0)
    expect((await readOwn(client))?.score).toBeLessThan(-170)
    // The next test has another week.
    weeks += 1
    expect(await compareScores(app.database.db)).toEqual([])
  })

  test('of the weekend has crypto symbols only', async () => {
    setTime(4, '20:58:30')
    const { client } = await register()
    await app.buy(client, { symbol: 'BTCUSD', price: 1000, expiry: 300 })
    setTime(6, '20:59:30')
    await trade(client, 'won', { symbol: 'BTCUSD', expiry: 30 })
    // On Sunday 21:00 none runs, and the next one is shown.
    expect((await readCurrent(client)).list[0]).toMatchObject({ type: 'weekly', state: 'upcoming' })
    await trade(client, 'won', { symbol: 'EURUSD' })
    expect(await compareScores(app.database.db)).toEqual([])
    const { rows } = await sql<{ type: string; count: number }>`
      select t.type, count(*)::integer as count from tournaments t join tournament_scores s on s.tournament_id = t.id
       where t.starts_at > ${app.clock.now()}::timestamptz - interval '7 days' group by 1 order by 1`.execute(
      app.database.db,
    )
    expect(rows).toEqual([
      { type: 'weekend', count: 1 },
      { type: 'weekly', count: 1 },
    ])
  })

  test('of the next week is created ahead of time, once', async () => {
    setTime(2, '10:00:00')
    await Promise.all([1, 2, 3].map(() => createTournaments(app.context)))
    const { client } = await register()
    const { list } = await readCurrent(client)
    expect(list.map(({ type, state }) => `${type} ${state}`)).toEqual([
      'weekly running',
      'weekend upcoming',
      'weekly upcoming',
    ])
    expect(list[0]).toMatchObject({ date_end: list[1]?.date_start })
  })

  test('of the weekend counts the crypto symbols of the rules', async () => {
    const { rows } = await sql<{
      symbol: string
    }>`select symbol from tournament_weekend_symbols order by symbol`.execute(app.database.db)
    const cryptos = symbols.filter(({ kind }) => kind === 'crypto').map(({ name }) => name)
    expect(rows.map(({ symbol }) => symbol)).toEqual(cryptos.toSorted())
  })
})

describe('places', () => {
  test('are decided by the score, then by who reached it first, then by the lower account number', async () => {
    setTime(2, '10:00:00')
    const traders = [await register(), await register(), await register(), await register()]
    const [first, second, third, fourth] = traders.map(({ client }) => client)
    if (!first || !second || !third || !fourth) throw new Error('four traders')
    await trade(second, 'won')
    await trade(fourth, 'won', { stake: 20 })
    // Both trades close at the same price and moment.
    await app.buy(third)
    await app.buy(first)
    app.pass(60_000, 100_001)
    await app.runJob('trading.close_trades')
    const { data, participants } = await readCurrent(first)
    expect(data.map(({ score, mine }) => [score, mine])).toEqual([
      [16.4, false],
      [8.2, false],
      [8.2, true],
      [8.2, false],
    ])
    expect(participants).toBe(4)
    expect((await readOwn(second))?.rank).toBe(2)
    expect((await readOwn(third))?.rank).toBe(4)
    expect(await compareScores(app.database.db)).toEqual([])
  })

  test('are right while ranges are divided and trades close at once', async () => {
    setTime(2, '10:00:00')
    const traders = await Promise.all(Array.from({ length: 12 }, register))
    for (const round of [0, 1, 2]) {
      await Promise.all(
        traders.map(({ client }, index) =>
          app.buy(client, { stake: 10 + index, direction: (index + round) % 3 === 0 ? 'up' : 'down' }),
        ),
      )
      app.pass(60_000, 100_001)
      await Promise.all([app.runJob('trading.close_trades'), divide(), app.runJob('trading.close_trades')])
      app.pass(1000, 100_000)
    }
    await divide()
    expect(await compareScores(app.database.db)).toEqual([])
    const { rows } = await sql<{ most: number; ranges: number }>`
      select max(participants)::integer as most, count(*)::integer as ranges
        from (select range, sum(participants) as participants from tournament_counts
               where tournament_id = (select max(tournament_id) from tournament_scores) group by range) r`.execute(
      app.database.db,
    )
    expect(rows[0]?.most).toBeLessThanOrEqual(4)
    expect(rows[0]?.ranges).toBeGreaterThanOrEqual(3)

    async function divide(): Promise<void> {
      await sql`select split_tournament_ranges(max(tournament_id), 4) from tournament_scores`.execute(app.database.db)
    }
  })

  test('cannot be changed by the server’s own role', async () => {
    for (const table of ['tournament_scores', 'tournament_counts', 'tournament_ranges'])
      await expect(sql`delete from ${sql.table(table)}`.execute(app.database.db)).rejects.toThrow('permission denied')
    expect(await findPlace(app.database.db, 1, 2_000_000)).toBeNull()
  })
})

test('the ten previous tournaments are listed, the latest first', async () => {
  for (let week = 0; week < 7; week += 1) {
    setTime(2, '10:00:00')
    await readCurrent((await register()).client)
    weeks += 1
  }
  setTime(2, '10:00:00')
  const { client } = await register()
  const { list } = (await client.post('/api/tourney/last')).json as Reply
  expect(list).toHaveLength(10)
  const ends = list.map(({ date_end }) => date_end)
  expect(ends).toEqual(ends.toSorted((one, other) => other - one))
})
