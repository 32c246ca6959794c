import { expect, test } from 'vitest'

import {
  computeUsableFromMs,
  findAccountProblem,
  isCardNumber,
  maskAccount,
  normalizeAccount,
} from './destination-account.ts'

test.each([
  ['bank', ' gb29 nwbk 6016 1331 9268 19', 'GB29NWBK60161331926819'],
  ['skrill', 'Ada@Example.COM ', 'ada@example.com'],
  ['bitcoin', ' bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
  ['webmoney', 'z123456789012', 'Z123456789012'],
  ['neteller', 'Ada@Example.com', 'ada@example.com'],
  ['paypal', 'Ada@Example.com', 'ada@example.com'],
  ['perfect', 'u1234567', 'U1234567'],
  ['okpay', 'ok123456789', 'OK123456789'],
  ['yandex', '4100 1123 4567 89', '41001123456789'],
  ['qiwi', '+7 912 345 67 89', '+79123456789'],
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
  // The checksum of each of these is right.
  for (const account of ['410011234567890', '42424242424242', '42424242424242424242', ''])
    expect(isCardNumber(account), account).toBe(false)
  expect(isCardNumber('4111 1111 1111 1111')).toBe(true)
})

test.each([
  ['bank', 'GB29NWBK60161331926819', 'GB29 •••• 6819'],
  ['skrill', 'ada@example.com', 'a•••@example.com'],
  ['perfect', 'U1234567', '•••• 567'],
  ['perfect', 'U12345678', 'U123 •••• 5678'],
] as const)('an account of %s is shown in part', (method, account, shown) => {
  expect(maskAccount(method, account)).toBe(shown)
})

test('a destination can be used after a day, and after the time in which a change of the e-mail can be undone', () => {
  const hourMs = 3_600_000
  expect(computeUsableFromMs(1000, null)).toBe(1000 + 24 * hourMs)
  expect(computeUsableFromMs(1000, -10 * hourMs)).toBe(62 * hourMs)
  expect(computeUsableFromMs(1000, -72 * hourMs)).toBe(1000 + 24 * hourMs)
})
