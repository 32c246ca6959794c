import { describe, expect, test } from 'vitest'

import {
  computeFullEdge,
  computeFund,
  computeMaxPrize,
  decidePrize,
  getPrizeMinimum,
  scalePrize,
  sumPrizes,
} from './fund.ts'
import { defaultPrizes, type Prize } from './prizes.ts'

const { weekly, weekend } = defaultPrizes
const scaled = { isScaled: true, maxEdgePercent: 80 }
const whole = { isScaled: false, maxEdgePercent: 80 }

describe('the fund', () => {
  test('is the whole list at twice its worth of house edge, and never more', () => {
    expect([sumPrizes(weekly), sumPrizes(weekend)]).toEqual([3_170_000, 1_375_000])
    expect(computeFullEdge(weekend)).toBe(2_750_000)
    expect(computeFund(weekend, 2_750_000, scaled)).toBe(1_375_000)
    expect(computeFund(weekend, 2_749_999, scaled)).toBe(1_374_999)
    expect(computeFund(weekend, 9_000_000, scaled)).toBe(1_375_000)
    expect(computeFund(weekend, 0, scaled)).toBe(0)
  })

  test('is the whole list without scaling', () => {
    expect(computeFund(weekly, 0, whole)).toBe(3_170_000)
  })

  test('is shared as the list is, rounded down to cents', () => {
    expect(scalePrize(weekend, 1, 1_000)).toEqual({ kind: 'cash', amount: 3.63 })
    expect(scalePrize(weekend, 10, 1_000)).toEqual({ kind: 'bonus', amount: 0.18 })
    expect(scalePrize(weekend, 10, 10)).toBeNull()
    expect(scalePrize(weekend, 11, 1_375_000)).toBeNull()
    for (const fund of [1, 999, 123_457, 3_170_000]) {
      const paid = weekly.flatMap((_, index) => scalePrize(weekly, index + 1, fund) ?? [])
      expect(sumPrizes(paid)).toBeLessThanOrEqual(fund)
    }
  })

  test('pays an item as cash unless it covers the list', () => {
    expect(scalePrize(weekly, 5, 3_170_000)).toEqual({ kind: 'item', item: 'iPad', amount: 1500 })
    expect(scalePrize(weekly, 5, 3_169_999)).toEqual({ kind: 'cash', amount: 1499.99 })
  })
})

describe('a prize', () => {
  const prizes: readonly Prize[] = [{ kind: 'cash', amount: 100 }]

  test('is at most a part of the house edge on the own stakes', () => {
    expect(computeMaxPrize(901, scaled)).toBe(720)
    expect(decidePrize(prizes, 1, 10_000, 901, scaled)).toEqual({ kind: 'cash', amount: 7.2 })
    expect(decidePrize(prizes, 1, 10_000, 1_000_000, scaled)).toEqual({ kind: 'cash', amount: 100 })
    expect(decidePrize(prizes, 1, 10_000, 2, scaled)).toEqual({ kind: 'cash', amount: 0.01 })
    expect(decidePrize(prizes, 1, 10_000, 1, scaled)).toBeNull()
    expect(decidePrize(prizes, 2, 10_000, 1_000_000, scaled)).toBeNull()
  })

  test('of an item is cash where the own stakes do not cover the item', () => {
    expect(decidePrize(weekly, 5, 3_170_000, 100_000, scaled)).toEqual({ kind: 'cash', amount: 800 })
    expect(decidePrize(weekly, 5, 3_170_000, 187_500, scaled)).toEqual(weekly[4])
  })

  test('has no such limit without scaling', () => {
    expect(decidePrize(prizes, 1, 10_000, 0, whole)).toEqual({ kind: 'cash', amount: 100 })
  })
})

test('a prize needs a profit of a cent, and the stakes of the setting', () => {
  expect(getPrizeMinimum(25_000)).toEqual({ score: 1, ownStakes: 25_000 })
})
