import { describe, expect, test } from 'vitest'

import { formatCardExpiry, parseCardExpiry } from './card-expiry.ts'

test.each([
  ['', ''],
  ['1', '1'],
  ['0', '0'],
  ['2', '02 /'],
  ['9', '09 /'],
  ['12', '12 /'],
  ['1/', '01 /'],
  ['122', '12 / 2'],
  ['1228', '12 / 28'],
  ['12 / 28', '12 / 28'],
  ['12/2028', '12 / 28'],
  ['122028', '12 / 28'],
  ['1/28', '01 / 28'],
  ['0128', '01 / 28'],
  ['2028-12', '12 / 28'],
  ['2028-1', '01 / 28'],
  ['12 / 20', '12 / 20'],
  ['12 / 2', '12 / 2'],
  ['12 / 287', '12 / 28'],
  ['ab', ''],
])('%j is shown as %j', (typed, shown) => {
  expect(formatCardExpiry(typed)).toBe(shown)
})

test('what is shown stays as it is', () => {
  for (const text of ['1', '02 /', '12 / 2', '12 / 28']) expect(formatCardExpiry(text)).toBe(text)
})

test.each(['122028', '12/2028', '0128', '1/28'])('%s can be typed', (typed) => {
  const shown = [...typed].reduce((text, key) => formatCardExpiry(text + key, text), '')
  expect(shown).toBe(formatCardExpiry(typed))
})

test('the slash can be deleted, with a digit of the month', () => {
  expect(formatCardExpiry('12 ', '12 /')).toBe('1')
  expect(formatCardExpiry('12 / 2', '12 / 28')).toBe('12 / 2')
  expect(formatCardExpiry('12 / ', '12 / 2')).toBe('12 /')
})

describe('month and year', () => {
  test.each([
    ['12 / 28', '12', '2028'],
    ['1/31', '01', '2031'],
    ['2031-07', '07', '2031'],
  ])('of %j are %s and %s', (text, month, year) => {
    expect(parseCardExpiry(text)).toEqual({ month, year })
  })

  test.each(['', '12', '12 / 2', '13 / 28', '00 / 28', '99'])('are empty for %j', (text) => {
    expect(parseCardExpiry(text)).toEqual({ month: '', year: '' })
  })
})
