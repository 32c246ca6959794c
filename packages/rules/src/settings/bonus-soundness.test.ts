import { expect, test } from 'vitest'

import { computeLowestEdge, isBonusSound } from './bonus-soundness.ts'

const settings = { turnoverFactor: 30, releaseFactor: 1, payoutPercent: 82, ladderMarginPercent: 9 }

test.each([
  [82, 9, 0.045],
  [95, 9, 0.0125],
  [82, 3, 0.015],
  [78, 50, 0.055],
])(
  'payouts of %d%% and a ladder margin of %d%% leave the house %d of a stake',
  (payoutPercent, ladderMarginPercent, edge) => {
    expect(computeLowestEdge({ ...settings, payoutPercent, ladderMarginPercent })).toBeCloseTo(edge, 10)
  },
)

test.each([
  [{}, true],
  // 0.0125 x 80 = 1: the turnover costs what the bonus releases.
  [{ payoutPercent: 95, turnoverFactor: 80 }, false],
  [{ payoutPercent: 95, turnoverFactor: 81 }, true],
  [{ ladderMarginPercent: 3 }, false],
  [{ turnoverFactor: 23 }, true],
  [{ turnoverFactor: 22 }, false],
  [{ releaseFactor: 1.35 }, false],
  [{ releaseFactor: 1.34 }, true],
])('with %o a bonus costs more turnover than it releases: %s', (change, expected) => {
  expect(isBonusSound({ ...settings, ...change })).toBe(expected)
})
