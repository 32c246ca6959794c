import { expect, test } from 'vitest'

import { multiplyExactly } from './exact.ts'

test.each<[readonly number[], number, number, number]>([
  [[1.1, 1.1, 100], 121, 121, 121],
  [[0.25, 0.5], 0, 1, 0],
  [[0.5, 1], 0, 1, 1],
  [[2.5, 3], 7, 8, 8],
  [[2.49, 1], 2, 3, 2],
  [[1e21, 3], 3e21, 3e21, 3e21],
  [[1.5e-7, 1e7], 1, 2, 2],
  [[7], 7, 7, 7],
])(
  'the product of %j is %d rounded down, %d rounded up and %d rounded to the nearest',
  (factors, down, up, nearest) => {
    expect(multiplyExactly(factors, 'down')).toBe(down)
    expect(multiplyExactly(factors, 'up')).toBe(up)
    expect(multiplyExactly(factors, 'nearest')).toBe(nearest)
  },
)

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])('%d is no factor', (factor) => {
  expect(() => multiplyExactly([factor], 'down')).toThrow('a factor is a number that is not negative')
})
