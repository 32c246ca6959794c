import { expect, test } from 'vitest'

import { hasReachedFailLimit } from './card-eligibility.ts'

const counts = {
  usedToday: 0,
  recentFailures: [
    { instrumentKind: 'visa', instrumentHint: '4242', count: 5 },
    { instrumentKind: 'visa', instrumentHint: '1111', count: 4 },
  ],
}
const settings = { failLimit: 5 } as Parameters<typeof hasReachedFailLimit>[3]

test.each([
  ['a card that has failed as often as allowed', { brand: 'visa', last4: '4242' }, true],
  ['another card that has failed less often', { brand: 'visa', last4: '1111' }, false],
  ['a card with the same digits of another brand', { brand: 'maestro', last4: '4242' }, false],
  ['a new card', { brand: 'visa', last4: '3220' }, false],
])('%s: limited %s', (_name, card, isLimited) => {
  expect(hasReachedFailLimit(card, { isFailLimitOverridden: false }, counts, settings)).toBe(isLimited)
  expect(hasReachedFailLimit(card, { isFailLimitOverridden: true }, counts, settings)).toBe(false)
})
