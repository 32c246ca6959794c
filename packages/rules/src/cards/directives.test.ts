import { expect, test } from 'vitest'

import { isEqual, isIntegerAtLeast } from './directives.ts'

test.each([
  [250, 250, true],
  [251, 250, true],
  [249, 250, false],
  [250.5, 250, false],
  [Number.NaN, 250, false],
  [null, 250, false],
])('minam: %s with a minimum of %d is %s', (value, minimum, expected) => {
  expect(isIntegerAtLeast(value, minimum)).toBe(expected)
})

test.each([
  ['a', 'a', true],
  ['a', 'A', false],
])('equals: %s and %s is %s', (value, expected, answer) => {
  expect(isEqual(value, expected)).toBe(answer)
})
