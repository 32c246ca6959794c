import { findRoundAt, getRoundTime } from '@tradefront/rules/trading/beacon/beacon-chain'
import { verifyRounds } from '@tradefront/rules/trading/beacon/beacon-round'
import { beforeEach, describe, expect, test } from 'vitest'

import { createSimulatedBeacon } from './simulated-beacon.ts'

let nowMs: number
const beacon = createSimulatedBeacon('a secret of tests', { now: () => nowMs })
const { chain } = beacon
const startMs = Date.parse('2026-11-26T10:00:00Z')
const start = findRoundAt(chain, startMs)
beforeEach(() => {
  beacon.clear()
  nowMs = startMs + 100
})

test('rounds are due at the starts of epochs, and are signed', () => {
  expect(getRoundTime(chain, start)).toBe(startMs)
  const latest = beacon.findLatest()
  expect(latest?.round).toBe(start)
  expect(latest && verifyRounds(chain, [latest])).toBe(true)
})

test('the chain follows from the secret', () => {
  const clock = { now: () => nowMs }
  expect(createSimulatedBeacon('a secret of tests', clock).chain).toEqual(chain)
  expect(createSimulatedBeacon('another secret', clock).chain.hash).not.toBe(chain.hash)
})

test('a round does not come before it is due', () => {
  expect(beacon.findRound(start + 1)).toBeNull()
  nowMs = startMs + 2999
  expect(beacon.findRound(start + 1)).toBeNull()
  nowMs = startMs + 3000
  expect(beacon.findRound(start + 1)?.round).toBe(start + 1)
  expect(beacon.findRound(0)).toBeNull()
})

describe('a fault', () => {
  test('late rounds come after their delay', () => {
    beacon.setFaults({ delayMs: 1000 })
    expect(beacon.findLatest()?.round).toBe(start - 1)
    nowMs = startMs + 1000
    expect(beacon.findLatest()?.round).toBe(start)
  })

  test('missing rounds are left out', () => {
    beacon.setFaults({ missing: [{ from: start - 1, to: start }] })
    expect([start - 2, start - 1, start].map((round) => beacon.findRound(round)?.round ?? null)).toEqual([
      start - 2,
      null,
      null,
    ])
    expect(beacon.findLatest()?.round).toBe(start - 2)
  })

  test('a stopped beacon has its old rounds only, and all of them again after a start that fills them in', () => {
    beacon.stop()
    nowMs = startMs + 9000
    expect(beacon.findLatest()?.round).toBe(start)
    beacon.start(true)
    expect(beacon.findRound(start + 2)?.round).toBe(start + 2)
    expect(beacon.findLatest()?.round).toBe(start + 3)
  })

  test('rounds of a stop that is not filled in never come', () => {
    beacon.stop()
    nowMs = startMs + 9000
    beacon.start(false)
    expect(beacon.findLatest()?.round).toBe(start)
    nowMs = startMs + 12_000
    expect(beacon.findLatest()?.round).toBe(start + 4)
    expect([1, 2, 3].map((later) => beacon.findRound(start + later))).toEqual([null, null, null])
  })

  test.each(['wrong_signature', 'wrong_round'] as const)('a round with a %s is not verified', (act) => {
    beacon.setFaults({ act })
    const round = beacon.findLatest()
    expect(round && verifyRounds(chain, [round])).toBe(false)
  })

  test('a beacon with two values has one that is verified and one that is not', () => {
    beacon.setFaults({ act: 'two_values' })
    const values = [beacon.findRound(start), beacon.findRound(start)]
    expect(values.map((round) => round && verifyRounds(chain, [round]))).toEqual([true, false])
    expect(values.map((round) => round?.round)).toEqual([start, start])
  })

  test('clearing removes all faults', () => {
    beacon.setFaults({ act: 'dead', delayMs: 5, missing: [{ from: 1, to: 2 }] })
    beacon.stop()
    beacon.clear()
    expect(beacon.getFaults()).toEqual({ act: 'none', delayMs: 0, stoppedAtMs: null, missing: [] })
  })
})
