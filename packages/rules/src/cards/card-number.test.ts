import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  cardKinds,
  cleanCardNumber,
  detectCardKind,
  formatCardNumberInput,
  formatCardNumber,
  formatAllowedLengths,
  hasValidLuhnChecksum,
} from './card-number.ts'

describe('card types (spec: funding 5)', () => {
  test.each([
    ['amex', [15]],
    ['diners', [14]],
    ['jcb', [16]],
    ['laser', [16, 17, 18, 19]],
    ['visa_electron', [16]],
    ['visa', [16]],
    ['mastercard', [16]],
    ['maestro', [12, 13, 14, 15, 16, 17, 18, 19]],
    ['discover', [16]],
  ])('%s', (name, lengths) => {
    expect(cardKinds.find((kind) => kind.name === name)?.lengths).toEqual(lengths)
  })

  test.each([
    ['amex', null, ['34', '37']],
    ['diners', null, ['300', '305', '36', '38']],
    ['jcb', null, ['3528', '3529', '353', '358']],
    ['laser', null, ['6304', '6706', '6709', '6771']],
    ['visa_electron', 'visa', ['4026', '417500', '4508', '4844', '4913', '4917']],
    ['visa', 'visa', ['4', '4027', '4175', '4911', '4918']],
    ['mastercard', 'mastercard', ['51', '55', '2221', '2229', '223', '229', '23', '26', '270', '271', '2720']],
    ['discover', null, ['6011', '622', '644', '649', '65']],
    ['maestro', 'maestro', ['50', '56', '59', '6', '6010', '621', '643', '66', '6770']],
  ])('%s is charged as %s, and starts with one of %j', (name, type, prefixes) => {
    for (const prefix of prefixes) expect(detectCardKind(prefix), prefix).toMatchObject({ name, type })
  })

  test.each(['', '1', '9999', '306', '3527', '359', '2220', '2721', '28'])('%j has no known type', (number) => {
    expect(detectCardKind(number)).toBeNull()
  })
})

describe('grouping while typing', () => {
  test.each([
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['4242424242424242', '4242 4242 4242 4242'],
    ['42424242424242421111', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['30569309025904', '3056 930902 5904'],
    ['6759649826438453', '6759 6498 2643 8453'],
    ['6759649826438453123', '6759 6498 2643 8453 123'],
    ['', ''],
  ])('%s', (number, grouped) => {
    expect(formatCardNumber(number)).toBe(grouped)
  })

  test.each([
    ['4242-4242-4242-4242', 19, '4242 4242 4242 4242', 19],
    ['Card: 4242\u00a04242', 15, '4242 4242', 9],
    ['42421', 5, '4242 1', 6],
    ['4242 9', 4, '4242 9', 4],
    ['42 42', 2, '4242', 2],
  ])('cleans %j', (text, caret, shown, place) => {
    expect(formatCardNumberInput(text, caret)).toEqual({ text: shown, caret: place })
  })

  test('grouping keeps the digits and the position of the caret', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^4[0-9 -]{0,20}$/), fc.nat(21), (text, at) => {
        const caret = Math.min(at, text.length)
        const shown = formatCardNumberInput(text, caret)
        expect(cleanCardNumber(shown.text)).toBe(cleanCardNumber(text).slice(0, 16))
        const before = cleanCardNumber(text.slice(0, caret)).slice(0, 16)
        expect(cleanCardNumber(shown.text.slice(0, shown.caret))).toBe(before)
        expect(formatCardNumberInput(shown.text, shown.caret)).toEqual(shown)
      }),
    )
  })
})

describe('allowed lengths as text', () => {
  test.each([
    ['4242', 'en', '16'],
    ['6304', 'en', '16, 17, 18, or 19'],
    ['6304', 'ru', '16, 17, 18 или 19'],
  ])('%s in %s', (number, locale, words) => {
    expect(formatAllowedLengths(number, locale)).toBe(words)
  })
})

test('the Luhn checksum finds every single wrong digit', () => {
  const digit = fc.integer({ min: 0, max: 9 })
  fc.assert(
    fc.property(fc.nat(15), digit, (place, wrong) => {
      const good = '4242424242424242'
      const changed = good.slice(0, place) + String(wrong) + good.slice(place + 1)
      expect(hasValidLuhnChecksum(changed)).toBe(changed === good)
    }),
  )
})
