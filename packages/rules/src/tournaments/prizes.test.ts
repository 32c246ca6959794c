import { describe, expect, test } from 'vitest'

import { defaultPrizes, formatReward, groupPrizes, leaderboardRows } from './prizes.ts'

const listRewards = (type: 'weekly' | 'weekend') => defaultPrizes[type].map((prize) => formatReward(type, prize))
const repeat = (count: number, text: string) => Array.from({ length: count }, () => text)

describe('prizes', () => {
  test('of the weekly tournament are the forty of the specification', () => {
    expect(listRewards('weekly')).toEqual([
      '10.000$',
      '5.000$',
      '3.000$',
      '2.000$',
      'iPad',
      ...repeat(3, '1.000$ bonus'),
      ...repeat(5, '500$ bonus'),
      ...repeat(10, '300$ bonus'),
      ...repeat(17, '100$ bonus'),
    ])
    expect(leaderboardRows.weekly).toBe(40)
  })

  test('of the weekend tournament are the ten of the specification', () => {
    expect(listRewards('weekend')).toEqual([
      '5000',
      '3000',
      '2000',
      ...repeat(2, '1000 bonus'),
      ...repeat(2, '500 bonus'),
      ...repeat(3, '250 bonus'),
    ])
    expect(leaderboardRows.weekend).toBe(10)
  })

  test('are grouped by equal ones', () => {
    expect(groupPrizes(defaultPrizes.weekly).map(({ from, to }) => [from, to])).toEqual([
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

  test('are written with cents if they have some', () => {
    expect(formatReward('weekly', { kind: 'cash', amount: 1234.5 })).toBe('1.234,50$')
    expect(formatReward('weekend', { kind: 'bonus', amount: 12.34 })).toBe('12.34 bonus')
  })

  test('of places without one are left out of the groups', () => {
    const prize = { kind: 'cash', amount: 1 } as const
    expect(groupPrizes([prize, null, prize, prize, { kind: 'bonus', amount: 1 }])).toEqual([
      { from: 1, to: 1, prize },
      { from: 3, to: 4, prize },
      { from: 5, to: 5, prize: { kind: 'bonus', amount: 1 } },
    ])
  })
})
