import { expect, test } from 'vitest'

import { ratePassword } from './password-strength.ts'

test.each([
  ['', 'short'],
  ['Ab1!xyz', 'short'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['password1234!', 'weak'],
  ['jfkdlsah', 'weak'],
  ['jfkdlsah4', 'fair'],
  ['Jfkdlsah4!', 'good'],
  ['correct horse battery', 'good'],
  ['зелёный дом на углу', 'good'],
])('%s is %s', (password, strength) => {
  expect(ratePassword(password)).toBe(strength)
})

test('parts of the own name do not make a password stronger', () => {
  expect(ratePassword('Johansson-1987', ['Anna', 'Johansson'])).toBe('weak')
})
