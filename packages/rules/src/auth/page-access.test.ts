import { expect, test } from 'vitest'

import { canAccessPage } from './page-access.ts'

test.each([
  ['landing', true, false],
  ['login', true, false],
  ['register', true, false],
  ['forgot', true, false],
  ['reset', true, true],
  ['autologin', true, true],
  ['show', true, true],
  ['trading', false, true],
  ['nowhere', true, true],
  ['constructor', true, true],
])('%s: a visitor %s, a client %s', (page, visitor, client) => {
  expect([canAccessPage(page, false), canAccessPage(page, true)]).toEqual([visitor, client])
})
