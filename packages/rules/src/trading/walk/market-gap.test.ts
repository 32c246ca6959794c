import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { getRoundTime, quicknet } from '../beacon/beacon-chain.ts'
import { epochMs, getEpochRound } from './epoch.ts'
import { isInGap, minGapMs, planGap } from './market-gap.ts'

const at = (time: string) => Date.parse(`2026-11-26T${time}Z`)

describe('after a stop', () => {
  test.each([
    ['10:00:00', '10:09:53', null],
    ['10:00:00', '10:09:57', '10:00:03'],
    ['10:00:01.400', '12:00:00', '10:00:03'],
    ['10:00:02.999', '12:00:00', '10:00:03'],
  ])('from %s to %s, the gap begins at %s', (stopped, restarted, from) => {
    const gap = planGap(quicknet, { stoppedAtMs: at(stopped), lastExpiryMs: null, restartedAtMs: at(restarted) })
    expect(gap?.fromMs ?? null).toBe(from === null ? null : at(from))
  })

  test('the gap begins after the closing prices of open trades', () => {
    const stop = { stoppedAtMs: at('10:00:00'), restartedAtMs: at('20:00:00') }
    expect(planGap(quicknet, { ...stop, lastExpiryMs: at('10:30:00') })?.fromMs).toBe(at('10:30:03'))
    // The closing price of this trade is that of the next epoch.
    expect(planGap(quicknet, { ...stop, lastExpiryMs: at('10:30:02.900') })?.fromMs).toBe(at('10:30:06'))
    expect(planGap(quicknet, { ...stop, lastExpiryMs: at('09:00:00') })?.fromMs).toBe(at('10:00:03'))
  })

  test('nothing is skipped if a trade ends after the restart', () => {
    const stop = { stoppedAtMs: at('10:00:00'), restartedAtMs: at('20:00:00'), lastExpiryMs: at('22:00:00') }
    expect(planGap(quicknet, stop)).toBeNull()
  })

  test('a gap ends with the first epoch whose round is not out', () => {
    fc.assert(
      fc.property(fc.integer({ min: minGapMs, max: 10 * minGapMs }), (lengthMs) => {
        const restartedAtMs = at('10:00:00') + lengthMs
        const gap = planGap(quicknet, { stoppedAtMs: at('10:00:00'), lastExpiryMs: null, restartedAtMs })
        const roundMs = getRoundTime(quicknet, getEpochRound(quicknet, gap?.toMs ?? 0))
        expect(roundMs).toBeGreaterThan(restartedAtMs)
        expect(roundMs - epochMs).toBeLessThanOrEqual(restartedAtMs)
      }),
    )
  })
})

test('a time is in a gap from its start until its end', () => {
  const gaps = [
    { fromMs: 3000, toMs: 9000 },
    { fromMs: 30_000, toMs: 33_000 },
  ]
  expect([0, 2999, 3000, 8999, 9000, 30_000, 33_000].map((atMs) => isInGap(gaps, atMs))).toEqual([
    false,
    false,
    true,
    true,
    false,
    true,
    false,
  ])
})
