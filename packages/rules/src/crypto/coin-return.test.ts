import fc from 'fast-check'
import { expect, test } from 'vitest'

import { computeMostCoins } from './coin-return.ts'

test.each([
  ['the whole amount', 100_000, { units: 1_000_000n, amount: 100_000 }, 1_000_000n],
  ['a part', 25_000, { units: 1_000_000n, amount: 100_000 }, 250_000n],
  ['a part that is rounded down', 1, { units: 1_000_000n, amount: 3 }, 333_333n],
  ['an amount of zero', 0, { units: 1_000_000n, amount: 3 }, 0n],
])('%s returns its share of the coins', (_, part, credited, most) => {
  expect(computeMostCoins(part, credited)).toBe(most)
})

test('in parts or at once, never more coins go back than came', () => {
  const anyCredit = fc.record({
    units: fc.bigInt({ min: 1n, max: 10n ** 20n }),
    amount: fc.integer({ min: 1, max: 10 ** 9 }),
  })
  fc.assert(
    fc.property(anyCredit, fc.array(fc.nat({ max: 10 ** 9 }), { maxLength: 10 }), (credited, parts) => {
      let left = credited.amount
      let sent = 0n
      for (const asked of parts) {
        const part = Math.min(asked, left)
        left -= part
        sent += computeMostCoins(part, credited)
      }
      expect(sent).toBeLessThanOrEqual(credited.units)
    }),
  )
})
