import { computeQuotesRoot, hashTotals, parseLogEntry } from '@tradefront/rules/log/log-entry'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { type LogApp, logBeganMs, startLogApp } from '../../../test/fixtures/log/log-app.ts'
import { createFakeMarket, getVaryingPoints } from '../../../test/fixtures/market/fake-feed.ts'
import { fundTrader } from '../../../test/fixtures/trading/fund-trader.ts'
import { runOpsCommand } from '../../../test/fixtures/ops/run-ops-command.ts'
import { createManualClock, dayMs, hourMs, minuteMs } from '../../platform/clock.ts'
import { createMarketQuoteStore } from '../trading/service.ts'
import { appendEntries } from './append-entries.ts'

const listEntries = async (app: TestApp, kind: string) => {
  const { rows } = await app.database.pool.query<{ entry: Buffer }>(
    'select entry from log_entries where kind = $1 order by index',
    [kind],
  )
  return rows.map(({ entry }) => parseLogEntry(entry))
}

describe('prices of a real market', () => {
  const beganMs = Date.parse('2026-11-18T10:00:30Z')
  const clock = createManualClock(new Date(beganMs))
  const quotes = [5, 10, 29, 31, 200].flatMap((seconds, index) => {
    const atMs = beganMs + seconds * 1000
    return [
      { symbol: 'ETHUSD', atMs, points: 40 + index, tradedAtMs: atMs, trades: [40, 40 + index] },
      { symbol: 'BTCUSD', atMs, points: 900 + index, tradedAtMs: atMs, trades: [900 + index] },
    ]
  })
  const toMinute = (from: number, to: number) =>
    quotes.slice(from, to).toSorted((a, b) => a.atMs - b.atMs || (a.symbol < b.symbol ? -1 : 1))
  let app: TestApp
  beforeAll(async () => {
    const market = createFakeMarket({ isSimulated: false, getPoints: getVaryingPoints })
    app = await startTestApp({ clock, marketFeed: market.createFeed(clock) })
  })
  afterAll(() => app.stop())

  test('are logged by the root of each minute, when it is completely recorded', async () => {
    const store = createMarketQuoteStore(app.database.db)
    await store.claimRecording('one', new Date(beganMs), 1000 * minuteMs)
    let recordedSeconds = 0
    const record = async (until: number) => {
      for (; recordedSeconds < until; recordedSeconds += 1) {
        const atMs = beganMs + (recordedSeconds + 1) * 1000
        const due = quotes.filter((quote) => quote.atMs === atMs)
        await store.recordQuotes('one', due, new Date(atMs), 1000 * minuteMs)
      }
      await appendEntries({
        ...app.context,
        market: { ...app.context.market, findRecordedMinute: store.findRecordedMinute },
      })
    }
    await record(29)
    expect(await listEntries(app, 'quotes')).toEqual([])
    await record(31)
    const first = { kind: 'quotes', minuteMs: beganMs - 30_000, count: 6, root: computeQuotesRoot(toMinute(0, 6)) }
    expect(await listEntries(app, 'quotes')).toEqual([first])
    await record(300)
    const second = { kind: 'quotes', minuteMs: beganMs + 30_000, count: 2, root: computeQuotesRoot(toMinute(6, 8)) }
    const last = { kind: 'quotes', minuteMs: beganMs + 150_000, count: 2, root: computeQuotesRoot(toMinute(8, 10)) }
    expect(await listEntries(app, 'quotes')).toEqual([first, second, last])
    await record(310)
    expect(await listEntries(app, 'quotes')).toHaveLength(3)
    expect(await listEntries(app, 'seed')).toEqual([])
  })
})

describe('the totals of a day', () => {
  let app: LogApp
  beforeAll(async () => {
    app = await startLogApp()
    await app.record(10)
    await app.publish()
    const { userId: id } = await app.registerTrader()
    await fundTrader(app.database.db, { id, currency: 'USD' }, { cash: 12_345 }, app.clock.now())
  })
  afterAll(() => app.stop())
  const open = (day: string) =>
    runOpsCommand({ DATABASE_URL: app.databaseUrl, SECRET_KEY: app.secretKey }, ['log-totals', day])

  test('are hashed an hour after the day, and can be opened', async () => {
    const midnightMs = logBeganMs - (logBeganMs % dayMs) + dayMs
    app.clock.set(new Date(midnightMs + hourMs - 1))
    await app.runJob('log.append_entries')
    expect(await listEntries(app, 'totals')).toEqual([])
    expect(await open('2026-11-18')).toMatchObject({ code: 1 })
    app.clock.advance(1)
    await Promise.all([app.runJob('log.append_entries'), app.runJob('log.append_entries')])
    const [entry, ...others] = await listEntries(app, 'totals')
    expect(others).toEqual([])
    const opened = JSON.parse((await open('2026-11-18')).out) as { salt: string; totals: string }
    expect(entry).toEqual({
      kind: 'totals',
      date: '2026-11-18',
      hash: hashTotals(Buffer.from(opened.salt, 'hex'), opened.totals),
    })
    expect(JSON.parse(opened.totals)).toMatchObject({
      date: '2026-11-18',
      ledger: expect.arrayContaining([{ account: 'cash', currency: 'USD', amount: 12_345 }]),
      trades: [],
    })
    expect(await listEntries(app, 'voids')).toEqual([{ kind: 'voids', date: '2026-11-18', count: 0 }])
  })
})
