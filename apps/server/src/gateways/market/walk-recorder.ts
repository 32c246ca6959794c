import { findRoundAt } from '@tradefront/rules/trading/beacon/beacon-chain'
import type { BeaconRound } from '@tradefront/rules/trading/beacon/beacon-round'
import { getEpochRound } from '@tradefront/rules/trading/walk/epoch'
import { minGapMs } from '@tradefront/rules/trading/walk/market-gap'

import type { Clock } from '../../platform/clock.ts'
import { type BeaconGateway, maxRoundsAtOnce } from '../beacon/beacon-gateway.ts'
import type { RecordedWindow, WalkStore } from './walk-store.ts'
import type { WalkWindows } from './walk-windows.ts'

export type WalkRecorderDeps = {
  readonly store: WalkStore
  readonly windows: WalkWindows
  readonly openBeacon: () => Promise<BeaconGateway>
  readonly clock: Clock
  /** Id of this process. */
  readonly holder: string
  readonly leaseMs: number
}

/** After this time without a round, a server lets another one record, because that one may reach the beacon. */
const patienceMs = 4000
const restMs = 10_000

/** Records each round when it is due, and the prices of five minutes when they are over. One server at a time does this. */
export function createWalkRecorder(deps: WalkRecorderDeps) {
  const { store, windows, openBeacon, clock, holder, leaseMs } = deps
  let isRecorder = false
  let claimedMs = -Infinity
  let restsUntilMs = -Infinity
  /** Time since which the next round is missing. */
  let missingSinceMs: number | null = null
  let lastRound = 0
  let waiting: RecordedWindow[] = []

  return {
    async tick(): Promise<void> {
      if (!(await claim())) return
      // Gaps are skipped before rounds are fetched.
      await windows.catchUp()
      await recordRounds()
      await windows.catchUp()
      await recordWindows()
    },

    async stop(): Promise<void> {
      if (isRecorder) await giveUp()
    },
  }

  async function claim(): Promise<boolean> {
    const now = clock.now()
    if (now.getTime() < restsUntilMs) return false
    if (Math.abs(now.getTime() - claimedMs) < leaseMs / 5) return isRecorder
    claimedMs = now.getTime()
    const claimed = await store.claimRecording(holder, now, leaseMs)
    if (claimed.isRecorder && !isRecorder) await takeOver(claimed.idleMs)
    if (!claimed.isRecorder && isRecorder) windows.stopListening()
    isRecorder = claimed.isRecorder
    return isRecorder
  }

  /** Walks again what the recorder before has not recorded. */
  async function takeOver(idleMs: number): Promise<void> {
    const { origin } = await windows.load()
    if (idleMs >= minGapMs) await store.skipGap(origin.chain, clock.now())
    waiting = []
    missingSinceMs = null
    lastRound = 0
    await windows.restart((window) => waiting.push(window))
  }

  async function giveUp(): Promise<void> {
    isRecorder = false
    windows.stopListening()
    await store.endRecording(holder, clock.now())
  }

  async function recordRounds(): Promise<void> {
    const { chain } = (await windows.load()).origin
    const nowMs = clock.now().getTime()
    const from = Math.max(lastRound + 1, getEpochRound(chain, await windows.findUnknownEpoch()))
    const to = Math.min(findRoundAt(chain, nowMs), from + maxRoundsAtOnce - 1)
    if (from > to) return
    const rounds = await fetchMissing(from, to)
    lastRound = from - 1 + countFrom(from, rounds)
    if (lastRound >= from) missingSinceMs = null
    else missingSinceMs ??= nowMs
    if (missingSinceMs === null || nowMs - missingSinceMs < patienceMs) return
    missingSinceMs = null
    restsUntilMs = nowMs + restMs
    await giveUp()
  }

  /** Returns the rounds that are recorded then. */
  async function fetchMissing(from: number, to: number): Promise<readonly BeaconRound[]> {
    const known = await store.readRounds(from, to)
    const next = from + countFrom(from, known)
    if (next > to) return known
    const beacon = await openBeacon()
    const single = next === to ? await beacon.fetchRound(to) : null
    const fetched = next === to ? (single === null ? [] : [single]) : await beacon.fetchRounds(next, to)
    await windows.addRounds(fetched)
    return [...known, ...fetched]
  }

  async function recordWindows(): Promise<void> {
    for (let [next] = waiting; next !== undefined && next.startMs <= clock.now().getTime(); [next] = waiting) {
      await store.recordWindow(next)
      waiting.shift()
    }
  }
}

/** Counts the rounds that follow one another from a number on. */
function countFrom(from: number, rounds: readonly { readonly round: number }[]): number {
  const known = new Set(rounds.map(({ round }) => round))
  let count = 0
  while (known.has(from + count)) count += 1
  return count
}
