import { bytesToHex } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { getRoundTime, quicknet } from '../beacon/beacon-chain.ts'
import { toNormalDeviate } from '../normal-deviate.ts'
import { symbols } from '../symbols.ts'
import {
  computeDeviates,
  deriveEpochKey,
  deriveSymbolKey,
  drawDeviates,
  epochMs,
  findSealedEpoch,
  getEpochRound,
  getEpochStart,
  partsOfDeviation,
  stepsPerEpoch,
} from './epoch.ts'

/** The rounds of this chain are due 1 s after the starts of epochs. */
const shifted = { ...quicknet, genesisSeconds: quicknet.genesisSeconds + 1 }
const chains = fc.constantFrom(quicknet, shifted)
const times = fc.integer({ min: Date.parse('2026-01-01T00:00:00Z'), max: Date.parse('2030-01-01T00:00:00Z') })

describe('the round of an epoch', () => {
  test('is due 3 s before it with quicknet', () => {
    const epoch = Date.parse('2026-11-26T10:00:00Z')
    expect(getRoundTime(quicknet, getEpochRound(quicknet, epoch))).toBe(epoch - 3000)
  })

  test('is due at least 3 s and less than 6 s before it, and each epoch has another one', () => {
    fc.assert(
      fc.property(chains, times, (chain, atMs) => {
        const epoch = getEpochStart(atMs)
        const round = getEpochRound(chain, epoch)
        const aheadMs = epoch - getRoundTime(chain, round)
        expect(aheadMs).toBeGreaterThanOrEqual(3000)
        expect(aheadMs).toBeLessThan(6000)
        expect(getEpochRound(chain, epoch + epochMs)).toBe(round + 1)
      }),
    )
  })
})

describe('the epoch in which an order is filled', () => {
  test.each([
    ['10:00:00.000', '10:00:06'],
    ['10:00:00.001', '10:00:06'],
    ['10:00:02.999', '10:00:06'],
    ['10:00:03.000', '10:00:09'],
  ])('of %s is that of %s', (arrived, filled) => {
    expect(findSealedEpoch(quicknet, Date.parse(`2026-11-26T${arrived}Z`))).toBe(Date.parse(`2026-11-26T${filled}Z`))
  })

  test('is the first one whose round is due after the order', () => {
    fc.assert(
      fc.property(chains, times, (chain, atMs) => {
        const epoch = findSealedEpoch(chain, atMs)
        expect(getRoundTime(chain, getEpochRound(chain, epoch))).toBeGreaterThan(atMs)
        expect(getRoundTime(chain, getEpochRound(chain, epoch - epochMs))).toBeLessThanOrEqual(atMs)
      }),
    )
  })

  test('begins more than 3 s and at most 6 s after it with quicknet', () => {
    fc.assert(
      fc.property(times, (atMs) => {
        const waitMs = findSealedEpoch(quicknet, atMs) - atMs
        expect(waitMs).toBeGreaterThan(3000)
        expect(waitMs).toBeLessThanOrEqual(6000)
      }),
    )
  })
})

describe('the deviates of an epoch', () => {
  const seed = new Uint8Array(32).fill(1)
  const randomness = new Uint8Array(32).fill(2)
  const symbolKey = deriveSymbolKey(seed, 'EURUSD')

  test('are the same in every engine', () => {
    expect(bytesToHex(symbolKey)).toMatchInlineSnapshot(
      `"40a62332a03429266ec29f1042958baabccbaa538ec6ab2af5d718375fb126d5"`,
    )
    expect(bytesToHex(deriveEpochKey(symbolKey, randomness))).toMatchInlineSnapshot(
      `"1caa465d3778b9113448802cb5aa1c47b7e982e22328160f64084b1189163a50"`,
    )
    expect([...computeDeviates(deriveEpochKey(symbolKey, randomness))]).toMatchInlineSnapshot(`
      [
        1818449771,
        -550642937,
        454613644,
        -291270257,
        22653001,
        1073501947,
        1798784180,
        -153392420,
        -2592585,
        -345744319,
        -1340847775,
        -1735394438,
        408774583,
        314236016,
        -1957557351,
      ]
    `)
  })

  test('differ with the seed, the symbol and the randomness', () => {
    const keys = [
      deriveEpochKey(symbolKey, randomness),
      deriveEpochKey(symbolKey, seed),
      deriveEpochKey(deriveSymbolKey(seed, 'GBPUSD'), randomness),
      deriveEpochKey(deriveSymbolKey(randomness, 'EURUSD'), randomness),
    ]
    expect(new Set(keys.map((key) => computeDeviates(key).join())).size).toBe(4)
  })

  test('are fifteen whole numbers, and more of a key begin with them', () => {
    const deviates = computeDeviates(symbolKey)
    expect(deviates).toHaveLength(stepsPerEpoch)
    expect(deviates.every((deviate) => Number.isInteger(deviate))).toBe(true)
    expect(drawDeviates(symbolKey, 100).subarray(0, 15)).toEqual(deviates)
  })

  test('are normal, also far from the middle, and say nothing about each other', () => {
    const count = 400_000
    const values = drawDeviates(symbolKey, count).map((deviate) => deviate / partsOfDeviation)
    const mean = (pick: (value: number, index: number) => number) =>
      values.reduce((sum, value, index) => sum + pick(value, index), 0) / count
    const bound = 5 / Math.sqrt(count)
    expect(Math.abs(mean((value) => value))).toBeLessThan(bound)
    expect(Math.abs(mean((value) => value ** 2) - 1)).toBeLessThan(bound * Math.SQRT2)
    expect(Math.abs(mean((value) => value ** 3))).toBeLessThan(bound * Math.sqrt(15))
    expect(Math.abs(mean((value) => value ** 4) - 3)).toBeLessThan(bound * Math.sqrt(96))
    for (const lag of [1, 2, 7, 8, 15])
      expect(Math.abs(mean((value, index) => value * (values[index - lag] ?? 0)))).toBeLessThan(bound)
    // On average, 25.3 deviates are beyond four.
    const beyondFour = values.filter((value) => Math.abs(value) > 4).length
    expect(Math.abs(beyondFour - 25.3)).toBeLessThan(25)
  })

  test('of two symbols, and of epochs that follow each other, say nothing about each other', () => {
    const count = 3000
    const sums = ['EURUSD', 'GBPUSD'].map((symbol) => {
      const key = deriveSymbolKey(seed, symbol)
      return Array.from({ length: count }, (_, round) => {
        const deviates = computeDeviates(deriveEpochKey(key, new Uint8Array(32).fill(round >> 8).fill(round & 255, 16)))
        return deviates.reduce((sum, deviate) => sum + deviate, 0) / (partsOfDeviation * Math.sqrt(stepsPerEpoch))
      })
    })
    const [euro = [], pound = []] = sums
    const correlate = (one: readonly number[], other: readonly number[]) =>
      one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0) / count
    const bound = 5 / Math.sqrt(count)
    expect(Math.abs(correlate(euro, pound))).toBeLessThan(bound)
    expect(Math.abs(correlate(euro, euro.slice(1)))).toBeLessThan(bound)
    expect(Math.abs(correlate(euro, euro) - 1)).toBeLessThan(bound * Math.SQRT2)
  })

  test('reach more than six deviations on both sides', () => {
    const reach = [0, 0xffff_ffff].map((word) => toNormalDeviate(word))
    expect(Math.min(...reach)).toBeLessThan(-6)
    expect(Math.max(...reach)).toBeGreaterThan(6)
  })

  test('have a grid that is far below a point, also of a symbol with a hundred times as many points', () => {
    for (const { simulated, digits } of symbols) {
      const pointsOfStep = (simulated.start * 10 ** digits * simulated.dailyVolatility) / Math.sqrt(432_000)
      expect((100 * pointsOfStep) / partsOfDeviation).toBeLessThan(0.001)
    }
  })
})
