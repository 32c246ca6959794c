import fc from 'fast-check'
import { expect, test } from 'vitest'

import { currencies, getFractionDigits, fromMinor, toMinor } from './money.ts'

test('account currencies have two digits, others five (spec: account 5)', () => {
  expect(currencies.map(getFractionDigits)).toEqual([2, 2, 2, 2])
  expect(getFractionDigits('BTC')).toBe(5)
})

test.each([
  [1.005, 101],
  [0.1 + 0.2, 30],
  [1000, 100_000],
  [-1.5, -150],
  [1e-7, 0],
  [1e21, 1e23],
])('%d major units are %d minor units', (major, minor) => {
  expect(toMinor(major, 'USD')).toBe(minor)
})

test('converting to major units and back changes nothing', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e13, max: 1e13 }), fc.constantFrom('USD', 'BTC'), (minor, currency) => {
      expect(toMinor(fromMinor(minor, currency), currency)).toBe(minor)
    }),
  )
})
