import fc from 'fast-check'
import { expect, test } from 'vitest'

import { breakEvenPercent, payBack, sampleFeed, seeded } from './sample-feed.ts'

test('whatever the seed: 30 rows, 21 of them in profit, and the sign says so', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const rows = sampleFeed(seeded(seed))
      expect(rows).toHaveLength(30)
      expect(rows.filter(({ direction }) => direction === 'Profit')).toHaveLength(21)
      for (const { profit, direction } of rows) expect(profit > 0).toBe(direction === 'Profit')
      expect(new Set(rows.map(({ id }) => id)).size).toBe(30)
    }),
  )
})

test('the same seed gives the same rows, another one others', () => {
  expect(sampleFeed(seeded(7))).toEqual(sampleFeed(seeded(7)))
  expect(sampleFeed(seeded(7))).not.toEqual(sampleFeed(seeded(8)))
})

test.each([
  [50, 91],
  [33, 60.06],
])('a stake of %i comes back as %f', (stake, back) => {
  expect(payBack(stake)).toBe(back)
})

test.each([
  [0.82, 55],
  [1, 50],
  [0.6, 63],
])('at a payout of %f one has to be right %i times in 100', (payout, percent) => {
  expect(breakEvenPercent(payout)).toBe(percent)
})
