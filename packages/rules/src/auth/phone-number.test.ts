import { expect, test } from 'vitest'

import { formatPhone, parsePhone, type PhoneOrigin } from './phone-number.ts'

test.each<[string, PhoneOrigin | undefined, string | null]>([
  ['+41 79 123 45 67', undefined, '+41791234567'],
  ['0041 79 123 45 67', undefined, '+41791234567'],
  ['41 79 123 45 67', undefined, '+41791234567'],
  ['+41 79 123 45 67', { country: 'AU' }, '+41791234567'],
  ['079 123 45 67', { prefix: '41' }, '+41791234567'],
  ['79 123 45 67', { country: 'CH' }, '+41791234567'],
  ['41 79 123 45 67', { prefix: '41' }, '+41791234567'],
  ['8 (916) 123-45-67', { country: 'RU' }, '+79161234567'],
  ['+49 30/1234.5678', undefined, '+493012345678'],
  ['+1\u00a0416\u2011555\u20110100', undefined, '+14165550100'],
  ['(416) 555-0100', { prefix: '1' }, '+14165550100'],
  ['(123) 456-7890', { prefix: '1' }, null],
  ['079 123 45 67', undefined, null],
  ['079 123 45 67', { prefix: '' }, null],
  ['12', { prefix: '41' }, null],
  ['+999 1234567', undefined, null],
  ['+41', undefined, null],
  ['(----)', { prefix: '41' }, null],
  ['call me 12345', { prefix: '41' }, null],
  ['+41 79 123 45 67 ext. 5', undefined, null],
  ['', { prefix: '41' }, null],
])('reads the phone number %s of %j as %s', (typed, origin, e164) => {
  expect(parsePhone(typed, origin)?.e164 ?? null).toBe(e164)
})

test('splits off the prefix and finds the country', () => {
  expect(parsePhone('+77011234567')).toEqual({
    e164: '+77011234567',
    prefix: '7',
    national: '7011234567',
    country: 'KZ',
  })
})

test.each([
  ['+41791234567', '+41 79 123 45 67'],
  ['+79161234567', '+7 916 123 45 67'],
  ['', ''],
  ['<svg onload>', '<svg onload>'],
])('formats %s as %s', (stored, shown) => {
  expect(formatPhone(stored)).toBe(shown)
})
