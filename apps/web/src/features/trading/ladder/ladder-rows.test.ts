import { expect, test } from 'vitest'

import { buildRows, findPayout, getPayoutTolerance, keepStrikes, readMoment } from './ladder-rows.ts'

const ladder = { expiresAtMs: 600_000, margin: 0.09 }
const euro = { digits: 5, volatility: 0.000_016, uncertainty: 1, day: null, hours: 'always' as const }
const moment = readMoment(ladder, euro, 1.08421, 0)
const strikes = keepStrikes([], moment)

test('rows are strikes from high to low, each with two payouts', () => {
  const rows = buildRows(moment, strikes)
  expect(rows).toHaveLength(9)
  const [highest, middle, lowest] = [rows[0], rows[4], rows[8]]
  expect(middle?.strike).toBe(108_420)
  expect(middle?.up).toBeCloseTo(0.8, 1)
  expect(highest?.up ?? 9).toBeGreaterThan(1.5)
  expect(highest?.down ?? 0).toBeLessThan(0.4)
  expect(lowest?.down).toBeGreaterThan(1.5)
})

test('a simulated price moves in proportion to the start of its day, so that far strikes pay more after a rise', () => {
  const day = { startPoints: 90_000, endsAtMs: 86_400_000 }
  const risen = readMoment(ladder, { ...euro, day }, 1.08421, 0)
  const strike = strikes[2] ?? 0
  expect(findPayout(risen, 'up', strike) ?? 0).toBeGreaterThan((findPayout(moment, 'up', strike) ?? 9) + 0.2)
})

test('strikes stay while the price is near their middle', () => {
  const step = (strikes[0] ?? 0) - (strikes[1] ?? 0)
  const move = (steps: number) => keepStrikes(strikes, { ...moment, points: 108_420 + steps * step })
  expect(move(1.5)).toBe(strikes)
  expect(move(-1.5)).toBe(strikes)
  expect(move(1.6)[4]).toBe(108_420 + 2 * step)
  // With less time left, the strikes change.
  expect(keepStrikes(strikes, { ...moment, atMs: 500_000 })).not.toBe(strikes)
})

test('the tolerance is what the payout loses when the price moves by two standard deviations of a second', () => {
  const payout = buildRows(moment, strikes)[4]?.up ?? 0
  const tolerance = getPayoutTolerance(moment, { direction: 'up', strike: 108_420, payout, seconds: 1 })
  expect(tolerance).toBeGreaterThan(0.01)
  expect(tolerance).toBeLessThan(0.2)
  const down = { direction: 'down', strike: 108_420, payout: 0.3, seconds: 1 } as const
  expect(getPayoutTolerance({ ...moment, points: 108_400 }, down)).toBeGreaterThan(0)
  // An option that starts later can lose more of its payout until then.
  expect(getPayoutTolerance(moment, { direction: 'up', strike: 108_420, payout, seconds: 6 })).toBeGreaterThan(
    tolerance * 1.5,
  )
})
