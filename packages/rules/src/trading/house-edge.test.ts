import { expect, test } from 'vitest'

import { computeOwnEdge } from './house-edge.ts'

const trade = {
  direction: 'up',
  stake: 10_000,
  bonusStake: 0,
  payoutPercent: 82,
  openPoints: 100_000,
  strikePoints: 100_000,
  deviation: 23.24,
} as const

test('the edge is what the stake costs on average', () => {
  expect(computeOwnEdge(trade)).toBe(900)
  expect(computeOwnEdge({ ...trade, payoutPercent: 78 })).toBe(1100)
  expect(computeOwnEdge({ ...trade, direction: 'down' })).toBe(900)
})

test('bonus money counts for nothing', () => {
  expect(computeOwnEdge({ ...trade, bonusStake: 2500 })).toBe(675)
  expect(computeOwnEdge({ ...trade, bonusStake: 10_000 })).toBe(0)
})

test('a strike has the edge of its own chance', () => {
  // The strike is one deviation above: it is won with 15.87 %, and pays 473 %.
  const far = { ...trade, strikePoints: 100_000 + trade.deviation, payoutPercent: 473 }
  expect(computeOwnEdge(far)).toBe(10_000 - Math.floor(57_300 * 0.158655))
})

test('a payout that loses on average has no edge', () => {
  expect(computeOwnEdge({ ...trade, payoutPercent: 110 })).toBe(0)
})

test('of a measured deviation, the edge is the lowest that it can be', () => {
  const ahead = { ...trade, strikePoints: 99_980, payoutPercent: 1 }
  const behind = { ...trade, strikePoints: 100_020, payoutPercent: 200 }
  const at = (option: typeof ahead | typeof behind, deviation: number) => computeOwnEdge({ ...option, deviation })
  expect(at(ahead, 10)).toBeGreaterThan(0)
  expect(computeOwnEdge({ ...ahead, deviation: 10, uncertainty: 6 })).toBe(at(ahead, 10))
  expect(computeOwnEdge({ ...behind, deviation: 10, uncertainty: 6 })).toBe(at(behind, 60))
})
