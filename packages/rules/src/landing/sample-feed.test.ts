import fc from 'fast-check'
import { expect, test } from 'vitest'

import { calculateExampleReturn, generateSampleFeed, createSeededRandom } from './sample-feed.ts'

test('every seed gives 30 rows, 21 of them in profit, a loss among any four, and each with the right sign', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const rows = generateSampleFeed(createSeededRandom(seed))
      expect(rows).toHaveLength(30)
      expect(rows.filter(({ direction }) => direction === 'Profit')).toHaveLength(21)
      for (const { profit, direction } of rows) expect(profit > 0).toBe(direction === 'Profit')
      for (const { id } of rows.slice(3))
        expect(rows.slice(id - 3, id + 1).some(({ direction }) => direction === 'Loss')).toBe(true)
      expect(new Set(rows.map(({ id }) => id)).size).toBe(30)
    }),
  )
})

test('the same seed gives the same rows, another seed other rows', () => {
  expect(generateSampleFeed(createSeededRandom(7))).toEqual(generateSampleFeed(createSeededRandom(7)))
  expect(generateSampleFeed(createSeededRandom(7))).not.toEqual(generateSampleFeed(createSeededRandom(8)))
})

test.each([
  [50, 91],
  [33, 60.06],
])('a winning stake of %i returns %f', (stake, back) => {
  expect(calculateExampleReturn(stake)).toBe(back)
})
