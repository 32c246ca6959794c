import type { Market } from '@tradefront/contract/trading'
import { expect, test } from 'vitest'

import { buildSymbol } from './testing/test-market.ts'
import { isMarketOpen, listBuyableExpiries } from './use-market.ts'

type Terms = Pick<Market, 'expiries' | 'closingSpanMs' | 'fill'>

const symbol = buildSymbol(0, { hours: 'europe', changesAtMs: 60_000 })

test('the hours change at their moment, before the server has said so', () => {
  expect([59_999, 60_000].map((nowMs) => isMarketOpen(symbol, nowMs))).toEqual([true, false])
  const closed = { ...symbol, isOpen: false }
  expect([59_999, 60_000].map((nowMs) => isMarketOpen(closed, nowMs))).toEqual([false, true])
  expect(isMarketOpen({ ...symbol, changesAtMs: null }, 60_000)).toBe(true)
})

test('what ends in an announced pause cannot be bought', () => {
  const at = (time: string) => Date.parse(`2026-11-18T${time}Z`)
  const paused = { ...symbol, closed: [{ fromMs: at('12:00:00'), toMs: at('13:00:00') }] }
  const market: Terms = { expiries: [30, 60, 300, 14_400, 86_400], closingSpanMs: 5000, fill: 'next_step' }
  expect(listBuyableExpiries(paused, market, at('11:58:59'))).toEqual([30, 86_400])
  expect(listBuyableExpiries(paused, market, at('09:00:03'))).toEqual([30, 60, 300, 86_400])
  expect(listBuyableExpiries(paused, market, at('09:00:04'))).toEqual([30, 60, 300, 14_400, 86_400])
  expect(listBuyableExpiries(paused, market, at('08:30:00'))).toEqual([30, 60, 300, 86_400])
})

test.for([
  ['15:24:58', 0, [30, 60, 300, 86_400]],
  // A purchase arrives within a second.
  ['15:24:59', 0, [30, 60, 86_400]],
  ['15:29:28', 0, [30, 86_400]],
  ['15:29:29', 0, [86_400]],
  ['15:29:28', 5000, [30, 86_400]],
  ['15:30:00', 0, []],
] as const)(
  'at %s, with the prices of %d ms before the expiry, expiries of %j can be bought',
  ([time, closingSpanMs, expected]) => {
    const market: Terms = { expiries: [30, 60, 300, 86_400], closingSpanMs, fill: 'next_step' }
    expect(listBuyableExpiries(symbol, market, Date.parse(`2026-11-18T${time}Z`))).toEqual(expected)
  },
)

test('a trade that starts up to 6 s after the purchase must end while the market is open', () => {
  const market: Terms = { expiries: [30, 60, 86_400], closingSpanMs: 0, fill: 'sealed' }
  const list = (time: string) => listBuyableExpiries(symbol, market, Date.parse(`2026-11-18T${time}Z`))
  expect(list('15:29:22')).toEqual([30, 86_400])
  expect(list('15:29:23')).toEqual([86_400])
})
