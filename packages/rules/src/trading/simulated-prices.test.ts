import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  buildDayPath,
  computeCandle,
  computeDayEnd,
  computeMinute,
  type DayPath,
  getStepCounter,
  minutesPerDay,
  minuteWalkBytes,
  minuteWalkCounter,
  stepBytes,
  stepsPerMinute,
} from './simulated-prices.ts'
import { findSymbol } from './symbols.ts'

const bitcoin = findSymbol('BTCUSD')
if (bitcoin === undefined) throw new Error('no bitcoin')

/** Replaces the cipher: the bytes of the mulberry32 generator, from a place that depends on seed and counter. */
function readKeystream(seed: number, counter: number, bytes: number): Uint8Array {
  let state = (Math.imul(seed + 1, 0x9e37_79b1) ^ Math.imul(counter + 1, 0x85eb_ca6b)) >>> 0
  return Uint8Array.from({ length: bytes }, () => {
    state = (state + 0x6d2b_79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) & 255
  })
}

function buildDay(
  seed: number,
  startPoints = 6_725_000,
): { path: DayPath; end: number; listMinute: (minute: number) => Float64Array } {
  const walk = readKeystream(seed, minuteWalkCounter, minuteWalkBytes)
  const path = buildDayPath(bitcoin!, startPoints, walk)
  return {
    path,
    end: computeDayEnd(bitcoin!, startPoints, walk),
    listMinute: (minute) => computeMinute(path, minute, readKeystream(seed, getStepCounter(minute), stepBytes)),
  }
}

const seeds = fc.nat(1_000_000)
const minutes = fc.integer({ min: 0, max: minutesPerDay - 1 })

describe('the path of a day', () => {
  test('is the same on every machine', () => {
    const { end, listMinute } = buildDay(1)
    expect(end).toMatchInlineSnapshot(`6657383`)
    let sum = 0
    for (let minute = 0; minute < minutesPerDay; minute += 1)
      for (const [step, points] of listMinute(minute).entries()) sum += points * (step + 1)
    expect(sum).toMatchInlineSnapshot(`432948014080310`)
  })

  test('starts with the price of the day, and each minute leads to the next one', () => {
    fc.assert(
      fc.property(seeds, minutes, (seed, minute) => {
        const { path, end, listMinute } = buildDay(seed)
        expect(listMinute(0)[0]).toBe(path.startPoints)
        const next = minute + 1 < minutesPerDay ? listMinute(minute + 1)[0] : end
        // One step moves the price by its deviate and the trends of bridge and minute.
        const step = path.startPoints * path.scale * (6.4 / Math.sqrt(stepsPerMinute)) * 3
        expect(Math.abs((listMinute(minute).at(-1) ?? 0) - (next ?? 0))).toBeLessThan(step)
      }),
    )
  })

  test('a step never moves the price by more than a step can, from midnight to midnight', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const { path, end, listMinute } = buildDay(seed)
        const following = buildDay(seed + 1, end)
        const prices = [...listMinute(minutesPerDay - 1), ...following.listMinute(0)]
        const most = path.startPoints * path.scale * (6.4 / Math.sqrt(stepsPerMinute)) * 3
        for (const [index, points] of prices.entries())
          if (index > 0) expect(Math.abs(points - (prices[index - 1] ?? 0))).toBeLessThan(most)
      }),
      { numRuns: 50 },
    )
  })

  test('a minute does not depend on which was computed before', () => {
    fc.assert(
      fc.property(seeds, fc.array(minutes, { minLength: 1, maxLength: 5 }), (seed, order) => {
        const day = buildDay(seed)
        const forward = order.map((minute) => day.listMinute(minute))
        const backward = order.toReversed().map((minute) => buildDay(seed).listMinute(minute))
        expect(backward.toReversed()).toEqual(forward)
      }),
      { numRuns: 30 },
    )
  })

  test('the candle of any minutes is that of their prices', () => {
    fc.assert(
      fc.property(seeds, minutes, fc.integer({ min: 1, max: 90 }), (seed, first, most) => {
        const { path, listMinute } = buildDay(seed)
        const count = Math.min(most, minutesPerDay - first)
        const indexes = Array.from({ length: count }, (_, index) => first + index)
        const prices = indexes.flatMap((minute) => [...listMinute(minute)])
        // At an odd place in its buffer.
        const keystream = new Uint8Array(count * stepBytes + 1).subarray(1)
        for (const [index, minute] of indexes.entries())
          keystream.set(readKeystream(seed, getStepCounter(minute), stepBytes), index * stepBytes)
        expect(computeCandle(path, first, count, keystream)).toEqual({
          open: prices[0],
          high: prices.reduce((high, points) => Math.max(high, points)),
          low: prices.reduce((low, points) => Math.min(low, points)),
          close: prices.at(-1),
        })
      }),
    )
  })

  test('prices are whole points above zero, even on the most extreme day', () => {
    for (const byte of [0, 255]) {
      const walk = new Uint8Array(minuteWalkBytes).fill(byte)
      const path = buildDayPath(bitcoin, 3, walk)
      const prices = computeMinute(path, 1439, new Uint8Array(stepBytes).fill(byte))
      for (const points of [...prices, computeDayEnd(bitcoin, 3, walk)]) {
        expect(Number.isInteger(points)).toBe(true)
        expect(points).toBeGreaterThanOrEqual(1)
      }
    }
  })
})

describe('what has happened says nothing about the next change', () => {
  const days = Array.from({ length: 60 }, (_, seed) => buildDay(seed, 1_000_000_000))
  const volatility = bitcoin.simulated.dailyVolatility
  /** Changes as parts of the price, in standard deviations of a Brownian motion of the same time. */
  const listChanges = (from: number, steps: number) =>
    days.flatMap(({ listMinute }) =>
      Array.from({ length: 30 }, (_, index) => {
        const prices = [...listMinute(index * 40), ...listMinute(index * 40 + 1)]
        const [before = 0, after = 0] = [prices[from], prices[from + steps]]
        return (after - before) / 1_000_000_000 / (volatility * Math.sqrt(steps / (minutesPerDay * stepsPerMinute)))
      }),
    )
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const correlate = (a: readonly number[], b: readonly number[]) =>
    mean(a.map((value, index) => value * (b[index] ?? 0)))
  const count = days.length * 30
  /** Five standard errors. */
  const bound = 5 / Math.sqrt(count)

  test.for([
    [0, 1],
    [150, 100],
    [299, 1],
    [290, 20],
    [0, 300],
    [150, 300],
  ] as const)(
    'from step %d on, %d steps change the price by nothing on average, and as much as they should',
    ([from, steps]) => {
      const changes = listChanges(from, steps)
      expect(Math.abs(mean(changes))).toBeLessThan(bound)
      expect(Math.abs(correlate(changes, changes) - 1)).toBeLessThan(bound * Math.SQRT2)
      const rises = changes.filter((change) => change > 0).length
      const falls = changes.filter((change) => change < 0).length
      expect(Math.abs(rises - falls) / count).toBeLessThan(bound)
    },
  )

  test.for([
    [50, 100, 150],
    [100, 200, 50],
    [250, 50, 250],
    [0, 299, 1],
  ] as const)('the change before step %d+%d says nothing about the %d steps after it', ([from, steps, next]) => {
    const [past, future] = [listChanges(from, steps), listChanges(from + steps, next)]
    expect(Math.abs(correlate(past, future))).toBeLessThan(bound)
    const sizes = [past, future].map((changes) => changes.map((change) => change * change - 1))
    expect(Math.abs(correlate(sizes[0] ?? [], sizes[1] ?? []))).toBeLessThan(bound * 2)
  })
})
