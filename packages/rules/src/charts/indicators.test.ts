import { expect, test } from 'vitest'

import {
  areIndicatorsValid,
  createIndicatorChoice,
  findIndicatorFault,
  indicatorNames,
  type IndicatorName,
} from './indicators.ts'

test.each(indicatorNames)('the first values of %s are inside its limits', (name) => {
  expect(findIndicatorFault(createIndicatorChoice(name))).toBeNull()
})

test.each<[IndicatorName, number[], string | null]>([
  ['sma', [2], null],
  ['sma', [200], null],
  ['sma', [1], 'range'],
  ['sma', [201], 'range'],
  ['sma', [20.5], 'range'],
  ['sma', [Number.NaN], 'range'],
  ['sma', [], 'range'],
  ['bollinger', [20, 2.3], null],
  ['bollinger', [20, 5.1], 'range'],
  ['bollinger', [20, 2.35], 'range'],
  ['macd', [12, 13, 9], null],
  ['macd', [26, 26, 9], 'order'],
  ['sar', [0.19, 0.2], null],
  ['sar', [0.2, 0.2], 'order'],
  ['ichimoku', [26, 26, 52], 'order'],
  ['ichimoku', [9, 52, 52], 'order'],
  ['stochastic', [14, 1, 1], null],
])('the values of %s are checked: %j', (name, values, fault) => {
  expect(findIndicatorFault({ name, values })?.kind ?? null).toBe(fault)
})

test('a chart shows each indicator once, with as many values as it has inputs', () => {
  const [sma, rsi] = [createIndicatorChoice('sma'), createIndicatorChoice('rsi')]
  expect(areIndicatorsValid([sma, rsi])).toBe(true)
  expect(areIndicatorsValid([sma, rsi, sma])).toBe(false)
  expect(areIndicatorsValid([{ name: 'sma', values: [20, 1] }])).toBe(false)
  expect(areIndicatorsValid([{ name: 'sma', values: [1] }])).toBe(false)
})
