import { expect, test } from 'vitest'

import { toWithdrawalSettings } from './withdrawal-settings.ts'

test('terms of a method without a fee of refunds have its default', () => {
  const given = { feePercent: 1.5, feeFixed: 2, min: 30, max: 1000, hours: 24 }
  const { getTerms } = toWithdrawalSettings({
    withdrawal_methods: ['bitcoin', 'card', 'skrill'],
    withdrawal_terms: { bitcoin: given, card: { ...given, returnPercent: 4 } },
    deposit_turnover_factor: 1,
  })
  expect(getTerms('bitcoin', 'RUB')).toEqual({
    feePercent: 1.5,
    feeFixed: 12_000,
    returnPercent: 1,
    min: 180_000,
    max: 6_000_000,
    hours: 24,
  })
  expect(getTerms('card', 'EUR')).toMatchObject({ feePercent: 1.5, feeFixed: 200, returnPercent: 4 })
  expect(getTerms('skrill', 'EUR')).toMatchObject({ feePercent: 1, returnPercent: 3 })
})
