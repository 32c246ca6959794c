import { describe, expect, test } from 'vitest'

import type { Candle } from './candles.ts'
import { measureVolatility } from './measured-volatility.ts'

const minuteMs = 60_000
const nowMs = 2000 * minuteMs + 30_000
/** Builds candles of minutes from their closing prices. The last one has just ended. */
const toCandles = (prices: readonly number[]): Candle[] =>
  prices.map((close, index) => ({
    startMs: (2000 - prices.length + index) * minuteMs,
    open: 1,
    high: 1_000_000,
    low: 1,
    close,
  }))
/** Lists prices that go up and down by the same factor, so that each move of a minute has the same square. */
const swing = (count: number, factor: number) =>
  Array.from({ length: count }, (_, index) => 1_000_000 * (index % 2 === 0 ? 1 : factor))
const assumed = 0.5

describe('the volatility', () => {
  test('is between half and three times the moves of a second', () => {
    const { volatility, uncertainty, isMeasured } = measureVolatility(toCandles(swing(1440, 1.01)), nowMs, assumed)
    const second = Math.log(1.01) / Math.sqrt(60)
    expect(isMeasured).toBe(true)
    expect(volatility).toBeCloseTo(second / 2, 9)
    expect(volatility * uncertainty).toBeCloseTo(second * 3, 9)
  })

  test('follows the pace of the last hour: an hour counts as much as all before it', () => {
    const prices = [...swing(1380, 1.01), ...swing(60, 1.03)]
    const { volatility } = measureVolatility(toCandles(prices), nowMs, assumed)
    const squares = (Math.log(1.01) ** 2 + Math.log(1.03) ** 2) / 2
    expect(Math.abs((volatility * 2) / Math.sqrt(squares / 60) - 1)).toBeLessThan(0.01)
  })

  test('counts a move over missing minutes by their time', () => {
    const candles = toCandles(swing(1440, 1.01))
    const gap = candles.filter((_, index) => index < 700 || index >= 714)
    const { volatility, isMeasured } = measureVolatility(gap, nowMs, assumed)
    expect(isMeasured).toBe(true)
    // The gap of 15 minutes counts as one move instead of 15.
    expect(volatility * 2).toBeLessThan(Math.log(1.01) / Math.sqrt(60))
    expect(volatility * 2).toBeGreaterThan(0.99 * (Math.log(1.01) / Math.sqrt(60)))
  })

  test.each([
    ['1 % of the minutes are missing', 14, true],
    ['more are missing', 15, false],
  ])('is measured if %s', (_name, missing, expected) => {
    const candles = toCandles(swing(1440, 1.01)).filter((_, index) => index % 90 !== 5 || index >= missing * 90)
    expect(candles).toHaveLength(1440 - missing)
    const { isMeasured, volatility } = measureVolatility(candles, nowMs, assumed)
    expect(isMeasured).toBe(expected)
    if (!expected) expect(volatility).toBe(assumed / 2)
  })

  test('needs the last day: neither older minutes count nor the one that is not over', () => {
    const candles = toCandles(swing(1441, 1.01))
    expect(measureVolatility(candles.slice(0, 1425), nowMs, assumed).isMeasured).toBe(false)
    expect(measureVolatility(candles.slice(0, 1427), nowMs, assumed).isMeasured).toBe(true)
    const later = { ...candles[0], startMs: 2000 * minuteMs, close: 9 } as Candle
    expect(measureVolatility([...candles, later], nowMs, assumed)).toEqual(measureVolatility(candles, nowMs, assumed))
  })
})
