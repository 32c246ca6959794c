import { describe, expect, test } from 'vitest'

import {
  buildPriceDay,
  computeDeviation,
  computeDeviationAfter,
  computeMovingMs,
  computeLowest,
  findDeviation,
  type PriceState,
} from './deviation.ts'

const midnight = Date.parse('2026-11-19T00:00:00Z')
const volatility = 0.000_01
const state: PriceState = {
  points: 120_000,
  atMs: midnight - 100_000,
  volatility,
  uncertainty: 1,
  day: null,
  hours: 'always',
}

test('a price of a market moves in proportion to itself, by the root of the time', () => {
  expect(computeDeviation(state, midnight)).toBeCloseTo(12, 9)
  expect(computeDeviation(state, midnight + 300_000)).toBeCloseTo(24, 9)
  expect(computeDeviationAfter(state, 25)).toBeCloseTo(6, 9)
})

test('a simulated price moves in proportion to the start of its day, whatever it is now', () => {
  const day = buildPriceDay(100_000, state.atMs)
  for (const points of [50_000, 100_000, 120_000])
    expect(computeDeviation({ ...state, points, day }, midnight)).toBeCloseTo(10, 9)
})

test('after midnight, it moves in proportion to the present price', () => {
  const day = buildPriceDay(100_000, state.atMs)
  // The squares are 1^2 x 100 s, 1.2^2 x 900 s and 1.2^2 x 86,300 s.
  expect(computeDeviation({ ...state, day }, midnight + 900_000)).toBeCloseTo(Math.sqrt(100 + 1.44 * 900), 9)
  expect(computeDeviation({ ...state, day }, midnight + 86_300_000)).toBeCloseTo(Math.sqrt(100 + 1.44 * 86_300), 9)
})

test('a day that has ended no longer counts', () => {
  const ended = { startPoints: 100_000, endsAtMs: midnight }
  const now = { ...state, atMs: midnight + 500 }
  expect(computeDeviation({ ...now, day: ended }, midnight + 900_500)).toBe(computeDeviation(now, midnight + 900_500))
})

test('at the expiry, and after it, a millisecond is left', () => {
  const day = buildPriceDay(100_000, state.atMs)
  for (const untilMs of [state.atMs, state.atMs - 1, state.atMs + 1])
    expect(computeDeviation({ ...state, day }, untilMs)).toBeCloseTo(Math.sqrt(0.001), 9)
})

test('a day ends at the next midnight of UTC', () => {
  expect(buildPriceDay(100_000, midnight - 1)).toEqual({ startPoints: 100_000, endsAtMs: midnight })
  expect(buildPriceDay(100_000, midnight)).toEqual({ startPoints: 100_000, endsAtMs: midnight + 86_400_000 })
  expect(buildPriceDay(null, midnight)).toBeNull()
})

describe('closed hours', () => {
  // The day is a Wednesday. The market is open from 13:30 to 20:00.
  const at = (time: string) => Date.parse(`2026-11-18T${time}Z`)
  const evening: PriceState = {
    points: 100_000,
    atMs: at('19:50:00'),
    volatility,
    uncertainty: 1,
    day: null,
    hours: 'us',
  }
  const day = buildPriceDay(100_000, evening.atMs)
  const nextDay = Date.parse('2026-11-19T13:40:00Z')

  test('do not move a simulated price', () => {
    expect(computeDeviation({ ...evening, day }, at('20:00:00'))).toBeCloseTo(Math.sqrt(600), 9)
    expect(computeDeviation({ ...evening, day }, at('23:00:00'))).toBeCloseTo(Math.sqrt(600), 9)
    expect(computeDeviation({ ...evening, day }, nextDay)).toBeCloseTo(Math.sqrt(1200), 9)
    expect(computeDeviation({ ...evening, atMs: at('21:00:00'), day }, nextDay)).toBeCloseTo(Math.sqrt(600), 9)
  })

  test('move the price of a market, which can open anywhere', () => {
    expect(computeDeviation(evening, nextDay)).toBeCloseTo(Math.sqrt((nextDay - evening.atMs) / 1000), 9)
  })

  test('leave a millisecond, so that nothing is divided by zero', () => {
    const closed = { ...evening, atMs: at('21:00:00'), day }
    expect(computeDeviation(closed, at('22:00:00'))).toBeCloseTo(Math.sqrt(0.001), 9)
  })
})

test.each([
  ['always', '2026-11-26T10:00', '2026-11-27T10:00', 24],
  ['week', '2026-11-26T10:00', '2026-11-26T12:00', 2],
  ['week', '2026-11-27T20:00', '2026-11-29T22:00', 2],
  ['week', '2026-11-28T20:00', '2026-11-29T20:00', 0],
  ['metals', '2026-11-25T20:00', '2026-11-25T23:00', 2],
  ['us', '2026-11-25T15:00', '2026-11-26T15:00', 6.5],
  ['us', '2026-11-25T15:00', '2026-11-25T15:00', 0],
  ['us', '2026-11-25T16:00', '2026-11-25T15:00', 0],
] as const)('prices with the hours %s move from %s to %s for %d h', (hours, from, to, moving) => {
  expect(computeMovingMs(hours, Date.parse(`${from}:00Z`), Date.parse(`${to}:00Z`))).toBe(moving * 3_600_000)
})

test('of measured prices, the lower of both ends counts, which can be either', () => {
  const measured = { deviation: 10, uncertainty: 6 }
  expect(computeLowest(measured, (deviation) => deviation)).toBe(10)
  expect(computeLowest(measured, (deviation) => -deviation)).toBe(-60)
  expect(computeLowest({ deviation: 10 }, (deviation) => -deviation)).toBe(-10)
  expect(findDeviation({ ...state, uncertainty: 6 }, midnight)).toEqual({
    deviation: computeDeviation(state, midnight),
    uncertainty: 6,
  })
})
