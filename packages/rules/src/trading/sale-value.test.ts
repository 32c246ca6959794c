import fc from 'fast-check'
import { expect, test } from 'vitest'

import { computeWin } from './outcome.ts'
import { computeNormalProbability, computeSaleValue, type SaleFacts } from './sale-value.ts'

test.each([
  [0, 0.5],
  [1, 0.8413447],
  [-1, 0.1586553],
  [1.959964, 0.975],
  [-3, 0.0013499],
  [8, 1],
])('the probability of a normal deviate below %d is %d', (x, probability) => {
  expect(Math.abs(computeNormalProbability(x) - probability)).toBeLessThan(2e-7)
})

const facts: SaleFacts = {
  direction: 'up',
  stake: 10_000,
  payoutPercent: 80,
  strikePoints: 100_000,
  points: 100_000,
  leftMs: 60_000,
  volatility: 0.00001,
  feePercent: 3,
}

test('at the opening price, an option is worth half of the win, less the fee', () => {
  expect(computeSaleValue(facts)).toBe(8730)
  expect(computeSaleValue({ ...facts, direction: 'down' })).toBe(8730)
})

test('one deviation ahead, an option has 84 % of the win, less the fee', () => {
  const leftMs = 100_000
  // 100,000 points x 0.00001 x 10 (the root of 100 s) = 10 points
  expect(computeSaleValue({ ...facts, leftMs, strikePoints: 99_990, points: 100_000 })).toBe(
    Math.floor(18_000 * 0.84134475 * 0.97),
  )
})

const anyFacts = fc.record({
  direction: fc.constantFrom('up' as const, 'down' as const),
  stake: fc.integer({ min: 1, max: 1e9 }),
  payoutPercent: fc.integer({ min: 1, max: 200 }),
  strikePoints: fc.integer({ min: 1, max: 1e8 }),
  points: fc.integer({ min: 1, max: 1e8 }),
  leftMs: fc.integer({ min: 0, max: 86_400_000 }),
  volatility: fc.double({ min: 1e-7, max: 1e-2, noNaN: true }),
  feePercent: fc.double({ min: 0, max: 50, noNaN: true }),
})

test('a value is a whole number between 0 and the win', () => {
  fc.assert(
    fc.property(anyFacts, (each) => {
      const value = computeSaleValue(each)
      expect(Number.isInteger(value)).toBe(true)
      expect(value).toBeGreaterThanOrEqual(0)
      expect(value).toBeLessThanOrEqual(computeWin(each.stake, each.payoutPercent))
    }),
  )
})

test('a value never falls when the option gets ahead', () => {
  fc.assert(
    fc.property(anyFacts, fc.integer({ min: 1, max: 1e6 }), (each, further) => {
      const { strikePoints } = each
      const ahead = each.direction === 'up' ? strikePoints - further : strikePoints + further
      fc.pre(ahead > 0)
      expect(computeSaleValue({ ...each, strikePoints: ahead })).toBeGreaterThanOrEqual(computeSaleValue(each))
    }),
  )
})

test('a value never rises with the fee', () => {
  fc.assert(
    fc.property(anyFacts, fc.double({ min: 0, max: 50, noNaN: true }), (each, more) => {
      expect(computeSaleValue({ ...each, feePercent: each.feePercent + more })).toBeLessThanOrEqual(
        computeSaleValue(each),
      )
    }),
  )
})

test('ahead, a value never falls as time runs out; behind, it never rises', () => {
  fc.assert(
    fc.property(anyFacts, fc.integer({ min: 0, max: 86_400_000 }), (each, less) => {
      const later = computeSaleValue({ ...each, leftMs: Math.max(0, each.leftMs - less) })
      const isAhead = each.direction === 'up' ? each.points >= each.strikePoints : each.points <= each.strikePoints
      if (isAhead) expect(later).toBeGreaterThanOrEqual(computeSaleValue(each))
      else expect(later).toBeLessThanOrEqual(computeSaleValue(each))
    }),
  )
})
