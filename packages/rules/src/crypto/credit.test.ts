import fc from 'fast-check'
import { expect, test } from 'vitest'

import { convertToCoin } from './coin-amounts.ts'
import { computeCredit } from './credit.ts'

const anyParts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 10n }), { minLength: 1, maxLength: 8 })
const anyRate = fc.bigInt({ min: 1n, max: 10n ** 11n })
const creditAll = (parts: readonly bigint[], rate: bigint) =>
  parts.reduce(({ sum, money }, part) => ({ sum: sum + part, money: money + computeCredit(sum, part, rate, 'BTC') }), {
    sum: 0n,
    money: 0,
  })

test('the parts of a payment are together worth the payment, in any order', () => {
  fc.assert(
    fc.property(anyParts, anyRate, (parts, rate) => {
      const { sum, money } = creditAll(parts, rate)
      expect(computeCredit(0n, sum, rate, 'BTC')).toBe(money)
      expect(creditAll(parts.toReversed(), rate).money).toBe(money)
    }),
  )
})

test('an invoice of 250.00 that is paid in three parts is worth at least 250.00', () => {
  const rate = 9_712_345n
  const due = convertToCoin(25_000, rate, 'BTC')
  const parts = [due / 3n, due / 3n, due - 2n * (due / 3n)]
  expect(creditAll(parts, rate).money).toBeGreaterThanOrEqual(25_000)
})
