import { expect, test } from 'vitest'

import { claimCodes, claimMethods, findTransactionId, isClaimCode, isClaimReached } from './claims.ts'

test('each way of a reported payment has a code of its own', () => {
  expect(claimMethods.map((method) => claimCodes[method])).toEqual(['BITCOIN', 'LITECOIN', 'WEBMONEY', 'BANK'])
  expect(Object.keys(claimCodes)).toEqual(claimMethods)
})

test.each([
  ['BITCOIN', true],
  ['BANK', true],
  ['BTC', false],
  ['bank', false],
])('the code %s is one of a reported payment: %s', (code, expected) => {
  expect(isClaimCode(code)).toBe(expected)
})

test.each([
  [100_000, 99_999, false],
  [100_000, 100_000, true],
  [100_000, 100_001, true],
])('of a reported payment of %d, %d has come: it is reached is %s', (claimed, received, expected) => {
  expect(isClaimReached(claimed, received)).toBe(expected)
})

const id = '0123456789abcdef'.repeat(4)

test.each([
  ['the transaction', id, id],
  ['capital letters', id.toUpperCase(), id],
  ['a link', `https://explorer.example/tx/${id}?from=me`, id],
  ['a word before it', `sent: ${id}.`, id],
  ['one digit too few', id.slice(1), null],
  ['one digit too many', `${id}0`, null],
  ['a letter before it', `x${id}`, null],
  ['a letter that is no digit', `${id.slice(1)}g`, null],
  ['other words', 'sent on Monday', null],
])('finds the transaction in %s', (_name, text, expected) => {
  expect(findTransactionId(text)).toBe(expected)
})
