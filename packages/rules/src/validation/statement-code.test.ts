import { expect, test } from 'vitest'

import { buildStatementDescriptor, normalizeStatementCode } from './statement-code.ts'

test.each([
  ['TRADEFRONT', 'TRADEFRONT 012345'],
  ['Tradefront Europe Limited, London', 'Tradefront Euro 012345'],
  ['Трейдфронт', '012345'],
  ['A,"B"\n', 'AB 012345'],
])('the statement of %s says %s', (name, descriptor) => {
  expect(buildStatementDescriptor(name, '012345')).toBe(descriptor)
})

test.each([
  ['012345', '012345'],
  [' 012 345 ', '012345'],
  ['012-345', '012345'],
  ['TRADEFRONT 012345', '012345'],
  ['TRADEFRONT*012345', '012345'],
  ['12345', '12345'],
  [' abc ', 'abc'],
])('reads %j as %s', (entered, code) => {
  expect(normalizeStatementCode(entered)).toBe(code)
})

test('a longer number is not shortened to one that could be right', () => {
  expect(normalizeStatementCode('0123456')).not.toBe('012345')
})
