import { beforeAll, expect, test } from 'vitest'

import { getFormat } from '../../platform/i18n/format.ts'
import { initTexts, loadTexts, translate } from '../../platform/i18n/i18n.ts'
import { describeOtherAmount, describeUndone, findDepositTab, getDepositStatus } from './deposit-status.ts'

beforeAll(async () => {
  initTexts('en')
  await loadTexts('common', 'cards', 'deposits')
})
const thousand = { amount: 1000 } as const
const noCard = { card: null, invoice: null }

test.each([
  ['reversed', 'deposits.is_reversed', /^The bank did not pay/],
  ['taken_back', 'deposits.is_taken_back', /^Your bank took this payment back/],
] as const)('a credited deposit whose money is %s says so', (refund, status, text) => {
  expect(getDepositStatus({ ...thousand, state: 'succeeded', refund }).text).toBe(status)
  expect(describeUndone({ ...noCard, refund }, translate)).toMatch(text)
})

test('a credited deposit that keeps its money has no such text', () => {
  expect(getDepositStatus({ ...thousand, state: 'succeeded', refund: null }).text).toBe('deposits.is_succeeded')
  expect(describeUndone({ ...noCard, refund: null }, translate)).toBeNull()
})

test.each([
  ['a card', {}, 'deposits.is_refunded'],
  ['a wallet', { wallet: { name: 'skrill', is_claim: false } }, 'deposits.is_returned'],
] as const)('money that was sent back to %s says where it went', (_name, changes, text) => {
  expect(getDepositStatus({ ...thousand, state: 'failed', refund: 'refunded', ...changes }).text).toBe(text)
})

test.each([
  [null, 'deposits.is_waiting_coins'],
  [{ cash: 400, bonus: 0 }, 'deposits.is_waiting_rest'],
])('an invoice of which %j is credited waits for what is missing', (credited, text) => {
  const invoice = { coin: 'BTC', guid: 'g' } as const
  expect(getDepositStatus({ ...thousand, state: 'processing', refund: null, invoice, credited }).text).toBe(text)
})

test('money for an invoice that the network took back says so', () => {
  const invoice = { coin: 'BTC', guid: 'g' } as const
  expect(getDepositStatus({ ...thousand, state: 'succeeded', refund: 'reversed', invoice }).text).toBe(
    'deposits.is_reversed_coins',
  )
  expect(describeUndone({ card: null, refund: 'reversed', invoice }, translate)).toMatch(/^The network no longer has/)
})

test.each([
  ['a wallet', { name: 'skrill', is_claim: false }, 'reversed', 'deposits.is_reversed_wallet', /^Skrill did not pay/],
  ['a wallet', { name: 'skrill', is_claim: false }, 'taken_back', 'deposits.is_charged_back', /^Skrill took this/],
  [
    'a report',
    { name: 'bank', is_claim: true },
    'reversed',
    'deposits.is_reversed_claim',
    /credited by mistake, or sent/,
  ],
] as const)('money of %s %o that is %s blames no bank', (_name, wallet, refund, status, text) => {
  expect(getDepositStatus({ ...thousand, state: 'succeeded', refund, wallet }).text).toBe(status)
  expect(describeUndone({ ...noCard, refund, wallet }, translate)).toMatch(text)
})

test.each([
  [400, 'of $1,000.00'],
  [1200, 'instead of $1,000.00'],
  [1000, null],
  [null, null],
])('%s credited of 1000 chosen: %s', (cash, text) => {
  const credited = cash === null ? null : { cash, bonus: 0 }
  expect(describeOtherAmount({ amount: 1000, currency: 'USD', credited }, translate, getFormat('en'))).toBe(text)
})

test('an open invoice waits for its payment', () => {
  const invoice = { coin: 'ETH', guid: 'g' } as const
  for (const state of ['open', 'processing'] as const)
    expect(getDepositStatus({ ...thousand, state, refund: null, invoice }).text).toBe('deposits.is_waiting_coins')
})

test('an invoice that was paid in part is partly on the account, and a reported payment is looked for', () => {
  const invoice = { coin: 'BTC', guid: 'g' } as const
  expect(
    getDepositStatus({ ...thousand, state: 'failed', refund: null, credited: { cash: 4, bonus: 0 }, invoice }).text,
  ).toBe('deposits.is_part')
  const wallet = { name: 'bank', is_claim: true }
  expect(
    getDepositStatus({ ...thousand, state: 'failed', refund: null, credited: { cash: 4, bonus: 0 }, wallet }).text,
  ).toBe('deposits.is_part')
  expect(getDepositStatus({ ...thousand, state: 'review', refund: null, wallet }).text).toBe('deposits.is_looked_for')
})

test.each([
  [900, 'deposits.is_part'],
  [1000, 'deposits.is_succeeded'],
  [1100, 'deposits.is_succeeded'],
] as const)('an ended invoice of 1000 that %s arrived for after all', (cash, text) => {
  const invoice = { coin: 'BTC', guid: 'g' } as const
  const ended = { ...thousand, state: 'failed', refund: null, credited: { cash, bonus: 0 }, invoice } as const
  expect(getDepositStatus(ended)).toEqual({ text, tone: 'success' })
})

test.each([
  [{ invoice: null }, 'card'],
  [{ invoice: { coin: 'ETH', guid: 'g' } }, 'eth'],
  [{ invoice: null, wallet: { name: 'WebMoney', is_claim: true } }, 'webmoney'],
  [{ invoice: null, wallet: { name: 'removed', is_claim: false } }, null],
] as const)('a deposit with %j belongs to the method %s', (deposit, tab) => {
  expect(findDepositTab(deposit)).toBe(tab)
})
