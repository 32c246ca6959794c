import { describe, expect, test } from 'vitest'

import { ok, refuse } from '../result.ts'
import { canReachLevel, isLevelReached, planAlert } from './price-alerts.ts'

const euro = { digits: 5 }

describe('the level of a new alert', () => {
  test.each([
    ['one point above the present price', 1.08421, 108_420, ok({ direction: 'above', points: 108_421 })],
    ['one point below the present price', 1.08419, 108_420, ok({ direction: 'below', points: 108_419 })],
    ['the present price', 1.0842, 108_420, refuse('price_alerts.at_price')],
    ['less than half a point away', 1.084_204, 108_420, refuse('price_alerts.at_price')],
    ['ten times the present price', 10.842, 108_420, ok({ direction: 'above', points: 1_084_200 })],
    ['more than ten times', 10.842_01, 108_420, refuse('price_alerts.too_far', { factor: 10 })],
    ['a tenth of the present price', 0.108_42, 108_420, ok({ direction: 'below', points: 10_842 })],
    ['less than a tenth', 0.108_41, 108_420, refuse('price_alerts.too_far', { factor: 10 })],
    ['nothing', 0.000_001, 108_420, refuse('price_alerts.too_far', { factor: 10 })],
  ])('%s', (_what, price, present, plan) => {
    expect(planAlert(euro, price, present)).toEqual(plan)
  })

  test('a price is rounded to the points of its symbol', () => {
    expect(planAlert({ digits: 2 }, 67_250.014, 67_000_00)).toEqual(ok({ direction: 'above', points: 67_250_01 }))
  })
})

test.each([
  ['above', 100, 99, false],
  ['above', 100, 100, true],
  ['above', 100, 140, true],
  ['below', 100, 101, false],
  ['below', 100, 100, true],
  ['below', 100, 60, true],
] as const)('an alert %s %d is reached by the price %d: %s', (direction, points, price, isReached) => {
  expect(isLevelReached({ direction, points }, price)).toBe(isReached)
})

test.each([
  ['above', 100, { low: 90, high: 99 }, false],
  ['above', 100, { low: 90, high: 100 }, true],
  ['above', 100, { low: 110, high: 120 }, true],
  ['below', 100, { low: 101, high: 110 }, false],
  ['below', 100, { low: 100, high: 110 }, true],
  ['below', 100, { low: 80, high: 90 }, true],
] as const)('an alert %s %d can be reached in a period with %j: %s', (direction, points, range, canBe) => {
  expect(canReachLevel({ direction, points }, range)).toBe(canBe)
})
