import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'

import { stepMs } from '../closing-price.ts'
import { findSymbol } from '../symbols.ts'
import { computeDeviates, deriveEpochKey, epochMs } from './epoch.ts'
import { type Market, walkEpoch } from './price-walk.ts'
import { extendWindow, findKnownPoints, isComplete, openWindow } from './price-window.ts'
import { windowMs } from './seed-tree.ts'

const [bitcoin, euro] = ['BTCUSD', 'EURUSD'].map(findSymbol)
if (bitcoin === undefined || euro === undefined) throw new Error('no symbols')

const startMs = Date.parse('2026-11-26T10:05:00Z')
const state = { epochStartMs: startMs, startPoints: 6_725_000, sum: 12_345 }
const symbolKey = sha256(Uint8Array.of(1))
const randomness = (epochStartMs: number) => sha256(utf8ToBytes(String(epochStartMs)))
const market: Market = { symbol: bitcoin, gaps: [] }

describe('the prices of five minutes', () => {
  test('are those of their epochs, one after the other', () => {
    const window = extendWindow(market, openWindow(state), symbolKey, randomness)
    let walk = state
    const points: number[] = []
    while (walk.epochStartMs < startMs + windowMs) {
      const walked = walkEpoch(bitcoin, walk, computeDeviates(deriveEpochKey(symbolKey, randomness(walk.epochStartMs))))
      points.push(...walked.points)
      walk = walked.next
    }
    expect([...window.points]).toEqual(points)
    expect(window.state).toEqual(walk)
    expect(isComplete(window)).toBe(true)
  })

  test('are known until the first epoch whose round is missing, and go on when it comes', () => {
    const missingMs = startMs + 4 * epochMs
    const opened = openWindow(state)
    const until = extendWindow(market, opened, symbolKey, (at) => (at === missingMs ? undefined : randomness(at)))
    expect(until.state.epochStartMs).toBe(missingMs)
    expect(findKnownPoints(until, missingMs - stepMs)).toBeGreaterThan(0)
    expect(findKnownPoints(until, missingMs)).toBeUndefined()
    expect(isComplete(until)).toBe(false)
    const whole = extendWindow(market, openWindow(state), symbolKey, randomness)
    expect(extendWindow(market, until, symbolKey, randomness)).toEqual(whole)
  })

  test('stand still in closed hours and gaps, for which no round is asked', () => {
    const sunday = Date.parse('2026-11-29T10:05:00Z')
    const asked: number[] = []
    const ask = (at: number) => {
      asked.push(at)
      return randomness(at)
    }
    const closed = { epochStartMs: sunday, startPoints: 115_000, sum: 0 }
    const resting = extendWindow({ symbol: euro, gaps: [] }, openWindow(closed), symbolKey, ask)
    expect(new Set(resting.points)).toEqual(new Set([115_000]))
    expect(asked).toEqual([])
    const gap = { fromMs: startMs, toMs: startMs + windowMs - epochMs }
    const skipped = extendWindow({ symbol: bitcoin, gaps: [gap] }, openWindow(state), symbolKey, ask)
    expect(asked).toEqual([gap.toMs])
    expect(new Set(skipped.points.subarray(0, -epochMs / stepMs)).size).toBe(1)
    expect(isComplete(skipped)).toBe(true)
  })
})
