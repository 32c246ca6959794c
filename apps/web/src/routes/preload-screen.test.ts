import { expect, test } from 'vitest'

import { findScreen } from './preload-screen.ts'

test.each([
  ['', ['landing']],
  ['/', ['landing']],
  ['/login', []],
  ['/login?expired', []],
  ['/register', ['auth']],
  ['/trading#/home', ['cards', 'deposits', 'wallets', 'crypto', 'trading']],
  ['/trading', ['cards', 'deposits', 'wallets', 'crypto', 'trading']],
  ['/trading/#/home?symbol=EURUSD', ['cards', 'deposits', 'wallets', 'crypto', 'trading']],
  ['/trading#/show/funding/bitcoin', ['cards', 'deposits', 'wallets', 'crypto', 'promo', 'offers', 'validation']],
  ['/trading#/show/history', ['history', 'cards', 'deposits']],
])('the address %j loads a screen with the texts %j at once', (address, texts) => {
  expect(findScreen(address)?.texts).toEqual(texts)
})

test.each(['/forgot', '/show/faq', '/trading#/show/news', '/ladder', '/logins'])(
  'the screen of %j loads after its area',
  (address) => {
    expect(findScreen(address)).toBe(undefined)
  },
)
