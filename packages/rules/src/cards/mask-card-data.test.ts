import fc from 'fast-check'
import { expect, test } from 'vitest'

import { hasValidLuhnChecksum } from './card-number.ts'
import { maskCardData, maskCardDataInName, maskCardDataInTrace } from './mask-card-data.ts'

test.each([
  ['4242424242424242', '•••• 4242'],
  ['my card 4242 4242 4242 4242, thanks', 'my card •••• 4242, thanks'],
  ['4242-4242-4242-4242', '•••• 4242'],
  ['/api/4242%204242%204242%204242/x', '/api/•••• 4242/x'],
  ['4242%204242%204242%204242%2012', '•••• 4242%2012'],
  ['1'.repeat(200), '1'.repeat(200)],
  ['1'.repeat(201), '•••• '],
  ['4242 4242 4242 4242 12/28', '•••• 4242 12/28'],
  ['4242 4242 4242 4242 123', '•••• 4242 123'],
  ['4242424242424242 5555555555554444', '•••• 4242 •••• 4444'],
  ['amex 3782 822463 10005', 'amex •••• 0005'],
  ['6759649826438453', '•••• 8453'],
  ['cvv: 123', 'cvv: •••'],
  ['{"cvc":"1234"}', '{"cvc":"•••"}'],
  ['security code 123', 'security code •••'],
  ['код безопасности 123', 'код безопасности •••'],
  ['4242/4242/4242/4242', '•••• 4242'],
  ['4242, 4242, 4242, 4242', '•••• 4242'],
  ['4242   4242   4242   4242', '•••• 4242'],
  ['４２４２４２４２４２４２４２４２', '•••• 4242'],
  ['CVV code 123', 'CVV code •••'],
  ['cvv 12345', 'cvv 12345'],
  // This number is Luhn-valid, but no card.
  ['reference 123456789015', 'reference 123456789015'],
  ['call +61 412 345 678', 'call +61 412 345 678'],
  ['4242424242424241', '4242424242424241'],
  ['order 12345, 2026-11-22 08:20', 'order 12345, 2026-11-22 08:20'],
  ['', ''],
])('%j becomes %j', (text, masked) => {
  expect(maskCardData(text)).toBe(masked)
})

test.each([
  ['reference 123456789015', 'reference •••• 9015'],
  ['{"code":"123"}', '{"code":"•••"}'],
  ['код 123', 'код •••'],
  // This is a PIN in the field of ENTROPAY's code.
  ['{"cvv":"12345678"}', '{"cvv":"•••"}'],
  ['cvv=12345', 'cvv=•••'],
  ['/cvv/123456/x', '/cvv/•••/x'],
  ['cvv=123456789', 'cvv=123456789'],
  ['{"code":"12345678"}', '{"code":"•••"}'],
  ['pin: 87654321', 'pin: •••'],
  ['12345678', '•••'],
  ['123456789', '123456789'],
  ['happiness 123', 'happiness 123'],
  ['123', '•••'],
  ['encode 123', 'encode 123'],
  // This number is longer than any card.
  ['99999999999999999999', '99999999999999999999'],
  ['loaded', 'loaded'],
])('in a trace %j becomes %j', (text, masked) => {
  expect(maskCardDataInTrace(text)).toBe(masked)
})

test.each([
  ['4242', '4242 4242 4242', '••••', '•••• •••• ••••'],
  ['42424242', '42424242', '••••••••', '••••••••'],
  ['cvv', '123', 'cvv', '•••'],
  ['Ada 4242 4242', '4242 4242', 'Ada •••• ••••', '•••• ••••'],
  ['Ada 4242424242424242', 'Lovelace', 'Ada •••• 4242', 'Lovelace'],
  ['Anna Maria', 'de la Cruz', 'Anna Maria', 'de la Cruz'],
  ['Ada', '', 'Ada', ''],
])('the name "%s" "%s" becomes "%s" "%s"', (first, last, maskedFirst, maskedLast) => {
  expect(maskCardDataInName({ first, last })).toEqual({ first: maskedFirst, last: maskedLast })
})

test('no Luhn-valid number of 12 to 19 digits stays, whatever separates its digits', () => {
  const separator = fc.constantFrom('', ' ', '-', '%20')
  const digit = fc.integer({ min: 0, max: 9 })
  fc.assert(
    fc.property(
      fc.array(digit, { minLength: 11, maxLength: 18 }),
      fc.array(separator, { minLength: 19, maxLength: 19 }),
      (start, gaps) => {
        const last = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].find((each) => hasValidLuhnChecksum([...start, each].join('')))
        const text = [...start, last].map((each, index) => `${index === 0 ? '' : gaps[index]}${each}`).join('')
        expect(maskCardDataInTrace(`a ${text} b`).replaceAll(/\D/g, '').length).toBeLessThanOrEqual(4 + 2 * 18)
        expect(maskCardDataInTrace(`a ${text} b`)).toContain('•••• ')
      },
    ),
  )
})

test('takes no more than linear time', () => {
  const started = Date.now()
  maskCardDataInTrace('4 '.repeat(50_000))
  maskCardDataInTrace('4 / '.repeat(50_000))
  maskCardDataInTrace('code '.repeat(20_000))
  maskCardData('cvv '.repeat(20_000))
  expect(Date.now() - started).toBeLessThan(1000)
})
