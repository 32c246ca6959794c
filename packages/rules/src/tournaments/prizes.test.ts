import { describe, expect, test } from 'vitest'

import { findPrize, formatReward, groupPrizes, leaderboardRows, prizes } from './prizes.ts'

const listRewards = (type: 'weekly' | 'weekend') => prizes[type].map((prize) => formatReward(type, prize))
const repeat = (count: number, text: string) => Array.from({ length: count }, () => text)

describe('prizes', () => {
  test('of the weekly tournament are the forty of the specification', () => {
    expect(listRewards('weekly')).toEqual([
      ...['10.000$', '5.000$', '3.000$', '2.000$', 'iPad'],
      ...repeat(3, '1.000$ bonus'),
      ...repeat(5, '500$ bonus'),
      ...repeat(10, '300$ bonus'),
      ...repeat(17, '100$ bonus'),
    ])
    expect(leaderboardRows.weekly).toBe(40)
  })

  test('of the weekend tournament are the ten of the specification', () => {
    expect(listRewards('weekend')).toEqual([
      ...['5000', '3000', '2000'],
      ...repeat(2, '1000 bonus'),
      ...repeat(2, '500 bonus'),
      ...repeat(3, '250 bonus'),
    ])
    expect(leaderboardRows.weekend).toBe(10)
  })

  test.each([
    ['weekly', 1, 1, { kind: 'cash', amount: 10_000 }],
    ['weekly', 5, 1, { kind: 'item', item: 'iPad' }],
    ['weekly', 40, 0.01, { kind: 'bonus', amount: 100 }],
    ['weekly', 41, 1, null],
    ['weekly', 1, 0, null],
    ['weekly', 1, -5, null],
    ['weekend', 10, 1, { kind: 'bonus', amount: 250 }],
    ['weekend', 11, 1, null],
  ] as const)('of the %s tournament for place %d with the score %d are %j', (type, rank, score, prize) => {
    expect(findPrize(type, rank, score)).toEqual(prize)
  })

  test('are grouped by equal ones', () => {
    expect(groupPrizes('weekly').map(({ from, to }) => [from, to])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
      [5, 5],
      [6, 8],
      [9, 13],
      [14, 23],
      [24, 40],
    ])
  })
})
