import { describe, expect, test } from 'vitest'

import {
  calculateFutureSpans,
  calculateIndicator,
  countDecidingCandles,
  indicatorLineNames,
} from './calculate-indicator.ts'
import { createIndicatorChoice, indicatorNames, type IndicatorName } from './indicators.ts'

// Prices and results as published with the tests of Tulip Indicators (tests/untest.txt).
const high = [82.15, 81.89, 83.03, 83.3, 83.85, 83.9, 83.33, 84.3, 84.84, 85, 85.9, 86.58, 86.98, 88, 87.87]
const low = [81.29, 80.64, 81.31, 82.65, 83.07, 83.11, 82.49, 82.3, 84.15, 84.11, 84.03, 85.39, 85.76, 87.17, 87.01]
const close = [81.59, 81.06, 82.87, 83, 83.61, 83.15, 82.84, 83.99, 84.55, 84.36, 85.53, 86.54, 86.89, 87.77, 87.29]
const candles = high.map((each, index) => ({ high: each, low: low[index] ?? 0, close: close[index] ?? 0 }))
const onCloses = close.map((each) => ({ high: each, low: each, close: each }))

type Published = [name: IndicatorName, values: number[], prices: typeof candles, lines: number[][]]
const published: Published[] = [
  ['sma', [5], candles, [[82.426, 82.738, 83.094, 83.318, 83.628, 83.778, 84.254, 84.994, 85.574, 86.218, 86.804]]],
  ['wma', [5], candles, [[82.825, 83.066, 83.1, 83.399, 83.809, 84.053, 84.637, 85.399, 86.031, 86.763, 87.121]]],
  [
    'bollinger',
    [5, 2],
    candles,
    [
      [84.322, 84.489, 83.655, 84.164, 84.838, 85.121, 85.997, 86.845, 87.612, 88.566, 88.319],
      [82.426, 82.738, 83.094, 83.318, 83.628, 83.778, 84.254, 84.994, 85.574, 86.218, 86.804],
      [80.53, 80.987, 82.533, 82.472, 82.418, 82.435, 82.511, 83.143, 83.536, 83.87, 85.289],
    ],
  ],
  [
    'donchian',
    [5],
    onCloses,
    [
      [83.61, 83.61, 83.61, 83.99, 84.55, 84.55, 85.53, 86.54, 86.89, 87.77, 87.77],
      [],
      [81.06, 81.06, 82.84, 82.84, 82.84, 82.84, 82.84, 83.99, 84.36, 84.36, 85.53],
    ],
  ],
  [
    'sar',
    [0.2, 2],
    candles,
    [[82.15, 80.64, 80.64, 81.31, 82.65, 83.9, 82.3, 82.3, 82.3, 83.92, 84.03, 84.03, 85.39, 85.76]],
  ],
  ['rsi', [5], candles, [[72.034, 64.927, 75.936, 79.796, 74.713, 83.033, 87.478, 88.755, 91.483, 78.498]]],
  [
    'stochastic',
    [5, 3, 3],
    candles,
    [
      [77.385, 83.126, 84.867, 88.361, 95.246, 96.74, 91.091],
      [75.702, 78.011, 81.793, 85.452, 89.491, 93.449, 94.359],
    ],
  ],
  ['atr', [5], candles, [[1.116, 1.051, 1.009, 1.207, 1.136, 1.086, 1.243, 1.233, 1.23, 1.206, 1.137]]],
  ['cci', [5], candles, [[166.667, 82.02, 95.501, 130.912, 99.163, 116.342, 71.928]]],
]

test.each(published)('%s with %j has the published values', (name, values, prices, lines) => {
  const calculated = calculateIndicator({ name, values }, prices)
  for (const [index, line] of lines.entries())
    for (const [age, value] of line.toReversed().entries())
      expect(calculated[index]?.at(-1 - age), `line ${index}, ${age} before the last`).toBeCloseTo(value, 2)
})

test('the averages of MACD start with simple ones', () => {
  const [difference, value, signal] = calculateIndicator(
    { name: 'macd', values: [2, 3, 2] },
    [1, 2, 4, 8, 4].map((each) => ({ high: each, low: each, close: each })),
  )
  // The fast averages are 1.5, 3.1667, 6.3889, 4.7963; the slow ones 2.3333, 5.1667, 4.5833.
  expect(value?.map((each) => each && Number(each.toFixed(4)))).toEqual([null, null, 0.8333, 1.2222, 0.213])
  expect(signal?.map((each) => each && Number(each.toFixed(4)))).toEqual([null, null, null, 1.0278, 0.4846])
  expect(difference?.map((each) => each && Number(each.toFixed(4)))).toEqual([null, null, null, 0.1944, -0.2716])
})

test('the spans of Ichimoku are shifted to later candles, and its lagging line to earlier ones', () => {
  const prices = [1, 2, 3, 4, 5, 6, 7].map((each) => ({ high: each + 1, low: each - 1, close: each }))
  const [conversion, base, spanA, spanB, lagging] = calculateIndicator({ name: 'ichimoku', values: [2, 3, 4] }, prices)
  expect(conversion).toEqual([null, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5])
  expect(base).toEqual([null, null, 2, 3, 4, 5, 6])
  expect(spanA).toEqual([null, null, null, null, null, 2.25, 3.25])
  expect(spanB).toEqual([null, null, null, null, null, null, 2.5])
  expect(lagging).toEqual([4, 5, 6, 7, null, null, null])
})

test('the cloud of Ichimoku is known for as many later candles as its base has', () => {
  const prices = [1, 2, 3, 4, 5, 6, 7].map((each) => ({ high: each + 1, low: each - 1, close: each }))
  expect(calculateFutureSpans({ name: 'ichimoku', values: [2, 3, 4] }, prices)).toEqual([
    { spanA: 4.25, spanB: 3.5 },
    { spanA: 5.25, spanB: 4.5 },
    { spanA: 6.25, spanB: 5.5 },
  ])
  expect(calculateFutureSpans({ name: 'ichimoku', values: [2, 3, 4] }, [])).toEqual([])
})

test.each<[IndicatorName, number]>([
  ['rsi', 50],
  ['stochastic', 50],
  ['cci', 0],
  ['atr', 0],
])('%s of a price that does not move is %d', (name, expected) => {
  const still = Array.from({ length: 60 }, () => ({ high: 5, low: 5, close: 5 }))
  expect(calculateIndicator(createIndicatorChoice(name), still)[0]?.at(-1)).toBe(expected)
})

describe.each(indicatorNames)('%s', (name) => {
  const choice = createIndicatorChoice(name)
  /** Closing prices that swing and rise. */
  const long = Array.from({ length: 2000 }, (_, index) => {
    const price = 100 + Math.sin(index / 7) * 5 + index / 50
    return { high: price + 1, low: price - 1, close: price + Math.sin(index) / 2 }
  })

  test('has a series for each line, which says nothing without candles', () => {
    const series = calculateIndicator(choice, long)
    expect(series.map((each) => each.length)).toEqual(indicatorLineNames[name].map(() => long.length))
    expect(calculateIndicator(choice, []).flat()).toEqual([])
  })

  test('has the same last values when only the candles that decide are known', () => {
    const tail = long.slice(-countDecidingCandles(choice))
    const [whole, short] = [long, tail].map((each) => calculateIndicator(choice, each).map((line) => line.at(-1)))
    for (const [index, value] of (whole ?? []).entries())
      if (value == null) expect(short?.[index]).toBeNull()
      else expect(short?.[index]).toBeCloseTo(value, 3)
  })
})
