import { randomUUID } from 'node:crypto'

import { computeStartPoints } from '@tradefront/rules/trading/start-prices'
import { findSymbol, symbols } from '@tradefront/rules/trading/symbols'
import { findPriceProblem } from '@tradefront/rules/trading/walk/verify-prices'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { createMemoryWalkStore } from '../../../test/fixtures/market/memory-walk-store.ts'
import { createTestBeacon, insertBeaconChain } from '../../../test/fixtures/market/test-beacon.ts'
import { fundTrader } from '../../../test/fixtures/trading/fund-trader.ts'
import { createWalkFeed } from '../../gateways/market/walk-feed.ts'
import { createWalkRecorder } from '../../gateways/market/walk-recorder.ts'
import { createWalkWindows } from '../../gateways/market/walk-windows.ts'
import { createManualClock, minuteMs } from '../../platform/clock.ts'
import { buyTrade } from './buy-trade.ts'
import { createCloseTrades } from './close-trades.ts'

/** Time at which the market begins, five minutes before a tournament ends. */
const beganMs = Date.parse('2026-11-20T20:55:00Z')
const traderCount = 10
const tradesPerTrader = 100
const clock = createManualClock(new Date(beganMs))
const beacon = createTestBeacon(clock)
const starts = Object.fromEntries(
  symbols.map((symbol) => [symbol.name, { points: computeStartPoints(symbol, new Map()), atMs: beganMs }]),
)
/** Store that all servers share. */
const store = createMemoryWalkStore({ secret: Buffer.alloc(32, 7), chain: beacon.chain, starts })

const openFeed = (holder: string) =>
  createWalkFeed({ store, beacon, clock, holder, onError: (error) => expect.fail(String(error)) })
const openRecorder = (holder: string) =>
  createWalkRecorder({
    store,
    clock,
    holder,
    leaseMs: 5000,
    windows: createWalkWindows({ store, clock, getChain: beacon.getChain }),
    openBeacon: async () => beacon.open(beacon.chain),
  })

let app: TestApp
const traders: number[] = []
beforeAll(async () => {
  app = await startTestApp({ clock, marketFeed: openFeed('first') })
  await insertBeaconChain(app.runAsOwner, beacon.chain)
  for (let count = 0; count < traderCount; count += 1) {
    const { userId } = await app.registerTrader()
    await fundTrader(app.database.db, { id: userId, currency: 'USD' }, { cash: 100_000 }, clock.now())
    traders.push(userId)
  }
})
afterAll(() => app.stop())

const buy = (userId: number, index: number) =>
  buyTrade(
    app.context,
    { id: userId, isPractice: false },
    {
      symbol: index % 2 === 0 ? 'BTCUSD' : 'ETHUSD',
      direction: index % 4 < 2 ? 'up' : 'down',
      stake: 1,
      expiry: index % 3 === 0 ? 60 : 300,
    },
    randomUUID(),
  )
const countFinished = async () => {
  const { rows } = await app.database.pool.query<{ count: number }>(
    `select count(*)::int as count from tournaments where finished_at is not null and ends_at = '2026-11-20T21:00:00Z'`,
  )
  return rows[0]?.count
}
const countByState = async () => {
  const { rows } = await app.database.pool.query<{ state: string; count: number }>(
    'select state, count(*)::int as count from trades group by state',
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

test(
  'a thousand trades that end while the beacon is gone for ten minutes and a server dies end once, at the prices of their times, and a tournament waits',
  { timeout: 240_000 },
  async () => {
    const first = openRecorder('first')
    await first.tick()
    for (let index = 0; index < tradesPerTrader; index += 1)
      for (const bought of await Promise.all(traders.map((userId) => buy(userId, index))))
        expect(bought).toMatchObject({ ok: true })
    clock.advance(6000)
    await first.tick()
    await app.runJob('trading.fill_orders')
    beacon.stop()
    // The order waits for a price that does not come in time.
    expect(await buy(traders[0] ?? 0, 0)).toMatchObject({ ok: true })
    for (let minute = 0; minute < 10; minute += 1) {
      clock.advance(minuteMs)
      await first.tick()
      await app.runJob('trading.fill_orders')
      await app.runJob('trading.close_trades')
      await app.runJob('tournaments.award_prizes')
    }
    expect(await countFinished()).toBe(0)
    expect(await countByState()).toEqual({ open: traderCount * tradesPerTrader, refused: 1 })
    expect(await buy(traders[0] ?? 0, 0)).toMatchObject({ ok: false, code: 'trading.market_frozen' })
    // The first server dies. Another one records and closes, together with a third one.
    beacon.start()
    const second = openRecorder('second')
    const contexts = ['second', 'third'].map((holder) => ({ ...app.context, market: openFeed(holder) }))
    for (let round = 0; round < 20; round += 1) {
      clock.advance(1000)
      await second.tick()
      await Promise.all(contexts.map((context) => createCloseTrades(context)()))
    }
    const { open: left, refused, ...ended } = await countByState()
    expect([left, refused]).toEqual([undefined, 1])
    expect(Object.values(ended).reduce((sum, count) => sum + count, 0)).toBe(traderCount * tradesPerTrader)
    expect(Object.keys(ended).toSorted()).toEqual(expect.arrayContaining(['lost', 'won']))
    // The end of the tournament has waited for them.
    await app.runJob('tournaments.award_prizes')
    expect(await countFinished()).toBe(1)
    const { rows } = await app.database.pool.query<{ symbol: string; expires: Date; closed: Date; points: number }>(
      `select distinct symbol, expires_at as expires, closed_at as closed, close_points as points from trades where state <> 'refused'`,
    )
    // Four kinds of trades, and each kind has one end.
    expect(rows).toHaveLength(4)
    clock.advance(5 * minuteMs)
    await second.tick()
    const checker = openFeed('checker')
    const facts = await checker.findProofFacts('BTCUSD')
    const roots = new Map((await checker.listDays(3)).map(({ date, root }) => [date, root.toString('hex')]))
    for (const { symbol: name, expires, closed, points } of rows) {
      expect(closed).toEqual(expires)
      const proof = await checker.proveQuotes(name, [expires.getTime()])
      const symbol = findSymbol(name)
      if (proof === null || symbol === undefined || facts === null) return expect.fail('no proof')
      expect(proof.prices).toEqual([{ atMs: expires.getTime(), points }])
      // The rounds of the test beacon have no signatures.
      expect(findPriceProblem(proof, { symbol, ...facts, findRoot: (date) => roots.get(date) }, () => true)).toBeNull()
    }
    // Each trade is booked once: stakes and returns add up to the balances.
    const { rows: balances } = await app.database.pool.query<{ difference: number }>(
      `select sum(b.amount) - (select 100000 * $1::bigint + sum(returned) - sum(stake) from trades) as difference
         from ledger_balances b where b.account = 'cash'`,
      [traderCount],
    )
    expect(Number(balances[0]?.difference)).toBe(0)
  },
)
