import { symbols } from '@tradefront/rules/trading/symbols'
import { expect, test } from 'vitest'

import type { Quote } from '../../gateways/market/market-feed.ts'
import { createManualClock, minuteMs } from '../../platform/clock.ts'
import { createFakeMarket } from '../../../test/fixtures/market/fake-feed.ts'
import { createCheckMarket, type CheckMarketDeps } from './check-market.ts'

const start = Date.parse('2026-11-18T10:00:00Z')

function createCheck(
  changes: Partial<CheckMarketDeps['feed']> = {},
  marketPauses: Awaited<ReturnType<CheckMarketDeps['getSettings']>>['marketPauses'] = [],
) {
  const clock = createManualClock(new Date(start))
  const market = createFakeMarket()
  const events: string[] = []
  const errors: unknown[] = []
  const record = (event: string) => async () => void events.push(event)
  const check = createCheckMarket({
    feed: { ...market.createFeed(clock), ...changes },
    clock,
    getSettings: async () => ({ marketPauses }),
    alerts: { raiseAlert: record('raised'), withdrawAlert: record('withdrawn') },
    onError: (error) => errors.push(error),
  })
  return { check, clock, market, events, errors }
}

test('an alert is raised while no open market has had a price for five minutes, and withdrawn after it', async () => {
  let lastMs = start
  const getQuote = async (symbol: string) => ({ symbol, points: 5, atMs: lastMs })
  const { check, clock, events } = createCheck({ getQuote })
  await check()
  clock.advance(5 * minuteMs - 1)
  await check()
  expect(events).toEqual(['withdrawn'])
  clock.advance(1)
  await check()
  expect(events.splice(0)).toEqual(['withdrawn', 'raised'])
  lastMs = clock.now().getTime()
  await check()
  expect(events).toEqual(['withdrawn'])
})

test('one market with prices is enough, and closed markets need none', async () => {
  const { check, clock, market, events } = createCheck()
  for (const { name } of symbols.slice(1)) market.addOutage(name, start - minuteMs, start + 60 * minuteMs)
  clock.advance(10 * minuteMs)
  await check()
  expect(events).toEqual(['withdrawn'])
  const closed = createCheck({
    getMarketState: () => ({ isOpen: false, changesAtMs: null }),
    getQuote: async () => null,
  })
  await closed.check()
  expect(closed.events).toEqual(['withdrawn'])
})

test('an announced pause needs no prices, until it has been over for five minutes', async () => {
  const pause = { symbol: null, fromMs: start - 5 * minuteMs, toMs: start + 60 * minuteMs }
  const { check, clock, events } = createCheck({ getQuote: async () => null }, [pause])
  clock.advance(65 * minuteMs - 1)
  await check()
  expect(events.splice(0)).toEqual(['withdrawn'])
  clock.advance(1)
  await check()
  expect(events).toEqual(['raised'])
})

test('a feed that fails is an alert, and is reported once', async () => {
  const getQuote = async (): Promise<Quote> => {
    throw new Error('the announced seed differs')
  }
  const { check, events, errors } = createCheck({ getQuote })
  await check()
  await check()
  expect(events).toEqual(['raised', 'raised'])
  expect(errors).toHaveLength(1)
})
