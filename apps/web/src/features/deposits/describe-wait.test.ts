import type { Invoice } from '@tradefront/contract/domain/crypto'
import type { Deposit } from '@tradefront/contract/domain/deposits'
import { beforeAll, expect, test } from 'vitest'

import { initTexts, loadTexts, translate } from '../../platform/i18n/i18n.ts'
import { describeWait } from './describe-wait.ts'

beforeAll(async () => {
  initTexts('en')
  await loadTexts('common', 'cards', 'deposits')
})

const card: Deposit = {
  id: 'd-1',
  receiptNumber: 'ABC',
  state: 'processing',
  amount: 1000,
  currency: 'EUR',
  bonus: 0,
  fixed: 1,
  bonusAmount: 0,
  wageringRequired: 0,
  card: { brand: 'visa', last4: '4242' },
  invoice: null,
  step: null,
  next: null,
  tried: [],
  redirectedBy: [],
  cascade: [],
  reason: null,
  message: null,
  credited: null,
  refund: null,
  balance: null,
  createdAtMs: 1,
  endedAtMs: null,
}
const step: Deposit['step'] = {
  processor: 'ORANGE',
  state: 'pending',
  action: null,
  transactionId: 'a-1',
  startedAtMs: 1000,
  deadlineAtMs: 5,
}
const atPage: Deposit['step'] = { ...step, state: 'requires_action', action: { kind: 'redirect', url: 'https://bank' } }
const skrill = { card: null, wallet: { name: 'skrill', is_claim: false } }
const bank = { card: null, wallet: { name: 'bank', is_claim: true } }
const coins = { card: null, invoice: { coin: 'BTC', guid: 'g-1' } } as const
const invoice: Invoice = {
  guid: 'g-1',
  coin: 'BTC',
  address: 'bc1',
  uri: '',
  amount: 1000,
  currency: 'EUR',
  credited: 0,
  rate: 1,
  state: 'new',
  status: 'wt',
  hash: null,
  depositId: 'd-1',
  isTest: true,
  coinAmount: '0.01',
  coinReceived: '0',
  coinMissing: '0.01',
  coinLate: '0',
  coinLockedMax: '0.0101',
  blockUntilMs: 0,
  spreadPercent: 1,
  spreadCost: 1,
  coinExpected: null,
  confirmations: 0,
  confirmationsRequired: 2,
  bonusAmount: 0,
  payments: [],
  expiresAtMs: 3_600_000,
  watchedUntilMs: null,
  nowMs: 0,
  coinTakenBack: '0',
  promo: null,
  turnoverRequired: 0,
  isCanceled: false,
  isNetworkChanged: false,
  isChecked: false,
  testWalletUrl: null,
}
const deadline = 1000 + 15 * 60_000

test.each<[Partial<Deposit>, Invoice | null, string, number | null]>([
  [{ state: 'open' }, null, 'Waits for you to continue. Without a next step it ends after 30 minutes', null],
  [{ step }, null, 'We wait for the bank’s answer', null],
  [{ step: atPage }, null, 'Waits for you to confirm it with your bank.', deadline],
  [{ ...skrill, step: { ...step, processor: 'SKRILL' } }, null, 'We wait for the answer of Skrill', null],
  [{ ...skrill, step: { ...atPage, processor: 'SKRILL' } }, null, 'Waits for you at Skrill.', deadline],
  [{ state: 'review' }, null, 'The bank has not told us the result yet', null],
  [{ ...skrill, state: 'review' }, null, 'Skrill has not told us the result yet', null],
  [{ ...bank, state: 'review' }, null, 'We check by hand, usually within one working day.', null],
  [coins, null, 'Waits for your payment.', null],
  [coins, invoice, 'Waits for 0.01 BTC.', 3_600_000],
  [coins, { ...invoice, state: 'underpaid', coinMissing: '0.004' }, 'Waits for the rest: 0.004 BTC.', 3_600_000],
  [coins, { ...invoice, state: 'confirming', confirmations: 1 }, 'Your payment was seen: 1 of 2 confirmations.', null],
  [coins, { ...invoice, state: 'confirming', isChecked: true }, 'We’re checking a payment.', null],
  [{ state: 'review', refund: 'held' }, null, 'is safe with us', null],
  [{ state: 'failed', refund: 'under_way' }, null, 'On its way back. Your bank decides', null],
  [{ ...skrill, state: 'review', refund: 'held' }, null, 'The money that Skrill took is safe with us', null],
  [{ ...skrill, state: 'failed', refund: 'under_way' }, null, 'On its way back. Skrill decides', null],
])('a deposit with %j waits (invoice: %j) for: %s', (changes, known, text, untilMs) => {
  const wait = describeWait({ ...card, ...changes }, known, 0, translate)
  expect(wait?.text).toContain(text)
  expect(wait?.untilMs).toBe(untilMs)
})

test.each<Partial<Deposit>>([
  { state: 'succeeded' },
  { state: 'failed' },
  { state: 'failed', refund: 'offered' },
  { state: 'succeeded', refund: 'taken_back' },
])('a deposit with %j waits for nothing', (changes) => {
  expect(describeWait({ ...card, ...changes }, null, 0, translate)).toBeNull()
})

test.each(['new', 'underpaid'] as const)('an invoice that is %s waits for no coins when its hour is over', (state) => {
  const describe = (nowMs: number) =>
    describeWait({ ...card, ...coins }, { ...invoice, state, coinMissing: '0.004' }, nowMs, translate)
  expect(describe(invoice.expiresAtMs - 1)).toMatchObject({ text: expect.stringContaining('0.004 BTC') })
  expect(describe(invoice.expiresAtMs)).toEqual({
    text: 'The hour is over. We’re checking the last blocks.',
    untilMs: null,
  })
})
