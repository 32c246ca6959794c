import { expect, test } from 'vitest'

import { isLossCounted } from './losing-day.ts'

const plain = { isLadder: false, isOpposite: false, hasBonus: false }

test('a loss counts unless it was on the ladder, of an opposite trade, or while a bonus was open', () => {
  expect(isLossCounted(plain)).toBe(true)
  for (const fact of ['isLadder', 'isOpposite', 'hasBonus'] as const)
    expect(isLossCounted({ ...plain, [fact]: true }), fact).toBe(false)
})
