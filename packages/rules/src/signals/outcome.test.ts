import { expect, test } from 'vitest'

import { judgeSignal } from './outcome.ts'

test.each([
  ['up', 101, 'right'],
  ['up', 99, 'wrong'],
  ['down', 99, 'right'],
  ['down', 101, 'wrong'],
  ['up', 100, 'even'],
  ['down', 100, 'even'],
  ['up', null, 'no_price'],
] as const)('a signal %s at 100 is, with a later price of %s, %s', (direction, later, outcome) => {
  expect(judgeSignal(direction, 100, later)).toBe(outcome)
})
