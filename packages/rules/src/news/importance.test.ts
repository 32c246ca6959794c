import { expect, test } from 'vitest'

import { isAtLeastAsImportant } from './importance.ts'

test.each([
  ['low', 'low', true],
  ['low', 'medium', false],
  ['medium', 'low', true],
  ['medium', 'high', false],
  ['high', 'medium', true],
] as const)('%s is at least as important as %s: %s', (importance, wanted, expected) => {
  expect(isAtLeastAsImportant(importance, wanted)).toBe(expected)
})
