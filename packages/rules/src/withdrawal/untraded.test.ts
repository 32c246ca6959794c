import { expect, test } from 'vitest'

import { computeUntraded, computeUntradedPart } from './untraded.ts'

test.each([
  ['a deposit without trades', [[1000, 0]], 1, 1000, 1000],
  ['a deposit that was traded in part', [[1000, 300]], 1, 700, 700],
  ['a deposit that was traded once', [[1000, 1000]], 1, 0, 0],
  [
    'turnover of the past frees no new deposit',
    [
      [1000, 9000],
      [500, 0],
    ],
    1,
    500,
    500,
  ],
  [
    'turnover after two deposits counts for both',
    [
      [1000, 0],
      [500, 600],
    ],
    1,
    900,
    900,
  ],
  ['a factor of 2 asks for twice the deposit', [[1000, 300]], 2, 850, 1700],
  ['a factor of 0 asks for nothing', [[1000, 0]], 0, 0, 0],
  ['a half cent is rounded up', [[1001, 500]], 1.5, 668, 1002],
  [
    'what was refunded needs no turnover',
    [
      [0, 0],
      [200, 50],
    ],
    1,
    150,
    150,
  ],
] as const)('untraded money: %s', (_name, charges, factor, untraded, leftToTrade) => {
  const given = charges.map(([left, turnoverAfter]) => ({ left, turnoverAfter }))
  expect(computeUntraded(given, factor)).toEqual({ untraded, leftToTrade })
})

test('traded money leaves first', () => {
  expect(computeUntradedPart(300, 1000, 600)).toBe(0)
  expect(computeUntradedPart(400, 1000, 600)).toBe(0)
  expect(computeUntradedPart(401, 1000, 600)).toBe(1)
  expect(computeUntradedPart(1000, 1000, 600)).toBe(600)
  // The rest of the deposit was lost.
  expect(computeUntradedPart(100, 100, 600)).toBe(100)
})
