import { symbols } from '@tradefront/rules/trading/symbols'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { MarketFeed, Quote } from '../../gateways/market/market-feed.ts'
import { createManualClock, minuteMs } from '../../platform/clock.ts'
import { createFakeMarket } from '../../../test/fixtures/market/fake-feed.ts'
import { createFixedSettings, createTestContext } from '../../../test/fixtures/app/test-context.ts'
import { createTestDatabase } from '../../../test/fixtures/database/test-database.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import type { Settings } from '../settings/service.ts'
import { createCheckMarket } from './check-market.ts'

const start = Date.parse('2026-11-18T10:00:00Z')

let database: Database
beforeAll(async () => {
  database = openDatabase((await createTestDatabase()).url)
})
afterAll(() => database.close())

function createCheck(changes: Partial<MarketFeed> = {}, pauses: Settings['market_pauses'] = []) {
  const clock = createManualClock(new Date(start))
  const market = createFakeMarket()
  const errors: unknown[] = []
  const check = createCheckMarket(
    createTestContext({
      db: database.db,
      market: { ...market.createFeed(clock), ...changes },
      clock,
      settings: createFixedSettings({ market_pauses: pauses }),
      onError: (error) => errors.push(error),
    }),
  )
  /** Returns whether the alert is open afterwards. */
  const checkAlert = async (): Promise<boolean> => {
    await check()
    const open = database.db.selectFrom('alerts').select('id').where('kind', '=', 'trading.no_prices')
    return (await open.where('resolved_at', 'is', null).execute()).length > 0
  }
  return { checkAlert, clock, market, errors }
}

test('an alert is raised while no open market has had a price for five minutes, and withdrawn after it', async () => {
  let lastMs = start
  const getQuote = async (symbol: string) => ({ symbol, points: 5, atMs: lastMs })
  const { checkAlert, clock } = createCheck({ getQuote })
  expect(await checkAlert()).toBe(false)
  clock.advance(5 * minuteMs - 1)
  expect(await checkAlert()).toBe(false)
  clock.advance(1)
  expect(await checkAlert()).toBe(true)
  lastMs = clock.now().getTime()
  expect(await checkAlert()).toBe(false)
})

test('one market with prices is enough, and closed markets need none', async () => {
  const { checkAlert, clock, market } = createCheck()
  for (const { name } of symbols.slice(1)) market.addOutage(name, start - minuteMs, start + 60 * minuteMs)
  clock.advance(10 * minuteMs)
  expect(await checkAlert()).toBe(false)
  const closed = createCheck({
    getMarketState: () => ({ isOpen: false, changesAtMs: null }),
    getQuote: async () => null,
  })
  expect(await closed.checkAlert()).toBe(false)
})

test('an announced pause needs no prices, until it has been over for five minutes', async () => {
  const toTime = (ms: number) => new Date(ms).toISOString()
  const pause = { symbol: 'all' as const, from: toTime(start - 5 * minuteMs), to: toTime(start + 60 * minuteMs) }
  const { checkAlert, clock } = createCheck({ getQuote: async () => null }, [pause])
  clock.advance(65 * minuteMs - 1)
  expect(await checkAlert()).toBe(false)
  clock.advance(1)
  expect(await checkAlert()).toBe(true)
})

test('an alert of another server is withdrawn by the first check of this one', async () => {
  expect(await createCheck({ getQuote: async () => null }).checkAlert()).toBe(true)
  expect(await createCheck().checkAlert()).toBe(false)
})

test('a feed that fails is an alert, and is reported once', async () => {
  const getQuote = async (): Promise<Quote> => {
    throw new Error('the announced seed differs')
  }
  const { checkAlert, errors } = createCheck({ getQuote })
  expect(await checkAlert()).toBe(true)
  expect(await checkAlert()).toBe(true)
  expect(errors).toHaveLength(1)
})
