import { expect, test } from 'vitest'

import { validateNewPassword } from './validate-new-password.ts'

test.each([
  ['long enough', 'long enough', {}],
  ['seven77', 'seven77', { password: 'auth.password_short' }],
  ['long enough', 'long enougH', { repeatPassword: 'auth.passwords_differ' }],
  ['long enough', '', { repeatPassword: 'auth.passwords_differ' }],
  ['long enough ', 'long enough', { repeatPassword: 'auth.passwords_differ' }],
  ['x'.repeat(201), 'x'.repeat(201), { password: 'auth.password_short' }],
])('checks a new password %s repeated as %s', (password, repeated, errors) => {
  expect(validateNewPassword(password, repeated)).toEqual(errors)
})
