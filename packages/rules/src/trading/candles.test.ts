import fc from 'fast-check'
import { expect, test } from 'vitest'

import { addPrice, buildCandles, type Candle, candleSeconds, getCandleStart, mergeCandles } from './candles.ts'

const at = (time: string) => Date.parse(`2026-11-18T${time}Z`)

test.for([
  [1, '10:07:23.4', '10:07:23'],
  [15, '10:07:44', '10:07:30'],
  [300, '10:07:23', '10:05:00'],
  [14_400, '10:07:23', '08:00:00'],
  [86_400, '10:07:23', '00:00:00'],
] as const)('a price in a candle of %d s at %s belongs to the one from %s', ([seconds, time, start]) => {
  expect(getCandleStart(at(time), seconds)).toBe(at(start))
})

test('quotes of one period make a candle, and periods without a quote none', () => {
  const quotes = [
    { atMs: at('10:00:00'), points: 50 },
    { atMs: at('10:00:20'), points: 60 },
    { atMs: at('10:00:59.8'), points: 40 },
    { atMs: at('10:02:00'), points: 45 },
  ]
  expect(buildCandles(quotes, 60)).toEqual([
    { startMs: at('10:00:00'), open: 50, high: 60, low: 40, close: 40 },
    { startMs: at('10:02:00'), open: 45, high: 45, low: 45, close: 45 },
  ])
})

const quotes = fc
  .array(fc.record({ atMs: fc.integer({ min: at('00:00:00'), max: at('02:00:00') }), points: fc.nat(10_000) }))
  .map((list) => list.toSorted((a, b) => a.atMs - b.atMs))

test('a candle is the first, highest, lowest and last of its quotes', () => {
  fc.assert(
    fc.property(quotes, fc.constantFrom(...candleSeconds), (list, seconds) => {
      const candles = buildCandles(list, seconds)
      for (const candle of candles) {
        const own = list.filter(({ atMs }) => getCandleStart(atMs, seconds) === candle.startMs)
        const points = own.map((quote) => quote.points)
        expect([candle.open, candle.close]).toEqual([points[0], points.at(-1)])
        expect([candle.high, candle.low]).toEqual([Math.max(...points), Math.min(...points)])
      }
      expect(new Set(candles.map(({ startMs }) => startMs)).size).toBe(candles.length)
    }),
  )
})

test('longer candles are the same from quotes and from shorter candles', () => {
  fc.assert(
    fc.property(quotes, fc.constantFrom(...candleSeconds), fc.constantFrom(...candleSeconds), (list, one, other) => {
      const [short, long] = one < other ? [one, other] : [other, one]
      fc.pre(long % short === 0)
      expect(mergeCandles(buildCandles(list, short), long)).toEqual(buildCandles(list, long))
    }),
  )
})

test('prices added one by one make the candle of all', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { minLength: 1 }), (prices) => {
      const candle = prices.reduce<Candle | undefined>((last, points) => addPrice(last, points, 0), undefined)
      expect(candle).toEqual(
        buildCandles(
          prices.map((points) => ({ atMs: 0, points })),
          1,
        )[0],
      )
    }),
  )
})
