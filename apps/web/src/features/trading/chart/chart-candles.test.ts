import type { PriceCandle } from '@tradefront/contract/trading'
import { expect, test } from 'vitest'

import { createChartCandles } from './chart-candles.ts'

const candle = (startMs: number, price: number): PriceCandle => ({
  startMs,
  open: price,
  high: price,
  low: price,
  close: price,
})

function open() {
  const told: [what: string, last: PriceCandle | undefined, count: number][] = []
  const note = (what: string) => (list: readonly PriceCandle[]) => void told.push([what, list.at(-1), list.length])
  const listener = { onReset: note('reset'), onUpdate: note('update'), onHistory: note('history') }
  const candles = createChartCandles('EURUSD', 1, listener, new AbortController().signal)
  return { candles, told }
}

test('the chart is told of each candle that is complete, and once of the last one', () => {
  const { candles, told } = open()
  candles.reset([candle(0, 1)])
  const quote = (atMs: number, price: number) => ({ atMs, price })
  candles.addQuotes([quote(800, 2), quote(1000, 3), quote(1200, 4), quote(3000, 5)])
  expect(told.slice(1)).toEqual([
    ['update', { startMs: 0, open: 1, high: 2, low: 1, close: 2 }, 1],
    ['update', { startMs: 1000, open: 3, high: 4, low: 3, close: 4 }, 2],
    ['update', candle(3000, 5), 3],
  ])
  candles.addQuotes([quote(2999, 9)])
  expect(told).toHaveLength(4)
})

test('a long chart drops its oldest candles', () => {
  const { candles, told } = open()
  candles.reset(Array.from({ length: 3000 }, (_, second) => candle(second * 1000, 1)))
  candles.addQuotes([{ atMs: 3_000_000, price: 2 }])
  expect(told.at(-1)).toEqual(['reset', candle(3_000_000, 2), 2500])
})

test('candles that are loaded again continue the old ones, unless there is a hole between', () => {
  const { candles, told } = open()
  candles.reset([candle(0, 1), candle(1000, 1)])
  candles.reset([candle(1000, 2), candle(2000, 2)])
  expect(told.at(-1)).toEqual(['reset', candle(2000, 2), 3])
  candles.reset([candle(9000, 3)])
  expect(told.at(-1)).toEqual(['reset', candle(9000, 3), 1])
})
