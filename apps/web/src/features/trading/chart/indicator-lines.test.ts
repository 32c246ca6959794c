import { expect, test } from 'vitest'

import { indicators } from '../workspace/workspace.ts'
import { calculateLastValue, calculateLine, indicatorLines } from './indicator-lines.ts'

/** A price that swings and rises. */
const candles = Array.from({ length: 1000 }, (_, index) => {
  const close = 100 + Math.sin(index / 7) * 5 + index / 50
  return { startMs: index * 1000, open: close, high: close, low: close, close }
})

test.each(indicators.flatMap((name) => indicatorLines[name]).map((line) => [line.id, line] as const))(
  'the last value of %s is the same without the whole line',
  (_id, line) => {
    expect(calculateLastValue(line, candles)).toBeCloseTo(calculateLine(line, candles).at(-1) ?? Number.NaN, 3)
  },
)

test('there is no last value before there are enough candles', () => {
  const [sma] = indicatorLines.sma
  expect(sma && calculateLastValue(sma, candles.slice(0, 19))).toBeNull()
})
