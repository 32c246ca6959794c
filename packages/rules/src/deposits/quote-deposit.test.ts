import { expect, test } from 'vitest'

import { quoteDeposit } from './quote-deposit.ts'
import { cardTiers, depositPageTiers } from './tiers.ts'

const terms = { turnoverFactor: 30.5, releaseFactor: 1.5, tiers: cardTiers }
const [bronze, , gold] = cardTiers
const [, silver] = depositPageTiers

test.each([
  [
    300.03,
    true,
    { ...terms, currency: 'EUR' },
    { pay: 30_003, bonus: 6000, total: 36_003, wageringRequired: 183_000, releaseMax: 9000, tier: bronze },
  ],
  [
    300.09,
    true,
    { ...terms, currency: 'USD' },
    { pay: 30_009, bonus: 6001, total: 36_010, wageringRequired: 183_031, releaseMax: 9001, tier: bronze },
  ],
  [
    180_000,
    true,
    { ...terms, currency: 'RUB' },
    {
      pay: 18_000_000,
      bonus: 18_000_000,
      total: 36_000_000,
      wageringRequired: 549_000_000,
      releaseMax: 27_000_000,
      tier: gold,
    },
  ],
  [
    3000,
    false,
    { ...terms, currency: 'EUR', tiers: depositPageTiers },
    { pay: 300_000, bonus: 0, total: 300_000, wageringRequired: 0, releaseMax: 0, tier: silver },
  ],
] as const)('%d with a bonus (%s) at the terms %o is quoted as %o', (amount, withBonus, given, quote) => {
  expect(quoteDeposit(amount, withBonus, given)).toEqual(quote)
})
