import { expect, test } from 'vitest'

import { getFormat } from '../../platform/i18n/format.ts'
import { canGroup, formatGrouped, groupNumber } from './grouped-number.ts'

const en = getFormat('en').separators()
const ru = getFormat('ru').separators()
const space = ru.group

test.each([
  ['1000', 4, '1,000', 5],
  ['1,0000', 6, '10,000', 6],
  ['1,00', 4, '100', 3],
  ['91,000', 1, '91,000', 1],
  ['1,000.', 6, '1,000.', 6],
  ['0010', 4, '10', 2],
  ['', 0, '', 0],
])('groups "%s" with the caret at %i to "%s" with the caret at %i', (text, caret, grouped, after) => {
  expect(groupNumber(text, caret, en)).toEqual({ text: grouped, caret: after })
})

test('groups with spaces and uses a decimal comma in Russian', () => {
  expect(groupNumber('15000,5', 7, ru).text).toBe(`15${space}000,5`)
  expect(formatGrouped(1234.5, ru)).toBe(`1${space}234,50`)
})

test.each([
  ['12,3456', '12,345', true],
  ['1234.5', '1,234', true],
  ['1234.567', '1,234.56', false],
  ['1,5', '1', false],
  ['1.5.', '1.5', false],
  ['15a', '15', false],
  // Another amount takes the place of the one shown, e.g. a pasted one, whose comma is a decimal mark.
  ['250,50', '1,000', false],
  ['12,50', '1,250', false],
  ['12,50', '1,234,567', false],
  ['1,0500', '1,000', true],
  ['1,234,67', '1,234,567', true],
] as const)('"%s" typed into "%s" can be grouped: %s', (text, shown, expected) => {
  expect(canGroup(text, shown, en, 2)).toBe(expected)
})

test('a decimal mark in a whole amount is not grouped away', () => {
  expect(canGroup('500.', '500', en, 0)).toBe(false)
})
