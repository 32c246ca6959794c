import { expect, test } from 'vitest'

import { isAddressRange, isInRanges } from './address-ranges.ts'

test.each([
  ['203.0.113.7', true],
  ['203.0.113.0/24', true],
  ['2001:db8::/32', true],
  ['203.0.113.0/33', false],
  ['2001:db8::/129', false],
  ['203.0.113.0/', false],
  ['203.0.113.0/8/8', false],
  ['example.com', false],
  ['', false],
])('%s as an address or network: %s', (range, isOne) => {
  expect(isAddressRange(range)).toBe(isOne)
})

test.each([
  ['203.0.113.7', ['203.0.113.0/24'], true],
  ['::ffff:203.0.113.7', ['203.0.113.0/24'], true],
  ['203.0.114.7', ['203.0.113.0/24'], false],
  ['203.0.113.7', ['203.0.113.8', '203.0.113.7'], true],
  ['203.0.113.7', ['2001:db8::/32'], false],
  ['2001:db8::9', ['2001:db8::/32'], true],
  ['2001:db9::9', ['2001:db8::/32'], false],
  ['203.0.113.7', [], true],
])('%s in %j: %s', (address, ranges, isIn) => {
  expect(isInRanges(address, ranges)).toBe(isIn)
})
