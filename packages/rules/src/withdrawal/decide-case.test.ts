import { expect, test } from 'vitest'

import { computeFreeBonus, decideCase, splitAmount } from './decide-case.ts'

const noBonus = { cash: 500, bonus: 0, openCount: 0, released: 0, takenOut: 0 }
const doneBonus = { ...noBonus, cash: 600, released: 100 }
const centBonus = { ...doneBonus, takenOut: 99 }
const takenBonus = { ...doneBonus, takenOut: 100 }
const openBonus = { ...noBonus, bonus: 130, openCount: 1 }
const bothBonuses = { ...openBonus, cash: 600, released: 100 }
const lostBonus = { ...noBonus, openCount: 1 }
const lostRelease = { ...noBonus, cash: 30, released: 100 }

test.each([
  [true, noBonus, 'one'],
  [true, doneBonus, 'two'],
  [true, centBonus, 'two'],
  [true, takenBonus, 'one'],
  [true, openBonus, 'three'],
  [true, lostBonus, 'three'],
  [true, bothBonuses, 'three'],
  [false, noBonus, 'four'],
  [false, doneBonus, 'four'],
  [false, openBonus, 'four'],
] as const)('a trader who is verified: %s, with %o, is case %s (spec: account 4)', (isVerified, money, expected) => {
  expect(decideCase(isVerified, money)).toBe(expected)
})

test.each([
  [noBonus, 0],
  [doneBonus, 100],
  [takenBonus, 0],
  [openBonus, 0],
  [bothBonuses, 100],
  [lostBonus, 0],
  [lostRelease, 30],
])('%o has %d of released bonus', (money, free) => {
  expect(computeFreeBonus(money)).toBe(free)
})

test('own cash is taken first, and what bonuses have released only with the bonus', () => {
  expect(splitAmount(550, doneBonus, true)).toEqual({ cash: 500, bonus: 50 })
  for (const amount of [501, 550]) expect(splitAmount(amount, doneBonus, false)).toBe(null)
  expect(splitAmount(500, doneBonus, false)).toEqual({ cash: 500, bonus: 0 })
  expect(splitAmount(601, doneBonus, true)).toBe(null)
  expect(splitAmount(501, openBonus, true)).toBe(null)
})
