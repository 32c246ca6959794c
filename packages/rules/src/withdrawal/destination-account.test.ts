import { expect, test } from 'vitest'

import { findAccountProblem, isCardNumber, maskAccount, normalizeAccount } from './destination-account.ts'

test.each([
  ['bank', ' gb29 nwbk 6016 1331 9268 19', 'GB29NWBK60161331926819'],
  ['skrill', 'Ada@Example.COM ', 'ada@example.com'],
  ['bitcoin', ' bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['webmoney', 'z123456789012', 'Z123456789012'],
] as const)('an account of %s is stored without spaces and in the usual case', (method, written, stored) => {
  expect(normalizeAccount(method, written)).toBe(stored)
  expect(findAccountProblem(method, stored)).toBe(null)
})

test.each([
  ['bank', 'GB29', 'withdrawal.account_bank'],
  ['eth', '0x123', 'withdrawal.account_eth'],
  ['paypal', 'ada', 'withdrawal.account_paypal'],
  ['perfect', '1234567', 'withdrawal.account_perfect'],
  ['okpay', 'OK1', 'withdrawal.account_okpay'],
  ['qiwi', '4242424242424242', 'withdrawal.account_is_card'],
  ['bitcoin', '4242424242424242', 'withdrawal.account_is_card'],
  ['bank', '5555-5555-5555-4444', 'withdrawal.account_is_card'],
] as const)('as an account of %s, %s is refused: %s', (method, account, problem) => {
  expect(findAccountProblem(method, account)).toBe(problem)
})

test('an account at YooMoney is no card, whatever its digits', () => {
  expect(isCardNumber('410011234567897')).toBe(false)
  expect(isCardNumber('4111 1111 1111 1111')).toBe(true)
})

test.each([
  ['bank', 'GB29NWBK60161331926819', 'GB29 •••• 6819'],
  ['skrill', 'ada@example.com', 'a•••@example.com'],
  ['perfect', 'U1234567', '•••• 567'],
] as const)('an account of %s is shown in part', (method, account, shown) => {
  expect(maskAccount(method, account)).toBe(shown)
})
