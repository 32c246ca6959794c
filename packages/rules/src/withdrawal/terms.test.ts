import { expect, test } from 'vitest'

import {
  computeFee,
  computeReturnFee,
  defaultTerms,
  findAmountProblem,
  type MethodTerms,
  toAccountTerms,
} from './terms.ts'

const terms: MethodTerms = { feePercent: 1.1, feeFixed: 5, returnPercent: 2.5, min: 20, max: 1000, hours: 24 }
const inDollars = toAccountTerms(terms, 'USD')

test('fees and limits are in minor units of the account, in round figures', () => {
  expect(toAccountTerms(terms, 'GBP')).toEqual(inDollars)
  expect(inDollars).toMatchObject({ feeFixed: 500, min: 2000, max: 100_000 })
  expect(toAccountTerms(terms, 'RUB')).toMatchObject({ feeFixed: 30_000, min: 120_000, max: 6_000_000 })
})

test.each([
  [2000, 522],
  [100_000, 1600],
  [2099, 523],
])('the fee of %d is %d: percents are exact and rounded down', (amount, fee) => {
  expect(computeFee(amount, inDollars)).toBe(fee)
})

test.each([
  [1999, 5000, 'withdrawal.amount_small', 2000],
  [100_001, 200_000, 'withdrawal.amount_large', 100_000],
  [5001, 5000, 'withdrawal.no_money', 5000],
  // The balance is named before the minimum, which could not be reached.
  [1500, 1000, 'withdrawal.no_money', 1000],
])('%d of %d is refused: %s', (amount, available, code, limit) => {
  expect(findAmountProblem(amount, inDollars, available)).toEqual({ code, limit })
})

test('an amount that its fee would use up is refused, and all others are allowed', () => {
  expect(findAmountProblem(2000, { ...inDollars, feeFixed: 2000 }, 5000)).toEqual({
    code: 'withdrawal.fee_too_high',
    limit: 2022,
  })
  // The fee of 2022 is 22 and the fixed part.
  expect(findAmountProblem(2022, { ...inDollars, feeFixed: 2000 }, 5000)).toMatchObject({
    code: 'withdrawal.fee_too_high',
  })
  expect(findAmountProblem(2023, { ...inDollars, feeFixed: 2000 }, 5000)).toBeNull()
  for (const amount of [2000, 5000, 100_000]) expect(findAmountProblem(amount, inDollars, 100_000)).toBe(null)
})

test('by default each method has the costs and limits of its processor', () => {
  const ofWallets = { feePercent: 1, feeFixed: 0, returnPercent: 3, min: 20, max: 10_000, hours: 24 }
  const ofCoins = { feePercent: 0, feeFixed: 5, returnPercent: 1, min: 50, max: 50_000, hours: 2 }
  const { card, bank, bitcoin, eth, ...wallets } = defaultTerms
  expect(card).toEqual({ feePercent: 0, feeFixed: 0, returnPercent: 3, min: 20, max: 10_000, hours: 120 })
  expect(bank).toEqual({ feePercent: 0, feeFixed: 15, returnPercent: 0, min: 100, max: 50_000, hours: 72 })
  expect([bitcoin, eth]).toEqual([ofCoins, ofCoins])
  expect(wallets).toEqual(
    Object.fromEntries(
      ['skrill', 'neteller', 'paypal', 'perfect', 'yandex', 'qiwi', 'okpay', 'webmoney'].map((name) => [
        name,
        ofWallets,
      ]),
    ),
  )
})

test('no default fee uses up the smallest amount', () => {
  for (const each of Object.values(defaultTerms).map((one) => toAccountTerms(one, 'USD')))
    expect(findAmountProblem(each.min, each, each.min)).toBe(null)
})

test.each([
  [100, 3],
  [4000, 100],
  [4001, 101],
])('giving back %d untraded costs %d, rounded up', (amount, fee) => {
  expect(computeReturnFee(amount, inDollars)).toBe(fee)
})
