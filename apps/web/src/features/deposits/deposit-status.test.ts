import { expect, test } from 'vitest'

import { findDepositTab, getDepositStatus, getUndoneText } from './deposit-status.ts'

test.each([
  ['reversed', 'cards.is_reversed', 'cards.reversed_text'],
  ['taken_back', 'cards.is_taken_back', 'cards.taken_back_text'],
] as const)('a credited deposit whose money is %s says so', (refund, status, text) => {
  expect(getDepositStatus({ state: 'succeeded', refund }).text).toBe(status)
  expect(getUndoneText({ refund })).toBe(text)
})

test('a credited deposit that keeps its money has no such text', () => {
  expect(getDepositStatus({ state: 'succeeded', refund: null }).text).toBe('cards.is_succeeded')
  expect(getUndoneText({ refund: null })).toBeNull()
})

test.each([
  ['a card', {}, 'cards.is_refunded'],
  ['a wallet', { wallet: { name: 'skrill', is_claim: false } }, 'cards.is_returned'],
] as const)('money that was sent back to %s says where it went', (_name, changes, text) => {
  expect(getDepositStatus({ state: 'failed', refund: 'refunded', ...changes }).text).toBe(text)
})

test('money for an invoice that the network took back says so', () => {
  const invoice = { coin: 'BTC', guid: 'g' } as const
  expect(getDepositStatus({ state: 'succeeded', refund: 'reversed', invoice }).text).toBe('cards.is_reversed_coins')
  expect(getUndoneText({ refund: 'reversed', invoice })).toBe('cards.reversed_coins_text')
})

test('an open invoice waits for its payment', () => {
  const invoice = { coin: 'ETH', guid: 'g' } as const
  for (const state of ['open', 'processing'] as const)
    expect(getDepositStatus({ state, refund: null, invoice }).text).toBe('cards.is_waiting_coins')
})

test('an invoice that was paid in part is partly on the account, and a reported payment is looked for', () => {
  const invoice = { coin: 'BTC', guid: 'g' } as const
  expect(getDepositStatus({ state: 'failed', refund: null, credited: { cash: 4, bonus: 0 }, invoice }).text).toBe(
    'cards.is_part',
  )
  const wallet = { name: 'bank', is_claim: true }
  expect(getDepositStatus({ state: 'review', refund: null, wallet }).text).toBe('cards.is_looked_for')
})

test.each([
  [{ invoice: null }, 'card'],
  [{ invoice: { coin: 'ETH', guid: 'g' } }, 'eth'],
  [{ invoice: null, wallet: { name: 'WebMoney', is_claim: true } }, 'webmoney'],
  [{ invoice: null, wallet: { name: 'removed', is_claim: false } }, null],
] as const)('a deposit with %j belongs to the method %s', (deposit, tab) => {
  expect(findDepositTab(deposit)).toBe(tab)
})
