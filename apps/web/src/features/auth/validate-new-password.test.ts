import { expect, test } from 'vitest'

import { validateNewPassword } from './validate-new-password.ts'

test.each([
  ['long enough', 'long enough', {}],
  ['seven77', 'seven77', { password: 'auth.password_short' }],
  ['long enough', 'long enougH', { repeated: 'auth.passwords_differ' }],
  ['long enough', '', { repeated: 'auth.passwords_differ' }],
  ['long enough ', 'long enough', { repeated: 'auth.passwords_differ' }],
  ['x'.repeat(201), 'x'.repeat(201), { password: 'auth.password_short' }],
])('%s and %s', (password, repeated, errors) => {
  expect(validateNewPassword(password, repeated)).toEqual(errors)
})
