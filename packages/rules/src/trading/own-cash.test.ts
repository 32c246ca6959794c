import { expect, test } from 'vitest'

import { countOwnCash } from './own-cash.ts'

test.each([
  ['won', false, 70],
  ['lost', false, 70],
  ['sold', false, 70],
  ['tie', false, 0],
  ['void', false, 0],
  ['refused', false, 0],
  ['open', false, 0],
  ['won', true, 0],
  ['lost', true, 0],
] as const)(
  'of a stake of 100 with 30 of a bonus in a trade that is %s (opposite: %s), %i count',
  (state, isOpposite, own) => {
    expect(countOwnCash({ stake: 100, bonusStake: 30 }, state, isOpposite)).toBe(own)
  },
)
