import fc from 'fast-check'
import { expect, test } from 'vitest'

import { computeReturn, computeWin, decideOutcome, splitReturn, splitStake } from './outcome.ts'

test.each([
  ['up', 100, 101, 'won'],
  ['up', 100, 99, 'lost'],
  ['up', 100, 100, 'tie'],
  ['down', 100, 99, 'won'],
  ['down', 100, 101, 'lost'],
  ['down', 100, 100, 'tie'],
] as const)('an option %s from %d to %d is %s', (direction, open, close, outcome) => {
  expect(decideOutcome(direction, open, close)).toBe(outcome)
})

test.each([
  ['won', 1000, 82, 1820],
  ['won', 101, 82, 183],
  ['won', 1, 82, 1],
  ['lost', 1000, 82, 0],
  ['tie', 1000, 82, 1000],
  ['void', 1000, 82, 1000],
  ['refused', 1000, 82, 1000],
] as const)(
  'an option that is %s, with a stake of %d and a payout of %d percent, returns %d',
  (state, stake, payout, returned) => {
    expect(computeReturn(state, stake, payout)).toBe(returned)
  },
)

test.each([
  [1000, 0, 1820, { cash: 1820, bonus: 0 }],
  [1000, 1000, 1820, { cash: 0, bonus: 1820 }],
  [1000, 333, 1820, { cash: 1214, bonus: 606 }],
  [3, 1, 2, { cash: 2, bonus: 0 }],
  [1000, 500, 0, { cash: 0, bonus: 0 }],
])('of a stake of %d with %d of bonus, %d comes back as %o', (stake, bonusStake, returned, parts) => {
  expect(splitReturn(returned, { stake, bonusStake })).toEqual(parts)
})

test.each([
  [100, { cash: 500, bonus: 500 }, { cash: 100, bonus: 0 }],
  [700, { cash: 500, bonus: 500 }, { cash: 500, bonus: 200 }],
  [1000, { cash: 500, bonus: 500 }, { cash: 500, bonus: 500 }],
  [1001, { cash: 500, bonus: 500 }, null],
])('a stake of %d from %o is %o', (stake, balances, parts) => {
  expect(splitStake(stake, balances)).toEqual(parts)
})

test('the parts of a return are never negative, sum to it, and the bonus never gets more than its share', () => {
  const stakes = fc
    .integer({ min: 1, max: 1e12 })
    .chain((stake) =>
      fc.tuple(fc.constant(stake), fc.integer({ min: 0, max: stake }), fc.integer({ min: 1, max: 200 })),
    )
  fc.assert(
    fc.property(stakes, ([stake, bonusStake, payout]) => {
      const returned = computeWin(stake, payout)
      const { cash, bonus } = splitReturn(returned, { stake, bonusStake })
      expect(cash + bonus).toBe(returned)
      expect(bonus).toBeGreaterThanOrEqual(0)
      expect(cash).toBeGreaterThanOrEqual(0)
      expect(BigInt(bonus) * BigInt(stake)).toBeLessThanOrEqual(BigInt(returned) * BigInt(bonusStake))
    }),
  )
})
