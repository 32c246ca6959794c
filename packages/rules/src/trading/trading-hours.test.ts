import fc from 'fast-check'
import { expect, test } from 'vitest'

import { getMarketState, type TradingHours, tradingHours } from './trading-hours.ts'

// 2026-11-22 is a Sunday.
test.for([
  // spec: account 4: the weekend is from Friday 21:00 to Sunday 21:00.
  ['week', '2026-11-20T20:59:59.999Z', true, '2026-11-20T21:00:00Z'],
  ['week', '2026-11-20T21:00:00Z', false, '2026-11-22T21:00:00Z'],
  ['week', '2026-11-21T12:00:00Z', false, '2026-11-22T21:00:00Z'],
  ['week', '2026-11-22T20:59:59.999Z', false, '2026-11-22T21:00:00Z'],
  ['week', '2026-11-22T21:00:00Z', true, '2026-11-27T21:00:00Z'],
  ['week', '2026-11-25T21:00:00Z', true, '2026-11-27T21:00:00Z'],
  ['metals', '2026-11-22T21:30:00Z', false, '2026-11-22T22:00:00Z'],
  ['metals', '2026-11-22T22:00:00Z', true, '2026-11-23T21:00:00Z'],
  ['metals', '2026-11-23T21:30:00Z', false, '2026-11-23T22:00:00Z'],
  ['metals', '2026-11-27T21:00:00Z', false, '2026-11-29T22:00:00Z'],
  ['us', '2026-11-23T13:29:59Z', false, '2026-11-23T13:30:00Z'],
  ['us', '2026-11-23T13:30:00Z', true, '2026-11-23T20:00:00Z'],
  ['us', '2026-11-27T20:00:00Z', false, '2026-11-30T13:30:00Z'],
  ['europe', '2026-11-24T15:29:59Z', true, '2026-11-24T15:30:00Z'],
  ['japan', '2026-11-23T00:00:00Z', true, '2026-11-23T06:00:00Z'],
  ['japan', '2026-11-22T23:59:59Z', false, '2026-11-23T00:00:00Z'],
] as const)('hours "%s" at %s: open %s until %s', ([hours, now, isOpen, changesAt]) => {
  expect(getMarketState(hours, Date.parse(now))).toEqual({ isOpen, changesAtMs: Date.parse(changesAt) })
})

test.for(['us', 'europe', 'japan'] as const)('the market "%s" has a session from Monday to Friday', (market) => {
  // Times at which it opens next, seen from the last minute of each day, Saturday first.
  const openedOn = Array.from({ length: 7 }, (_, day) => {
    const { isOpen, changesAtMs } = getMarketState(market, Date.parse('2026-11-22T23:59:00Z') + (day - 1) * 86_400_000)
    return isOpen ? null : new Date(changesAtMs ?? 0).getUTCDay()
  })
  expect(openedOn).toEqual([1, 1, 2, 3, 4, 5, 1])
})

test('a market without hours never closes', () => {
  expect(getMarketState('always', Date.parse('2026-11-21T12:00:00Z'))).toEqual({ isOpen: true, changesAtMs: null })
})

const hours = fc.constantFrom(...(Object.keys(tradingHours) as TradingHours[]).filter((name) => name !== 'always'))
const time = fc.integer({ min: Date.parse('2024-12-25'), max: Date.parse('2030-01-10') })

test('a market stays as it is until the time it says, changes then, and begins and ends on whole minutes', () => {
  fc.assert(
    fc.property(hours, time, fc.double({ min: 0, max: 0.999, noNaN: true }), (name, nowMs, part) => {
      const { isOpen, changesAtMs } = getMarketState(name, nowMs)
      if (changesAtMs === null) throw new Error('closes')
      expect(changesAtMs).toBeGreaterThan(nowMs)
      expect(changesAtMs % 60_000).toBe(0)
      expect(changesAtMs - nowMs).toBeLessThan(7 * 86_400_000)
      const between = Math.floor(nowMs + part * (changesAtMs - nowMs))
      expect(getMarketState(name, between)).toEqual({ isOpen, changesAtMs })
      expect(getMarketState(name, changesAtMs).isOpen).toBe(!isOpen)
    }),
  )
})

test('no market changes twice within an hour of the clock, which candles rely on', () => {
  const sunday = Date.parse('2026-11-22T00:00:00Z')
  for (const name of Object.keys(tradingHours) as TradingHours[]) {
    for (let hour = 0; hour < 7 * 24; hour += 1) {
      const startMs = sunday + hour * 3_600_000
      const { changesAtMs } = getMarketState(name, startMs)
      if (changesAtMs === null || changesAtMs >= startMs + 3_600_000) continue
      expect(getMarketState(name, changesAtMs).changesAtMs).toBeGreaterThanOrEqual(startMs + 3_600_000)
    }
  }
})
