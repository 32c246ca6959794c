import fc from 'fast-check'
import { expect, test } from 'vitest'

import { formatGrouped, groupNumber, parseNumber, getSeparators } from './grouped-number.ts'

const en = getSeparators('en')
const ru = getSeparators('ru')
const space = ru.group

test.each([
  ['', null],
  ['$', null],
  ['.', null],
  ['1000', 1000],
  ['1,000', 1000],
  ['$ 1,234.56', 1234.56],
  ['1.234,56', 1234.56],
  ['1 234,56', 1234.56],
  ['1.5', 1.5],
  ['1.239', 1.23],
  ['007', 7],
  ['-5', 5],
  ['.5', 0.5],
])('parses "%s" as %s in English', (text, value) => {
  expect(parseNumber(text, en)).toBe(value)
})

test.each([
  ['1000,5', 1000.5],
  ['1000.5', 1000.5],
  ['1.000', 1000],
  ['1,234.56', 1234.56],
  ['60 000 rub', 60_000],
])('parses "%s" as %s in Russian', (text, value) => {
  expect(parseNumber(text, ru)).toBe(value)
})

test.each([
  ['1000', 4, '1,000', 5],
  ['1,0000', 6, '10,000', 6],
  ['1,00', 4, '100', 3],
  ['91,000', 1, '91,000', 1],
  ['1,000.', 6, '1,000.', 6],
  ['1,000.567', 9, '1,000.56', 8],
  ['0010', 4, '10', 2],
  ['', 0, '', 0],
])('groups "%s" with the caret at %i to "%s" with the caret at %i', (text, caret, grouped, after) => {
  expect(groupNumber(text, caret, en)).toEqual({ text: grouped, caret: after })
})

test('groups with spaces and uses a decimal comma in Russian', () => {
  expect(groupNumber('15000.5', 7, ru).text).toBe(`15${space}000,5`)
  expect(formatGrouped(1234.5, ru)).toBe(`1${space}234,50`)
})

test('drops the decimal mark if only whole numbers are allowed', () => {
  expect(parseNumber('1234.56', en, 0)).toBe(123_456)
  expect(formatGrouped(null, en)).toBe('')
})

test('parses an amount with cents the same in every notation and language', () => {
  const styles = fc.constantFrom([',', '.'], ['.', ','], [' ', ','], [' ', '.'], [space, ','], ['', '.'], ['', ','])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), styles, (cents, [group = '', decimal = '']) => {
      const whole = String(Math.trunc(cents / 100)).replace(/\B(?=(\d{3})+$)/g, group)
      const text = `${whole}${decimal}${String(cents % 100).padStart(2, '0')}`
      for (const separators of [en, ru]) expect(parseNumber(text, separators)).toBe(cents / 100)
    }),
  )
})
