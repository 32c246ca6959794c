import { toLeaderboard } from '@tradefront/contract/domain/tournaments'
import { expect, test } from 'vitest'

import { computeMissingProfit } from './missing-profit.ts'

const row = (rank: number, score: number, mine = false) => ({
  ...{ rank, score, mine, name: `T ${rank}`, country: 'PL', reward: score > 0 && rank <= 10 ? '250 bonus' : null },
})
const board = (...data: ReturnType<typeof row>[]) =>
  toLeaderboard({
    return: true,
    list: [{ id: 1, type: 'weekend', date_start: 0, date_end: 1, state: 'running' }],
    data,
    participants: data.length,
    name: 'T',
    now: 0,
  })
const ten = (score: number) => Array.from({ length: 10 }, (_, index) => row(index + 1, score))

test.each([
  ['is null for a place with a prize', board(row(1, 5, true)), null],
  ['is null for a trader who does not take part', board(row(1, 5)), null],
  ['is what the last prize has, and a cent', board(...ten(20), row(11, 15.5, true)), 4.51],
  ['is a cent of profit while places are free', board(row(1, -3.2, true)), 3.21],
  ['needs a profit even if the last place has none', board(...ten(-5), row(11, -8, true)), 8.01],
])('what is missing %s', (_name, leaderboard, missing) => {
  expect(computeMissingProfit(leaderboard)).toBe(missing)
})
