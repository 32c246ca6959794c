import { expect, test } from 'vitest'

import { isUserInitiated, parseAutologin } from './autologin.ts'

const nothing = { email: '', password: '', redirect: '', mobile: false }

test.each([
  [
    { email: ' a@b.cd ', password: ' p ', redirect: '/show/funding', mobile: '1' },
    { email: 'a@b.cd', password: ' p ', redirect: '/show/funding', mobile: true },
  ],
  [{ email: 'a@b.cd' }, { ...nothing, email: 'a@b.cd' }],
  [{ email: ['a@b.cd', 'x'], password: { a: 1 }, mobile: 'maybe' }, nothing],
  [{ email: 'a'.repeat(255), password: 'b'.repeat(201), redirect: '/'.repeat(201) }, nothing],
  [Object.create({ email: 'inherited@b.cd' }), nothing],
  [null, nothing],
  ['email=a', nothing],
  [undefined, nothing],
])('%j', (given: unknown, read) => {
  expect(parseAutologin(given)).toEqual(read)
})

test.each([
  ['none', true],
  ['same-origin', true],
  ['same-site', false],
  ['cross-site', false],
  ['', false],
  [undefined, false],
])('Sec-Fetch-Site %s is initiated by the user: %s', (site, own) => {
  expect(isUserInitiated(site)).toBe(own)
})
