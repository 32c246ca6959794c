import { expect, test } from 'vitest'

import { canUseLossReturn, computeLossReturn, decideLossReturn, isLossReturnSound } from './loss-return.ts'

test.each([
  [10_000, 20, 2000],
  [9999, 20, 1999],
  [4, 20, 0],
  [33_333, 7, 2333],
])('of a loss of %d, %d %% is %d, rounded down', (loss, percent, amount) => {
  expect(computeLossReturn(loss, percent)).toBe(amount)
})

test.each([
  ['an Up/Down trade with own cash', true, {}],
  ['a trade with cash and bonus', true, { bonusStake: 999 }],
  ['a trade with bonus money only', false, { bonusStake: 1000 }],
  ['a trade on the ladder', false, { isLadder: true }],
  ['a practice trade', false, { isPractice: true }],
])('%s can use the return: %s', (_name, canUse, part) => {
  const trade = { stake: 1000, bonusStake: 0, isLadder: false, isPractice: false, ...part }
  expect(canUseLossReturn(trade)).toBe(canUse)
})

test.each([
  ['lost', 0, false, 1500],
  ['lost', 9000, false, 1000],
  ['lost', 0, true, 0],
  ['won', 0, false, 0],
  ['sold', 0, false, 0],
  ['tie', 0, false, null],
  ['void', 0, false, null],
  ['refused', 0, false, null],
  ['void', 0, true, null],
] as const)(
  'a %s trade with %d of bonus money (opposite: %s) returns %s of 1500',
  (state, bonusStake, opposite, is) => {
    expect(decideLossReturn(1500, { stake: 10_000, bonusStake }, state, opposite)).toBe(is)
  },
)

test.each([
  [20, 82, true],
  [20, 83, true],
  [20, 84, false],
  [5, 95, true],
  [6, 95, false],
  [0, 95, true],
])('%d %% of the loss at payouts of %d %% is sound: %s', (percent, payout, isSound) => {
  expect(isLossReturnSound(percent, payout)).toBe(isSound)
})

test('a return that is sound gives away at most half of the house edge', () => {
  for (let payout = 1; payout <= 95; payout += 1)
    for (let percent = 1; percent <= 20; percent += 1) {
      const edge = (100 - payout) / 200
      const given = ((percent / 100) * payout) / 100 / 4
      expect(isLossReturnSound(percent, payout), `${percent} ${payout}`).toBe(given <= edge / 2 + 1e-12)
    }
})
