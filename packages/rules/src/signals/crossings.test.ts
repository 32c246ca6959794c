import { expect, test } from 'vitest'

import { fastPeriod, findCrossing, minSignalCandles, slowPeriod } from './crossings.ts'

const flat = (count: number, price = 1000): number[] => Array.from({ length: count }, () => price)
/** Closing prices that fall slowly, so that the fast average is below the slow one. */
const falling = Array.from({ length: minSignalCandles }, (_, index) => 2000 - index)
const mirror = (closes: readonly number[]) => closes.map((close) => 4000 - close)

/** Counts the candles of a higher price until the averages cross. */
function findCrossingAfter(closes: readonly number[], price: number): { after: number; direction: string } {
  for (let after = 1; after < slowPeriod; after += 1) {
    const direction = findCrossing([...closes, ...flat(after, price)])
    if (direction !== null) return { after, direction }
  }
  throw new Error('no crossing')
}

test('the averages cross once, when the fast one has passed the slow one', () => {
  const up = findCrossingAfter(falling, 2000)
  expect(up.direction).toBe('up')
  expect(up.after).toBeLessThan(fastPeriod)
  expect(findCrossing([...falling, ...flat(up.after + 1, 2000)])).toBeNull()
  expect(findCrossingAfter(mirror(falling), 2000)).toEqual({ ...up, direction: 'down' })
})

test('a steady trend and a price that does not move cross nothing', () => {
  expect(findCrossing(falling)).toBeNull()
  expect(findCrossing(flat(300))).toBeNull()
})

test('averages that meet, and part on the same side, have not crossed', () => {
  // Both averages are 1,000 until the last candle.
  expect(findCrossing([...flat(200), 1100])).toBeNull()
})

test('while the averages stay on the new side, and meet there, they do not cross again', () => {
  const closes = [...falling, ...flat(2000, 2000)]
  const crossings = closes.map((_, index) => findCrossing(closes.slice(0, index + 1))).filter((each) => each !== null)
  expect(crossings).toEqual(['up'])
})

test('too few candles say nothing', () => {
  const { after } = findCrossingAfter(falling, 2000)
  const closes = [...falling, ...flat(after, 2000)]
  expect(findCrossing(closes)).toBe('up')
  expect(findCrossing(closes.slice(-minSignalCandles + 1))).toBeNull()
})
