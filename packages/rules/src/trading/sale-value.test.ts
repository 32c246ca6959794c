import fc from 'fast-check'
import { expect, test } from 'vitest'

import { computeWin } from './outcome.ts'
import { computeFairValue, computeNormalProbability, computeSaleValue, type SaleFacts } from './sale-value.ts'

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
  deviation: 7.75,
  feePercent: 3,
}

test('half a point ahead, an option is worth half of the win, less the fee', () => {
  expect(computeSaleValue({ ...facts, strikePoints: 99_999.5 })).toBe(8730)
  expect(computeSaleValue({ ...facts, strikePoints: 100_000.5, direction: 'down' })).toBe(8730)
})

test('however the price was rounded, keeping an option is worth as much as its sale at the lowest fee', () => {
  // A deviation of two points is that of 5 s before the expiry, at the largest point that is sold.
  for (const deviation of [2, 7.75, 77.5])
    for (let ahead = -30; ahead <= 30; ahead += 1) {
      const each = { ...facts, deviation, points: 100_000 + ahead, feePercent: 1 }
      const win = computeNormalProbability((ahead - 1) / deviation)
      const tie = computeNormalProbability(ahead / deviation) - win
      expect(computeSaleValue(each)).toBeLessThanOrEqual(18_000 * win + 10_000 * tie + 0.01)
    }
})

test('one deviation ahead, an option has 84 % of the win, less the fee', () => {
  expect(computeSaleValue({ ...facts, deviation: 10, strikePoints: 99_989.5, points: 100_000 })).toBe(
    Math.floor(18_000 * 0.84134475 * 0.97),
  )
})

const anyFacts = fc.record({
  direction: fc.constantFrom('up' as const, 'down' as const),
  stake: fc.integer({ min: 1, max: 1e9 }),
  payoutPercent: fc.integer({ min: 1, max: 200 }),
  strikePoints: fc.integer({ min: 1, max: 1e8 }),
  points: fc.integer({ min: 1, max: 1e8 }),
  deviation: fc.double({ min: 1e-3, max: 1e7, noNaN: true }),
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
    fc.property(anyFacts, fc.double({ min: 1e-3, max: 1, noNaN: true }), (each, part) => {
      const later = computeSaleValue({ ...each, deviation: each.deviation * part })
      const isAhead = each.direction === 'up' ? each.points > each.strikePoints : each.points < each.strikePoints
      if (isAhead) expect(later).toBeGreaterThanOrEqual(computeSaleValue(each))
      else expect(later).toBeLessThanOrEqual(computeSaleValue(each))
    }),
  )
})

test('the fair value has no fee and nothing off for the rounding, the same for both directions', () => {
  const even = { direction: 'up', stake: 10_000, payoutPercent: 80, strikePoints: 100_000, points: 100_000 } as const
  const option = { ...even, deviation: 23.24 }
  expect(computeFairValue(option)).toBe(9000)
  expect(computeFairValue({ ...option, direction: 'down' })).toBe(9000)
  expect(computeSaleValue({ ...option, feePercent: 0 })).toBeLessThan(9000)
  // One deviation ahead, the chance to win is 84.13 %.
  expect(computeFairValue({ ...option, points: 100_000, strikePoints: 100_000 - 23.24 })).toBe(15_144)
})

test('of a measured deviation, a sale brings the lowest that it can be worth', () => {
  const option = { ...facts, feePercent: 3 }
  const measured = { ...option, deviation: 10, uncertainty: 6 }
  const ahead = { points: 100_000, strikePoints: 99_990 }
  const behind = { points: 100_000, strikePoints: 100_010 }
  expect(computeSaleValue({ ...measured, ...ahead })).toBe(computeSaleValue({ ...option, ...ahead, deviation: 60 }))
  expect(computeSaleValue({ ...measured, ...behind })).toBe(computeSaleValue({ ...option, ...behind, deviation: 10 }))
  expect(computeFairValue({ ...measured, ...ahead })).toBe(computeFairValue({ ...option, ...ahead, deviation: 60 }))
})
