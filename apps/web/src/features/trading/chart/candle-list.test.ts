import type { PriceCandle } from '@tradefront/contract/trading'
import { expect, test } from 'vitest'

import { applyQuote, mergeCandles } from './candle-list.ts'

const candle = (startMs: number, price = 1): PriceCandle => ({
  startMs,
  open: price,
  high: price,
  low: price,
  close: price,
})

test.each([
  ['begins the first candle', undefined, 61_000, 5, candle(60_000, 5)],
  ['begins the next candle', candle(60_000, 4), 120_000, 5, candle(120_000, 5)],
  ['raises the high', candle(60_000, 4), 119_999, 5, { startMs: 60_000, open: 4, high: 5, low: 4, close: 5 }],
  ['lowers the low', candle(60_000, 4), 60_000, 3, { startMs: 60_000, open: 4, high: 4, low: 3, close: 3 }],
  ['that is late changes nothing', candle(60_000, 4), 59_999, 3, null],
])('a quote %s', (_name, last, atMs, price, expected) => {
  expect(applyQuote(last, { price, atMs }, 60)).toEqual(expected)
})

test('newer candles replace older ones with the same start', () => {
  const merged = mergeCandles([candle(0, 1), candle(1, 1), candle(2, 1)], [candle(2, 9), candle(3, 9)])
  expect(merged.map(({ startMs, close }) => [startMs, close])).toEqual([
    [0, 1],
    [1, 1],
    [2, 9],
    [3, 9],
  ])
  expect(mergeCandles([candle(0)], [])).toEqual([candle(0)])
})
