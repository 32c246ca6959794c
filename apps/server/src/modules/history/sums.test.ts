import type { BalanceMovement, MovementTotals, ReportTotals, TradeReport } from '@tradefront/contract/history'
import { movementTypes } from '@tradefront/rules/history/movements'
import { reportedStates } from '@tradefront/rules/trading/options'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { dayMs, hourMs, minuteMs } from '../../platform/clock.ts'
import type { TestClient } from '../../../test/fixtures/app/test-app.ts'
import { fundTrader } from '../../../test/fixtures/trading/fund-trader.ts'
import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'
import { findWrongTradeSums } from '../trading/service.ts'
import { checkSums } from './check-sums.ts'

// The trader acts at random. All totals and pictures must be those of the rows, whatever the range, the filters and the time zone.

let app: TradingApp
let client: TestClient
let movements: readonly BalanceMovement[]
let trades: readonly TradeReport[]
const start = Date.parse('2026-11-18T10:00:00Z')
const symbols = ['BTCUSD', 'ETHUSD', 'EURUSD']
const zones = ['UTC', 'Europe/Zurich', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati']

const step = fc.record({
  symbol: fc.constantFrom(...symbols),
  direction: fc.constantFrom('up' as const, 'down' as const),
  stake: fc.integer({ min: 1, max: 50 }),
  points: fc.integer({ min: 99_999, max: 100_001 }),
  event: fc.constantFrom('hold', 'hold', 'hold', 'sell', 'outage', 'deposit', 'promo', 'open'),
  pauseMs: fc.constantFrom(0, 1, 5 * minuteMs, hourMs, 7 * hourMs, 16 * hourMs),
})

beforeAll(async () => {
  app = await startTradingApp()
  const trader = await app.registerFunded({ cash: 500_000 })
  client = trader.client
  for (const { symbol, direction, stake, points, event, pauseMs } of fc.sample(step, { seed: 11, numRuns: 100 })) {
    app.market.setPrice(symbol, 100_000, app.clock.now().getTime())
    const expiry = event === 'open' ? dayMs / 1000 : 60
    const price = direction === 'up' ? 1_000_000 : 0.00001
    const { trade } = await app.buy(client, { symbol, direction, stake, price, expiry })
    if (event === 'sell') await app.sell(client, trade?.id ?? '', 0)
    if (event === 'deposit') await fundTrader(app.database.db, trader, { cash: stake }, app.clock.now())
    if (event === 'promo') await fundTrader(app.database.db, trader, { bonus: stake }, app.clock.now())
    app.pass(minuteMs, points, symbol)
    if (event === 'outage')
      app.market.addOutage(symbol, app.clock.now().getTime(), app.clock.now().getTime() + minuteMs)
    app.clock.advance(minuteMs + pauseMs)
    await app.runJob('trading.close_trades')
  }
  await app.buy(client, { symbol: 'BTCUSD', price: 1_000_000, expiry: dayMs / 1000 })
  const range = { DateFrom: 0, DateTo: app.clock.now().getTime(), limit: 999, offset: 0, Status: '' }
  movements = ((await client.post('/api/us/history', { ...range, trType: '' })).json as { hits: BalanceMovement[] })
    .hits
  trades = ((await client.post('/api/us/reports', { ...range, Sumbol: '' })).json as { hits: TradeReport[] }).hits
})
afterAll(() => app.stop())

test('the random life has trades of every result, and movements of some types', () => {
  expect(new Set(trades.map(({ Status }) => Status))).toEqual(new Set(reportedStates))
  expect(new Set(movements.map(({ trType }) => trType)).size).toBeGreaterThan(1)
  expect(movements.length).toBeLessThan(999)
})

/** Any time, or one at which a sum begins or ends. */
const time = fc
  .tuple(
    fc.integer({ min: start - dayMs, max: start + 35 * dayMs }),
    fc.constantFrom(1, minuteMs, hourMs, dayMs),
    fc.integer({ min: -1, max: 1 }),
  )
  .map(([ms, unit, change]) => Math.floor(ms / unit) * unit + change)
const range = fc.tuple(time, time, fc.constantFrom(...zones)).map(([one, other, zone]) => ({
  DateFrom: Math.min(one, other),
  DateTo: Math.max(one, other),
  zone,
}))
const orAll = (values: readonly string[]) => fc.constantFrom('', '', ...values)

const groupSorted = <Row>(rows: readonly Row[], getKey: (row: Row) => string) =>
  [...Map.groupBy(rows, getKey)].toSorted(([one], [other]) => (one < other ? -1 : 1))

const toCents = (amount: number) => Math.round(amount * 100)
const addCents = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + toCents(amount), 0)

test('the sums of the history are those of its rows', async () => {
  const plan = fc.record({ range, trType: orAll(movementTypes) })
  await fc.assert(
    fc.asyncProperty(plan, async ({ range, trType }) => {
      const sums = (await client.post('/api/history/sums', { ...range, Status: '', trType })).json as MovementTotals
      const done = movements.filter(({ Status }) => Status === 'done')
      const matching = done.filter(
        ({ at, trType: type }) => at >= range.DateFrom && at <= range.DateTo && ['', type].includes(trType),
      )
      const expected = groupSorted(matching, ({ trType: type }) => type).map(([type, rows]) => {
        const amounts = rows.map(({ amount }) => amount)
        const [received, paid] = [amounts.map((each) => Math.max(each, 0)), amounts.map((each) => Math.max(-each, 0))]
        return [type, rows.length, addCents(received), addCents(paid)]
      })
      expect(sums.totals.map((each) => [each.type, each.count, toCents(each.received), toCents(each.paid)])).toEqual(
        expected,
      )
      const findBalance = (isBefore: (at: number) => boolean) => done.find(({ at }) => isBefore(at))?.balance ?? 0
      expect(sums.balanceFrom).toBe(findBalance((at) => at < range.DateFrom))
      expect(sums.balanceTo).toBe(findBalance((at) => at <= range.DateTo))
      for (const [endMs, balance] of sums.curve) expect(balance).toBe(findBalance((at) => at <= endMs))
    }),
    { numRuns: 150, seed: 1 },
  )
})

function countStates(rows: readonly TradeReport[]) {
  const count = (state: string) => rows.filter(({ Status }) => Status === state).length
  return {
    won: count('won'),
    lost: count('lost'),
    tie: count('tie'),
    sold: count('sold'),
    void: count('void'),
    profit: addCents(rows.map(({ profit }) => profit ?? 0)),
  }
}

test('the sums of reports are those of the trades', async () => {
  const plan = fc.record({
    range,
    Status: orAll(reportedStates),
    Sumbol: orAll(symbols),
    position: fc.constantFrom(undefined, undefined, 'up' as const, 'down' as const),
  })
  await fc.assert(
    fc.asyncProperty(plan, async ({ range, ...filters }) => {
      const sums = (await client.post('/api/reports/sums', { ...range, ...filters })).json as ReportTotals
      const matching = trades.filter(
        ({ opened_at: at, Status, Sumbol, direction }) =>
          at >= range.DateFrom &&
          at <= range.DateTo &&
          ['', Status].includes(filters.Status) &&
          ['', Sumbol].includes(filters.Sumbol) &&
          [undefined, direction].includes(filters.position),
      )
      const ended = matching.filter(({ Status }) => Status !== 'open')
      const inCents = <Part extends { readonly profit: number }>(part: Part) => ({
        ...part,
        profit: toCents(part.profit),
      })
      expect(inCents(sums)).toMatchObject(countStates(ended))
      expect(sums.open).toBe(matching.length - ended.length)
      expect(toCents(sums.stake)).toBe(
        addCents(ended.filter(({ Status }) => Status !== 'void').map(({ stake }) => stake)),
      )
      const bySymbol = groupSorted(ended, ({ Sumbol }) => Sumbol)
      expect(sums.symbols.map(inCents)).toEqual(bySymbol.map(([symbol, rows]) => ({ symbol, ...countStates(rows) })))
      const format = new Intl.DateTimeFormat('en-CA', {
        timeZone: range.zone,
        dateStyle: 'short',
        timeStyle: 'short',
        hourCycle: 'h23',
      })
      const getHour = (atMs: number) => format.format(atMs).slice(-5, -3)
      const byHour = groupSorted(ended, ({ opened_at: at }) => getHour(at))
      expect(sums.hours.map(inCents)).toEqual(
        byHour.map(([hour, rows]) => ({ hour: Number(hour), ...countStates(rows) })),
      )
      // Returns the local hour or day, e.g. `2026-11-18, 14`.
      const getPeriod = (atMs: number) => format.format(atMs).slice(0, sums.unit === 'hour' ? -3 : 10)
      const byPeriod = groupSorted(ended, ({ opened_at: at }) => getPeriod(at))
      expect(sums.curve.map(([atMs, profit]) => [getPeriod(atMs), toCents(profit)])).toEqual(
        byPeriod.map(([period, rows]) => [period, addCents(rows.map(({ profit }) => profit ?? 0))]),
      )
    }),
    { numRuns: 200, seed: 2 },
  )
})

test('the nightly check compares the trades of a group of traders with the sums of the same traders', async () => {
  const db = app.database.reports
  const [{ id }] = (await sql<{ id: number }>`select user_id as id from trades limit 1`.execute(db)).rows as [
    { id: number },
  ]
  expect(await findWrongTradeSums(db, id, id)).toEqual([])
  expect(await findWrongTradeSums(db, id + 1, id + 500)).toEqual([])
})

test('the nightly check finds sums that are not those of the rows', async () => {
  const check = () => checkSums(app.context)
  const listAlerts = async () =>
    (await app.database.db.selectFrom('alerts').select(['kind', 'subject']).orderBy('subject').execute()).filter(
      ({ kind }) => kind === 'history.sums_differ',
    )
  await check()
  expect(await listAlerts()).toEqual([])
  await app.runAsOwner(`
    update balance_days set count = count + 1 where day = '2026-11-18' and tr_type = 'trade';
    update trade_days set stake = stake + 1 where ctid = (select min(ctid) from trade_days where day = '2026-11-18');
    delete from trade_hours where hour = '2026-11-18 10:00Z'`)
  await check()
  expect((await listAlerts()).map(({ subject }) => subject.replace(/:[0-9]+/, ''))).toEqual([
    'balance_days/2026-11-18',
    'trade_days/2026-11-18',
    'trade_hours/2026-11-18 10',
  ])
})
