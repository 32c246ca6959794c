import { describe, expect, test } from 'vitest'

import { findLogical, findTime } from './time-axis.ts'

const hourMs = 3_600_000
const toCandle = (startMs: number) => ({ startMs, open: 1, high: 1, low: 1, close: 1 })
/** The hours are 0 to 4, then a closed night, then 20 to 22. */
const candles = [0, 1, 2, 3, 4, 20, 21, 22].map((hour) => toCandle(hour * hourMs))

test.each([
  ['the start of the first candle', 0, -0.5],
  ['the middle of a candle', 1.5 * hourMs, 1],
  ['a time before the first candle', -2 * hourMs, -2.5],
  ['the end of the last candle', 23 * hourMs, 7.5],
  ['a time in the future', 30 * hourMs, 14.5],
  ['the first candle after closed hours', 20 * hourMs, 4.5],
])('%s is at one place, which leads back to it', (_what, atMs, logical) => {
  expect(findLogical(candles, atMs, 3600)).toBe(logical)
  expect(findTime(candles, logical, 3600)).toBe(atMs)
})

test('a time in closed hours is where they begin', () => {
  expect(findLogical(candles, 12 * hourMs, 3600)).toBe(4.5)
})

test('without candles no place has a time', () => {
  expect(findTime([], 3, 3600)).toBeNull()
})

describe('a time that is placed in one time frame', () => {
  const minutes = Array.from({ length: 300 }, (_, minute) => toCandle(minute * 60_000))

  test.each([0, 1_799_999, 1_800_000, 9_030_500, 17_999_999])('is the same in another one: %d ms', (atMs) => {
    expect(findTime(minutes, findLogical(minutes, atMs, 60), 60)).toBe(atMs)
    expect(findTime(candles, findLogical(candles, atMs, 3600), 3600)).toBe(atMs)
  })
})
