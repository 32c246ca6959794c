import { describe, expect, test } from 'vitest'

import { findMedianPrice, listClosingTrades, type RecordedTrades } from './closing-price.ts'

describe('the median of trades', () => {
  const at = (atMs: number, ...trades: number[]) => ({ atMs, trades })
  const findPrice = (recorded: RecordedTrades[]) => findMedianPrice(listClosingTrades(recorded, 10_000))

  test.each([
    ['of the last second', [at(9001, 5, 1, 9), at(9500, 2), at(10_000, 8)], 5],
    ['without trades a second before', [at(9000, 1, 1, 1, 1, 1, 1), at(9001, 7, 7, 7, 7, 7)], 7],
    ['without trades after the time', [at(10_000, 7, 7, 7, 7, 7), at(10_001, 1, 1, 1, 1, 1, 1)], 7],
    ['with four in the second, of the last five', [at(5001, 1), at(9001, 4, 5, 6, 7)], 5],
    ['with fewer than five, null', [at(5000, 1), at(5001, 1), at(9001, 4, 5, 6)], null],
    ['of an even number, without the first', [at(9001, 1, 2, 3), at(9002, 4, 5, 6)], 4],
    ['of numbers and not of texts', [at(9001, 9, 10, 100, 1000, 20)], 20],
  ])('%s', (_name, recorded, expected) => {
    expect(findPrice(recorded)).toBe(expected)
  })

  test('is that of the listed trades, in their order and with their times', () => {
    expect(listClosingTrades([at(9001, 3, 1), at(9002, 9, 8, 7, 2)], 10_000)).toEqual([
      { atMs: 9001, points: 1 },
      ...[9, 8, 7, 2].map((points) => ({ atMs: 9002, points })),
    ])
    expect(listClosingTrades([at(9001, 3, 1, 2, 4)], 10_000)).toEqual([])
  })

  test('cannot be decided by one trade, however far it is', () => {
    const fair = [at(9100, 100, 101), at(9300, 102), at(9700, 101)]
    expect(findPrice([...fair, at(10_000, 999_999)])).toBe(101)
    expect(findPrice([...fair, at(10_000, 1)])).toBe(101)
  })
})
