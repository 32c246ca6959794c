import { describe, expect, test } from 'vitest'

import { findTraderReferences, matchBankPayment } from './match-bank-payment.ts'

test.each<[string, number[]]>([
  ['TF-123', [123]],
  ['tf 123 deposit', [123]],
  ['Invoice/TF-7, and TF8.', [7, 8]],
  ['XTF-123', []],
  ['123', []],
  ['TF-', []],
  ['TF-1234567890123456', []],
])('finds the traders in %j', (words, traders) => {
  expect(findTraderReferences(words)).toEqual(traders)
})

describe('matchBankPayment', () => {
  const payment = { amount: 1000, currency: 'EUR', words: 'TF-1' }
  const match = (...reports: { trader: number; amount: number; currency: string }[]) =>
    matchBankPayment(payment, reports).map(({ report, agrees }) => [
      report,
      Object.entries(agrees).flatMap(([name, is]) => (is ? [name] : [])),
    ])

  test('says what agrees with each report, and has the best one first', () => {
    const exact = { trader: 1, amount: 1000, currency: 'EUR' }
    const otherAmount = { trader: 1, amount: 900, currency: 'EUR' }
    const otherCurrency = { trader: 1, amount: 1000, currency: 'USD' }
    const otherTrader = { trader: 2, amount: 1000, currency: 'EUR' }
    expect(match(otherTrader, otherCurrency, otherAmount, exact)).toEqual([
      [exact, ['reference', 'amount', 'currency']],
      [otherAmount, ['reference', 'currency']],
      [otherCurrency, ['reference', 'amount']],
      [otherTrader, ['amount', 'currency']],
    ])
  })

  test('leaves out reports of others with another amount or currency', () => {
    expect(match({ trader: 2, amount: 1000, currency: 'USD' }, { trader: 2, amount: 1001, currency: 'EUR' })).toEqual(
      [],
    )
  })
})
