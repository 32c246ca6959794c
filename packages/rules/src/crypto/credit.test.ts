import fc from 'fast-check'
import { expect, test } from 'vitest'

import { convertFromCoin, convertToCoin } from './coin-amounts.ts'
import {
  applySpread,
  computeCredit,
  computeLockedMax,
  computeTolerance,
  type CreditTerms,
  findRestRate,
  isDust,
  lockGainPercent,
  type MinedPayment,
} from './credit.ts'

const hourMs = 3_600_000
/** Terms of 1,000.00 at 100,000 a coin, without a spread. */
const plain: CreditTerms = {
  coin: 'BTC',
  rate: 10_000_000n,
  lockedMax: 1_010_000n,
  blockUntilMs: 3 * hourMs,
  spreadPercent: 0,
}
const pay = (value: bigint, marketRate = 10_000_000n, minedAtMs = hourMs): MinedPayment => ({
  value,
  minedAtMs,
  marketRate,
})

test('a payment of a hair less than a cent is worth nothing, and the rest of the cent comes with the next one', () => {
  const terms = { ...plain, rate: 1n, lockedMax: 2n * 10n ** 8n }
  const first = pay(10n ** 8n - 1n, 1n)
  expect(computeCredit(terms, [], first)).toBe(0)
  expect(computeCredit(terms, [first], pay(1n, 1n))).toBe(1)
})

const anyRate = fc.bigInt({ min: 1n, max: 10n ** 11n })
const anyPayment = fc.record<MinedPayment>({
  value: fc.bigInt({ min: 1n, max: 10n ** 10n }),
  minedAtMs: fc.integer({ min: 0, max: 6 * hourMs }),
  marketRate: anyRate,
})
const anyPayments = fc.array(anyPayment, { minLength: 1, maxLength: 8 })
const anyTerms = fc.record<CreditTerms>({
  coin: fc.constant('BTC' as const),
  rate: anyRate,
  lockedMax: fc.bigInt({ min: 1n, max: 10n ** 10n }),
  blockUntilMs: fc.constant(3 * hourMs),
  spreadPercent: fc.constantFrom(0, 1, 2.5),
})
const creditAll = (terms: CreditTerms, payments: readonly MinedPayment[]) =>
  payments.reduce((sum, payment, index) => sum + computeCredit(terms, payments.slice(0, index), payment), 0)

test.each<[string, MinedPayment, number]>([
  ['the amount after a fall within the lock', pay(1_000_000n, 9_910_000n), 100_000],
  ['the amount and one percent', pay(1_010_000n, 9_910_000n), 101_000],
  ['one percent and more after a fall', pay(2_000_000n, 9_910_000n), 101_000 + 98_109],
  ['more after a rise: the locked rate', pay(2_000_000n, 12_000_000n), 200_000],
  ['the amount after a crash', pay(1_000_000n, 8_000_000n), 80_800],
  ['the last block that counts', pay(1_000_000n, 9_910_000n, 3 * hourMs - 1), 100_000],
  ['the first block that is too late, after a fall', pay(1_000_000n, 9_910_000n, 3 * hourMs), 99_100],
  ['the first block that is too late, after a rise', pay(1_000_000n, 12_000_000n, 3 * hourMs), 100_000],
])('%s is credited', (_, payment, minor) => {
  expect(computeCredit(plain, [], payment)).toBe(minor)
})

test('the lock is used up by what was credited before, in time', () => {
  const fallen = pay(1_000_000n, 9_910_000n)
  expect(computeCredit(plain, [pay(500_000n)], fallen)).toBe(51_000 + 48_559)
  expect(computeCredit(plain, [pay(500_000n, 9_910_000n, 3 * hourMs)], fallen)).toBe(100_000)
})

test('the rate when it was mined has the spread of the invoice, in each currency', () => {
  const terms = (marketRate: bigint): CreditTerms => ({ ...plain, rate: applySpread(marketRate, 1), spreadPercent: 1 })
  expect(terms(600_000_000n).rate).toBe(594_000_000n)
  expect(findRestRate(terms(600_000_000n), pay(1n, 500_000_000n))).toBe(495_000_000n)
  expect(findRestRate(terms(9_000_000n), pay(1n, 9_500_000n))).toBe(8_910_000n)
})

test.each([
  [10_000_000n, 0, 10_000_000n],
  [10_000_000n, 1, 9_900_000n],
  [999n, 1, 989n],
  [10_000_000n, 0.7, 9_930_000n],
])('the rate %d after a spread of %d %% is %d', (market, percent, rate) => {
  expect(applySpread(market, percent)).toBe(rate)
})

test('the lock holds for the amount and the percent over it', () => {
  expect(computeLockedMax(1_000_000n, 1)).toBe(1_010_000n)
  expect(computeLockedMax(999n, 0.5)).toBe(1003n)
})

test('the tolerance is a part of the amount, rounded down', () => {
  expect([computeTolerance(1_000_000n, 0.5), computeTolerance(999n, 0.5)]).toEqual([5000n, 4n])
})

test('nothing is credited above the lock, or further above the market than the lock can gain', () => {
  fc.assert(
    fc.property(anyTerms, anyPayments, (terms, payments) => {
      const money = creditAll(terms, payments)
      const atLock = convertFromCoin(
        payments.reduce((sum, { value }) => sum + value, 0n),
        terms.rate,
        'BTC',
      )
      expect(money).toBeLessThanOrEqual(atLock)
      const market = payments.reduce((sum, { value, marketRate }) => sum + value * marketRate, 0n)
      expect(BigInt(money) * 10n ** 10n).toBeLessThanOrEqual(market * (100n + BigInt(lockGainPercent)))
    }),
  )
})

test('splitting a payment changes nothing, to the cent', () => {
  fc.assert(
    fc.property(anyTerms, anyPayment, fc.bigInt({ min: 1n, max: 10n ** 10n }), (terms, payment, part) => {
      fc.pre(part < payment.value)
      const parts = [
        { ...payment, value: part },
        { ...payment, value: payment.value - part },
      ]
      expect(creditAll(terms, parts)).toBe(creditAll(terms, [payment]))
    }),
  )
})

test('at the same rates, the order does not matter', () => {
  fc.assert(
    fc.property(anyTerms, anyPayments, (terms, payments) => {
      const alike = payments.map((each) => ({ ...each, minedAtMs: 0, marketRate: terms.rate }))
      expect(creditAll(terms, alike.toReversed())).toBe(creditAll(terms, alike))
    }),
  )
})

test('what is not dust is credited at least a cent, whatever came before', () => {
  fc.assert(
    fc.property(anyTerms, anyPayments, (terms, [last, ...earlier]) => {
      if (last === undefined || isDust(terms, last)) return
      expect(computeCredit(terms, earlier, last)).toBeGreaterThanOrEqual(1)
    }),
  )
  expect(isDust(plain, pay(9n))).toBe(true)
  expect(isDust(plain, pay(10n))).toBe(false)
})

test('an invoice of 250.00 that is paid in three parts is worth at least 250.00', () => {
  const rate = 9_712_345n
  const due = convertToCoin(25_000, rate, 'BTC')
  const terms = { ...plain, rate, lockedMax: due }
  const parts = [due / 3n, due / 3n, due - 2n * (due / 3n)].map((value) => pay(value, rate))
  expect(creditAll(terms, parts)).toBeGreaterThanOrEqual(25_000)
})
