import { describe, expect, test } from 'vitest'

import { computeDeviation, type PriceState } from './deviation.ts'
import {
  computeLadderPayout,
  findLadderExpiry,
  type LadderFacts,
  ladderRoundMs,
  listLadderStrikes,
  maxLadderPayout,
  minLadderPayout,
} from './ladder.ts'
import { getSecondVolatility, symbols } from './symbols.ts'

const at = (time: string) => Date.parse(`2026-11-18T${time}Z`)

test.each([
  ['10:00:00', '10:15:00'],
  ['10:13:59.999', '10:15:00'],
  ['10:14:00', '10:15:00'],
  ['10:14:00.001', '10:30:00'],
  ['23:59:00', '24:00:00'],
  ['23:59:30', '24:15:00'],
])('at %s the ladder expires at %s', (now, expiry) => {
  const [hours, minutes] = expiry.split(':').map(Number)
  expect(findLadderExpiry(at(now))).toBe(at('00:00:00') + ((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000)
})

/**
 * State of a price at time 0.
 * @param deviation of a second, in points
 */
const move = (points: number, deviation: number): PriceState => ({
  points,
  atMs: 0,
  volatility: deviation / points,
  uncertainty: 1,
  day: null,
  hours: 'always',
})

describe('strikes', () => {
  test('are round prices around the present one, and nearer to each other when less time is left', () => {
    // Bitcoin has 6,725,000 points of 0.01, and moves by 572 of them in a second.
    const bitcoin = move(6_725_100, 572)
    expect(listLadderStrikes(bitcoin, ladderRoundMs)).toEqual([
      6_745_000, 6_740_000, 6_735_000, 6_730_000, 6_725_000, 6_720_000, 6_715_000, 6_710_000, 6_705_000,
    ])
    expect(listLadderStrikes(bitcoin, 100_000).slice(0, 2)).toEqual([6_734_000, 6_732_000])
  })

  test('of a symbol whose price moves less than a point are a point apart', () => {
    expect(listLadderStrikes(move(100, 0.01), 1000)).toEqual([104, 103, 102, 101, 100, 99, 98, 97, 96])
    expect(listLadderStrikes(move(2, 0.01), 1000)).toEqual([6, 5, 4, 3, 2, 1])
  })

  test.each(symbols.map((symbol) => [symbol.name, symbol] as const))(
    'of %s have several payouts on both sides at any time of a round',
    (_name, symbol) => {
      const points = symbol.simulated.start * 10 ** symbol.digits
      const state = move(points, points * getSecondVolatility(symbol))
      for (const leftMs of [ladderRoundMs + 59_000, 600_000, 240_000, 61_000]) {
        const deviation = computeDeviation(state, leftMs)
        const count = (direction: 'up' | 'down') =>
          listLadderStrikes(state, leftMs).filter(
            (strike) => computeLadderPayout({ direction, strike, points, deviation, marginPercent: 9 }) !== null,
          ).length
        expect(count('up'), String(leftMs)).toBeGreaterThanOrEqual(3)
        expect(count('down'), String(leftMs)).toBeGreaterThanOrEqual(3)
      }
    },
  )
})

describe('the payout', () => {
  const facts: LadderFacts = {
    direction: 'up',
    strike: 100_000,
    points: 100_000,
    deviation: 100,
    marginPercent: 9,
  }

  test('is the lowest of what a measured deviation can be: of a near strike at the least, of a far one at the most', () => {
    const measured = { ...facts, deviation: 50, uncertainty: 6 }
    for (const [direction, strike, deviation] of [
      ['up', 99_950, 50],
      ['down', 100_050, 50],
      ['up', 100_040, 300],
      ['down', 99_960, 300],
    ] as const)
      expect(computeLadderPayout({ ...measured, direction, strike })).toBe(
        computeLadderPayout({ ...facts, direction, strike, deviation }),
      )
    // At one end of the uncertainty the strike is nearly certain.
    expect(computeLadderPayout({ ...facts, strike: 99_850, deviation: 300 })).not.toBeNull()
    expect(computeLadderPayout({ ...measured, strike: 99_850 })).toBeNull()
  })

  test('at the price is that of an even chance, less the margin', () => {
    // A tie has a chance of 0.4 %.
    expect(computeLadderPayout(facts)).toBe(81)
    expect(computeLadderPayout({ ...facts, deviation: 100_000 })).toBe(81)
    expect(computeLadderPayout({ ...facts, marginPercent: 3, deviation: 100_000 })).toBe(93)
  })

  test('is not offered where half a point is worth three quarters of the margin', () => {
    // The chances are even: 0.5 / 19.1 deviations x 0.4 x 1.8 stakes and the tie are 6.75 % of a stake.
    expect(computeLadderPayout({ ...facts, deviation: 6.5 })).not.toBeNull()
    expect(computeLadderPayout({ ...facts, deviation: 5 })).toBeNull()
    // A far strike pays more for each part of the chance.
    expect(computeLadderPayout({ ...facts, deviation: 6.5, strike: 100_005 })).toBeNull()
    expect(computeLadderPayout({ ...facts, deviation: 15, strike: 100_012 })).not.toBeNull()
  })

  test('is higher the less likely it is, and the same for both directions', () => {
    const list = (direction: 'up' | 'down') =>
      [-150, -100, -50, 0, 50, 100, 150].map((distance) => {
        const strike = direction === 'up' ? 100_000 + distance : 100_000 - distance
        return computeLadderPayout({ ...facts, direction, strike })
      })
    expect(list('up')).toEqual([null, 8, 31, 81, 195, 476, null])
    expect(list('down')).toEqual(list('up'))
  })

  test('of what is nearly certain is not offered', () => {
    for (let strike = 99_000; strike <= 101_000; strike += 10) {
      const payout = computeLadderPayout({ ...facts, strike })
      if (payout === null) continue
      expect(payout).toBeGreaterThanOrEqual(minLadderPayout)
      expect(payout).toBeLessThanOrEqual(maxLadderPayout)
    }
    expect(computeLadderPayout({ ...facts, deviation: 0.1, strike: 100_010 })).toBeNull()
    expect(computeLadderPayout({ ...facts, deviation: 0.1, strike: 99_990 })).toBeNull()
  })

  test('returns a stake less the margin on average, also where ties are likely', () => {
    for (const deviation of [6.5, 15, 50])
      for (const ahead of [-1, 0, 1]) {
        const { average, payout } = simulate(deviation, ahead)
        // Rounding down costs up to 1 % of the stake.
        if (payout !== null) expect(average, `${deviation} ${ahead}`).toBeLessThan(0.925)
        if (payout !== null) expect(average, `${deviation} ${ahead}`).toBeGreaterThan(0.885)
      }
  })

  /** Returns the average return of a stake over many walks, whose deviates are drawn evenly from the normal distribution. */
  function simulate(deviation: number, ahead: number) {
    const strike = 1000
    const points = strike + ahead
    const payout = computeLadderPayout({ ...facts, strike, points, deviation })
    let [sum, weight] = [0, 0]
    for (let z = -6; z <= 6; z += 0.0005) {
      const density = Math.exp((-z * z) / 2)
      const end = Math.round(points + z * deviation)
      sum += density * (end > strike ? 1 + (payout ?? 0) / 100 : end === strike ? 1 : 0)
      weight += density
    }
    return { average: sum / weight, payout }
  }
})
