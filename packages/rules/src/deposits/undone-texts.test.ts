import { expect, test } from 'vitest'

import { findUndoneText } from './undone-texts.ts'

test.each([
  ['reversed', 'card', 'deposits.reversed_text'],
  ['reversed', 'wallet', 'deposits.reversed_text_wallet'],
  ['reversed', 'claim', 'deposits.reversed_text_claim'],
  ['reversed', 'coins', 'deposits.reversed_coins_text'],
  ['taken_back', 'card', 'deposits.taken_back_text'],
  ['taken_back', 'wallet', 'deposits.taken_back_text_wallet'],
  // No bank can take a claim back: an operator has reversed it.
  ['taken_back', 'claim', 'deposits.reversed_text_claim'],
  ['taken_back', 'coins', 'deposits.reversed_coins_text'],
] as const)('a credit that was %s, paid by %s, is explained by %s', (status, paidWith, key) => {
  expect(findUndoneText(status, paidWith)).toBe(key)
})
