import { expect, test } from 'vitest'

import { checkGuessability } from './password-policy.ts'

const owner = { firstName: 'Olivia', lastName: 'Lee', email: 'o.brown@example.com' }

test.each([
  ['password', 'auth.password_common'],
  ['12345678', 'auth.password_common'],
  ['PassWord1', 'auth.password_common'],
  ['qwertyuiop', 'auth.password_common'],
  ['aaaaaaaa', 'auth.password_common'],
  ['        ', 'auth.password_common'],
  ['Tradefront', 'auth.password_common'],
  ['tradefront2026!', 'auth.password_common'],
  ['my-olivia-77', 'auth.password_personal'],
  ['xxOLIVIAxx', 'auth.password_personal'],
  ['sun and lee 9', 'auth.password_personal'],
  ['o.brown@example.com', 'auth.password_personal'],
  ['so.browned', 'auth.password_personal'],
  ['asleep at noon', null],
  ['seven yellow sunflowers', null],
])('the password %j is answered with %s', async (password, code) => {
  const result = await checkGuessability(password, owner)
  expect(result.ok ? null : result.code).toBe(code)
})

test.each(['annamaria1', 'maria-1988', 'delacruz!', 'Smith2026', 'johnsmith99'])(
  'a password with a part of a longer name or address is refused: %s',
  async (password) => {
    const long = { firstName: 'Anna Maria', lastName: 'de la Cruz', email: 'john.smith@example.com' }
    expect(await checkGuessability(password, long)).toMatchObject({ ok: false, code: 'auth.password_personal' })
  },
)

test('a name or an address of two letters refuses no password', async () => {
  const short = { firstName: 'Bo', lastName: ' ', email: 'bo@example.com' }
  expect(await checkGuessability('bo likes boats', short)).toMatchObject({ ok: true })
})
