import fc from 'fast-check'
import { expect, test } from 'vitest'

import { getFormat } from '../../platform/i18n/format.ts'
import { parseAmount } from './parse-amount.ts'

const languages = { en: getFormat('en').separators(), ru: getFormat('ru').separators() }
const inBoth = Object.values(languages)

test.each([
  ['500', 500],
  ['500.00', 500],
  ['500,00', 500],
  ['500.', 500],
  ['1 000', 1000],
  ["1'000", 1000],
  ['1,000,000', 1_000_000],
  ['1.000.000', 1_000_000],
  ['12,34,567', 1_234_567],
  ['007', 7],
  ['$500', 500],
  ['US$ 500.00', 500],
  ['500 USD', 500],
  ['500 dollars', 500],
  ['60 000 руб.', 60_000],
  ['500 долларов', 500],
  ['５００', 500],
  ['\u200f500\u00a0€', 500],
])('reads "%s" as %d in both languages, with and without cents', (text, value) => {
  for (const separators of inBoth)
    for (const fractionDigits of [0, 2])
      expect(parseAmount(text, separators, fractionDigits)).toEqual({ value, fault: null })
})

test.each([
  '-500',
  '$-5',
  '1e3',
  '5k',
  '10 тыс.',
  '5 hundred',
  '1.2.3',
  '1 00',
  '1,2,3',
  '100-200',
  '1/2',
  '٥٠٠',
  'abc',
  '--',
])('does not guess what "%s" means', (text) => {
  for (const separators of inBoth)
    for (const fractionDigits of [0, 2])
      expect(parseAmount(text, separators, fractionDigits)).toEqual({ value: null, fault: 'unclear' })
})

test.each(['', ' ', '$', '.', ','])('"%s" is empty', (text) => {
  for (const separators of inBoth) expect(parseAmount(text, separators, 2)).toEqual({ value: null, fault: null })
})

test.each(['99.99', '99,99', '1,000.50', '1.000,50', '0.5', '1,234.567'])(
  'a whole amount cannot be written "%s"',
  (text) => {
    for (const separators of inBoth)
      expect(parseAmount(text, separators, 0)).toEqual({ value: null, fault: 'not_whole' })
  },
)

test.each(['1,500', '1.500', '250.999', '99,999'])(
  '"%s" is read only if its mark groups thousands in the language',
  (text) => {
    for (const separators of inBoth)
      for (const fractionDigits of [0, 2]) {
        const isGroup = text.includes(separators.group)
        const fault = fractionDigits === 0 ? 'not_whole' : 'unclear'
        expect(parseAmount(text, separators, fractionDigits)).toEqual(
          isGroup ? { value: Number(text.replace(/\D/, '')), fault: null } : { value: null, fault },
        )
      }
  },
)

/** Amounts in cents, with the texts that people write for them. */
const writtenAmounts = fc
  .record({
    cents: fc.oneof(fc.integer({ min: 0, max: 2_000_000 }), fc.integer({ min: 0, max: 99_999_999_999 })),
    marks: fc.constantFrom(
      [',', '.'],
      ['.', ','],
      [' ', ','],
      [' ', '.'],
      ['\u00a0', ','],
      ["'", '.'],
      ['', '.'],
      ['', ','],
    ),
    before: fc.constantFrom('', '$', '€ ', '  '),
    behind: fc.constantFrom('', ' USD', ' руб.', ' dollars', '\n'),
    hasCents: fc.boolean(),
  })
  .map(({ cents, marks: [group = '', decimal = ''], before, behind, hasCents }) => {
    const value = hasCents ? cents : cents - (cents % 100)
    const whole = String(Math.trunc(value / 100)).replace(/\B(?=(\d{3})+$)/g, group)
    const fraction = hasCents ? `${decimal}${String(value % 100).padStart(2, '0')}` : ''
    return { text: `${before}${whole}${fraction}${behind}`, value: value / 100, hasCents }
  })

test('an amount with cents is the same in every notation and both languages', () => {
  fc.assert(
    fc.property(writtenAmounts, ({ text, value, hasCents }) => {
      for (const separators of inBoth) {
        const parsed = parseAmount(text, separators, 2)
        // `1.500` can mean 1500 and 1.5: one of both is refused, never read as the other.
        if (hasCents) expect(parsed).toEqual({ value, fault: null })
        else expect([value, ...(/^\D*\d{1,3}[.,]\d{3}\D*$/.test(text) ? [null] : [])]).toContain(parsed.value)
      }
    }),
  )
})

test('a whole amount is what was written, or is refused', () => {
  fc.assert(
    fc.property(writtenAmounts, ({ text, value }) => {
      for (const separators of inBoth) {
        const parsed = parseAmount(text, separators, 0)
        // `1.500` can mean 1500 and 1.5.
        const isAmbiguous = /^\D*\d{1,3}[.,]\d{3}\D*$/.test(text)
        if (Number.isInteger(value)) expect([value, ...(isAmbiguous ? [null] : [])]).toContain(parsed.value)
        else expect(parsed).toEqual({ value: null, fault: 'not_whole' })
      }
    }),
  )
})
