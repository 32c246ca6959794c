import { expect, test } from 'vitest'

import { findPreloadedScreen } from './preload-screen.ts'

test.each([
  ['', '#/home'],
  ['#/home?symbol=EURUSD', '#/home'],
  ['#/show/funding/bitcoin', '#/show/funding'],
  ['#/show/history', '#/show/history'],
  ['#/show/news', undefined],
  ['#/listen/funding/orange/1/2', undefined],
])('the hash %j loads %s beside the area', (hash, screen) => {
  expect(findPreloadedScreen(hash)?.hash).toBe(screen)
})
