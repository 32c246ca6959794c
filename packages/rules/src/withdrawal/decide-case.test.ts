import { expect, test } from 'vitest'

import { computeAvailable, computeFreeBonus, computeGivenUp, decideCase, splitAmount } from './decide-case.ts'

const noBonus = { cash: 500, bonus: 0, openBonuses: 0, openCount: 0 }
const doneBonus = { cash: 500, bonus: 100, openBonuses: 0, openCount: 0 }
const openBonus = { cash: 500, bonus: 100, openBonuses: 100, openCount: 1 }
const bothBonuses = { cash: 500, bonus: 130, openBonuses: 100, openCount: 1 }
const lostBonus = { cash: 500, bonus: 30, openBonuses: 100, openCount: 1 }

test.each([
  [true, noBonus, 'one'],
  [true, doneBonus, 'two'],
  [true, openBonus, 'three'],
  [true, bothBonuses, 'three'],
  [false, noBonus, 'four'],
  [false, doneBonus, 'four'],
  [false, openBonus, 'four'],
] as const)('a trader who is verified: %s, with %o, is case %s (spec: account 4)', (isVerified, money, expected) => {
  expect(decideCase(isVerified, money)).toBe(expected)
})

test.each([
  [noBonus, 0, 0, 500],
  [doneBonus, 100, 0, 600],
  [openBonus, 0, 100, 500],
  [bothBonuses, 30, 100, 530],
  [lostBonus, 0, 30, 500],
])('%o has %d of free bonus, gives up %d, and can withdraw %d', (money, free, givenUp, available) => {
  expect([computeFreeBonus(money), computeGivenUp(money), computeAvailable(money)]).toEqual([free, givenUp, available])
})

test('cash is taken first, and bonus money only with the bonus', () => {
  expect(splitAmount(550, doneBonus, true)).toEqual({ cash: 500, bonus: 50 })
  expect(splitAmount(550, doneBonus, false)).toBe(null)
  expect(splitAmount(500, doneBonus, false)).toEqual({ cash: 500, bonus: 0 })
  expect(splitAmount(601, doneBonus, true)).toBe(null)
  expect(splitAmount(531, bothBonuses, true)).toBe(null)
})
