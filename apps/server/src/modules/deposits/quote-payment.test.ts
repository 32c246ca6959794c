import type { PaymentRequest } from '@tradefront/contract/deposits'
import { standardLimits } from '@tradefront/rules/deposits/amount-limits'
import { expect, test } from 'vitest'

import { type DepositTerms, type PayerTerms, quotePayment } from './quote-payment.ts'

const terms: DepositTerms = {
  turnoverFactor: 30,
  releaseFactor: 1,
  tiers: 'page',
  affiliatesMin300: ['a1'],
  limits: standardLimits,
}
const payer: PayerTerms = { currency: 'GBP', affiliateId: null, minDeposit: null, maxDeposit: null, isCard: true }
const quote = (amount: number, change: Partial<PayerTerms> = {}, payment: Partial<PaymentRequest> = {}) =>
  quotePayment({ amount, bonus: 1, fixed: 0, ...payment }, { ...payer, ...change }, terms)

test.each<[string, number, Partial<PayerTerms>, object]>([
  ['pounds', 249.99, {}, { code: 'deposits.below_minimum', params: { minimum: { amount: 25_000, currency: 'GBP' } } }],
  ['pounds', 250, {}, { ok: true }],
  ['pounds', 10_000, {}, { ok: true }],
  [
    'pounds',
    10_000.01,
    {},
    { code: 'deposits.above_maximum', params: { maximum: { amount: 1_000_000, currency: 'GBP' } } },
  ],
  ['pounds', 250.001, {}, { code: 'deposits.too_precise' }],
  [
    'roubles',
    14_999,
    { currency: 'RUB' },
    { code: 'deposits.below_minimum', params: { minimum: { amount: 1_500_000, currency: 'RUB' } } },
  ],
  ['roubles', 15_000, { currency: 'RUB' }, { ok: true }],
  [
    'roubles',
    600_001,
    { currency: 'RUB' },
    { code: 'deposits.above_maximum', params: { maximum: { amount: 60_000_000, currency: 'RUB' } } },
  ],
  ['a limit of their own', 20_000, { maxDeposit: 20_000 }, { ok: true }],
  [
    'a limit of their own',
    501,
    { maxDeposit: 500 },
    { code: 'deposits.above_maximum', params: { maximum: { amount: 50_000, currency: 'GBP' } } },
  ],
  [
    'an affiliate',
    299,
    { affiliateId: 'a1' },
    { code: 'deposits.below_minimum', params: { minimum: { amount: 30_000, currency: 'GBP' } } },
  ],
  ['an own minimum', 20, { affiliateId: 'a1', minDeposit: 20 }, { ok: true }],
])('the limits of a deposit in %s: %d', (_name, amount, change, expected) => {
  expect(quote(amount, change)).toMatchObject(expected)
})

test('a bonus has the tiers of the method, and is given only if it was chosen', () => {
  expect(quote(3000)).toMatchObject({ value: { pay: 300_000, bonus: 300_000, wageringRequired: 9_000_000 } })
  expect(quote(3000, { isCard: false })).toMatchObject({ value: { bonus: 150_000, releaseMax: 150_000 } })
  expect(quote(3000, {}, { bonus: 0 })).toMatchObject({ value: { bonus: 0, wageringRequired: 0, releaseMax: 0 } })
})

test('follows the limits of the settings', () => {
  const limits = { minimum: 20, affiliateMinimum: 40, maximum: 500 }
  const quoteBy = (amount: number, change: Partial<PayerTerms> = {}) =>
    quotePayment({ amount, bonus: 1, fixed: 0 }, { ...payer, ...change }, { ...terms, limits })
  expect([quoteBy(20).ok, quoteBy(500).ok, quoteBy(40, { affiliateId: 'a1' }).ok]).toEqual([true, true, true])
  expect([quoteBy(19).ok, quoteBy(501).ok, quoteBy(39, { affiliateId: 'a1' }).ok]).toEqual([false, false, false])
})
