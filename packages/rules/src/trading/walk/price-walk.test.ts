import { sha256 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { computeDeviation, buildPriceDay } from '../deviation.ts'
import { findSymbol, getSecondVolatility } from '../symbols.ts'
import { getMarketState } from '../trading-hours.ts'
import { drawDeviates, epochMs, partsOfDeviation, stepsPerEpoch } from './epoch.ts'
import { createWalk, getPoints, isMoving, restUntil, walkEpoch, type WalkState } from './price-walk.ts'

const bitcoin = findSymbol('BTCUSD')
const euro = findSymbol('EURUSD')
if (bitcoin === undefined || euro === undefined) throw new Error('no symbols')

const dayMs = 86_400_000
const midnightMs = Date.parse('2026-11-26T00:00:00Z')
/** Lists the deviates of many epochs, from one key. */
const listDeviates = (seed: number, epochs: number) => {
  const all = drawDeviates(sha256(Uint8Array.of(seed >> 8, seed & 255)), epochs * stepsPerEpoch)
  return Array.from({ length: epochs }, (_, epoch) => all.subarray(epoch * stepsPerEpoch, (epoch + 1) * stepsPerEpoch))
}
const walk = (from: WalkState, deviates: readonly (Float64Array | null)[]) => {
  const points: number[] = []
  let state = from
  for (const each of deviates) {
    const walked = walkEpoch(bitcoin, state, each)
    points.push(...walked.points)
    state = walked.next
  }
  return { points, state }
}

describe('the walk of an epoch', () => {
  test('is the same in every engine', () => {
    const { points, state } = walk(createWalk(midnightMs, 6_725_000), listDeviates(1, 2))
    expect(points).toMatchInlineSnapshot(`
      [
        6725408,
        6725793,
        6725557,
        6725378,
        6725318,
        6724958,
        6724546,
        6724439,
        6724681,
        6724664,
        6725165,
        6724657,
        6724737,
        6724908,
        6725336,
        6724805,
        6724914,
        6725125,
        6724706,
        6724705,
        6724149,
        6724268,
        6724263,
        6724393,
        6724039,
        6724068,
        6723781,
        6723737,
        6723449,
        6723391,
      ]
    `)
    expect(state).toMatchInlineSnapshot(`
      {
        "epochStartMs": 1795651206000,
        "startPoints": 6725408,
        "sum": -8467002592,
      }
    `)
  })

  test('has a price for each step, which moves with its own deviate, the first one too', () => {
    const start = { epochStartMs: midnightMs + epochMs, startPoints: 6_725_000, sum: 0 }
    const one = new Float64Array(stepsPerEpoch).fill(0)
    one[0] = partsOfDeviation
    const { points } = walkEpoch(bitcoin, start, one)
    // The price moves by 0.025 of itself in a day, which has 432,000 steps.
    expect([...points]).toEqual(Array.from({ length: stepsPerEpoch }, () => 6_725_256))
  })

  test('goes on where the one before ended', () => {
    fc.assert(
      fc.property(fc.nat(60_000), fc.integer({ min: 1, max: 20 }), (seed, epochs) => {
        const start = createWalk(midnightMs + 7_200_000, 6_725_000)
        const { points, state } = walk(start, listDeviates(seed, epochs))
        expect(getPoints(bitcoin, state)).toBe(points.at(-1))
        expect(state.epochStartMs).toBe(start.epochStartMs + epochs * epochMs)
        // The walk is the same at once and in two parts.
        const half = walk(start, listDeviates(seed, epochs).slice(0, 1))
        const rest = walk(half.state, listDeviates(seed, epochs).slice(1))
        expect([...half.points, ...rest.points]).toEqual(points)
      }),
      { numRuns: 50 },
    )
  })

  test('has only whole points above zero', () => {
    const falling = new Float64Array(stepsPerEpoch).fill(-6.3 * partsOfDeviation * 10_000)
    const { points, next } = walkEpoch(bitcoin, createWalk(midnightMs + 60_000, 2), falling)
    expect([...points]).toEqual(Array.from({ length: stepsPerEpoch }, () => 1))
    expect(getPoints(bitcoin, next)).toBe(1)
  })
})

describe('midnight', () => {
  const before = { epochStartMs: midnightMs - epochMs, startPoints: 6_725_000, sum: 50 * partsOfDeviation }
  const [last = null, first = null] = listDeviates(3, 2)

  test('is the time from which the walk moves in proportion to the price at it', () => {
    const { state, points } = walk(before, [last])
    const night = walkEpoch(bitcoin, state, first)
    expect(night.next.startPoints).toBe(night.points[0])
    // The first step still moves in proportion to the day before.
    const sum = state.sum + (first?.[0] ?? 0)
    expect(night.points[0]).toBe(getPoints(bitcoin, { startPoints: 6_725_000, sum }))
    expect(Math.abs((night.points[0] ?? 0) - (points.at(-1) ?? 0))).toBeLessThan(2000)
    expect(night.next.sum).toBe(first?.slice(1).reduce((total, deviate) => total + deviate, 0))
  })

  test('changes nothing in other epochs', () => {
    expect(walk(before, [last]).state.startPoints).toBe(6_725_000)
  })
})

describe('closed hours and gaps', () => {
  test('a market moves while it is open and not in a gap', () => {
    const fridayMs = Date.parse('2026-11-27T21:00:00Z')
    const gap = { fromMs: midnightMs, toMs: midnightMs + 600_000 }
    expect(isMoving({ symbol: euro, gaps: [] }, fridayMs - epochMs)).toBe(true)
    expect(isMoving({ symbol: euro, gaps: [] }, fridayMs)).toBe(false)
    expect(isMoving({ symbol: bitcoin, gaps: [] }, fridayMs)).toBe(true)
    expect(isMoving({ symbol: bitcoin, gaps: [gap] }, midnightMs - epochMs)).toBe(true)
    expect(isMoving({ symbol: bitcoin, gaps: [gap] }, midnightMs)).toBe(false)
    expect(isMoving({ symbol: bitcoin, gaps: [gap] }, midnightMs + 600_000 - epochMs)).toBe(false)
    expect(isMoving({ symbol: bitcoin, gaps: [gap] }, midnightMs + 600_000)).toBe(true)
  })

  test('the price stands still without deviates', () => {
    const { points, state } = walk({ epochStartMs: midnightMs, startPoints: 100, sum: 0 }, [null, null])
    expect(new Set(points)).toEqual(new Set([100]))
    expect(state.sum).toBe(0)
  })

  test('resting until a time is the same as standing still in each epoch until it', () => {
    const epochs = fc.integer({ min: 0, max: 40 })
    fc.assert(
      fc.property(epochs, epochs, fc.nat(50_000), (before, resting, seed) => {
        const deviates = listDeviates(seed, before + 1)
        const start = { epochStartMs: midnightMs - 20 * epochMs, startPoints: 6_725_000, sum: 0 }
        const { state } = walk(start, deviates)
        const stepwise = walk(
          state,
          Array.from({ length: resting }, () => null),
        ).state
        const atOnce = restUntil(bitcoin, state, state.epochStartMs + resting * epochMs)
        expect(atOnce).toEqual(stepwise)
      }),
    )
  })

  test('a weekend begins a new day with the price of Friday', () => {
    const state = { epochStartMs: Date.parse('2026-11-27T21:00:00Z'), startPoints: 108_420, sum: 5e12 }
    const openingMs = Date.parse('2026-11-29T21:00:00Z')
    expect(getMarketState(euro.hours, openingMs).isOpen).toBe(true)
    const opened = restUntil(euro, state, openingMs)
    expect(opened).toEqual({ epochStartMs: openingMs, startPoints: getPoints(euro, state), sum: 0 })
    expect(opened.startPoints).not.toBe(108_420)
  })
})

test('the walk of an installation begins with its minute', () => {
  expect(createWalk(Date.parse('2026-11-26T10:17:42.500Z'), 108_421)).toEqual({
    epochStartMs: Date.parse('2026-11-26T10:17:00Z'),
    startPoints: 108_421,
    sum: 0,
  })
})

describe('the moves of prices', () => {
  const paths = 2000
  /** The day has moved by 12 %. This is 2 min before midnight, and after it. */
  const moved = { epochStartMs: midnightMs + dayMs - 120_000, startPoints: 1_000_000_000, sum: 3200 * partsOfDeviation }
  const epochs = 80
  const walks = Array.from({ length: paths }, (_, seed) => [
    getPoints(bitcoin, moved),
    ...walk(moved, listDeviates(seed, epochs)).points,
  ])
  const volatility = getSecondVolatility(bitcoin)
  const now = getPoints(bitcoin, moved)
  const lastStepMs = moved.epochStartMs - 200
  const bound = 5 / Math.sqrt(paths)
  /** Lists the changes between two steps, in the deviations that the one rule for all prices expects. */
  const listChanges = (from: number, to: number) =>
    walks.map((points) => {
      const [fromMs, toMs] = [from, to].map((step) => lastStepMs + step * 200)
      const atMs = fromMs ?? 0
      const day =
        atMs < midnightMs + dayMs ? buildPriceDay(moved.startPoints, atMs) : buildPriceDay(points[600] ?? 0, atMs)
      const state = { points: points[from] ?? 0, atMs, volatility, uncertainty: 1, day, hours: bitcoin.hours }
      return ((points[to] ?? 0) - (points[from] ?? 0)) / computeDeviation(state, toMs ?? 0)
    })
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const correlate = (a: readonly number[], b: readonly number[]) =>
    mean(a.map((value, index) => value * (b[index] ?? 0)))

  test('step 600 is midnight', () => {
    expect(lastStepMs + 600 * 200).toBe(midnightMs + dayMs - 200)
    expect(now).toBeGreaterThan(1_110_000_000)
  })

  test.each([
    [0, 1],
    [0, 15],
    [7, 300],
    [0, 600],
    [500, 700],
    [600, 601],
    [601, 1200],
    [0, 1200],
  ])('from step %d to %d they have the mean and deviation that ladder and sales expect', (from, to) => {
    const changes = listChanges(from, to)
    expect(Math.abs(mean(changes))).toBeLessThan(bound)
    expect(Math.abs(correlate(changes, changes) - 1)).toBeLessThan(bound * Math.SQRT2)
  })

  test.each([
    [0, 150, 300],
    [10, 15, 20],
    [1, 16, 31],
    [300, 450, 600],
    [590, 601, 612],
  ])('from step %d to %d they say nothing about those until step %d, nor do their sizes', (from, middle, to) => {
    const [past, future] = [listChanges(from, middle), listChanges(middle, to)]
    expect(Math.abs(correlate(past, future))).toBeLessThan(bound)
    const sizes = [past, future].map((changes) => changes.map((change) => change * change - 1))
    expect(Math.abs(correlate(sizes[0] ?? [], sizes[1] ?? []))).toBeLessThan(bound * 2)
  })
})
