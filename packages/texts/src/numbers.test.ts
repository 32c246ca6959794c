import { expect, test } from 'vitest'

import { isolateNumber, toIntlTag } from './numbers.ts'

test.each([
  ['en', '1,234.5'],
  ['ru', '1\u00a0234,5'],
  ['ar', '1,234.5'],
  // This language has digits of its own.
  ['fa', '1,234.5'],
])('digits are Latin in %s', (locale, expected) => {
  expect(new Intl.NumberFormat(toIntlTag(locale)).format(1234.5)).toBe(expected)
})

test.each([
  ['en', '+$5'],
  ['ar', '\u2066+$5\u2069'],
  ['he-XB', '\u2066+$5\u2069'],
  ['xx', '+$5'],
])('a number in %s is isolated only in a language that is written from right to left', (locale, expected) => {
  expect(isolateNumber(locale, '+$5')).toBe(expected)
})
