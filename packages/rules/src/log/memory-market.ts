import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

import { createBeaconSigner } from '../trading/beacon/beacon-signer.ts'
import { computeRandomness, type BeaconRound } from '../trading/beacon/beacon-round.ts'
import { findSymbol } from '../trading/symbols.ts'
import { computeDeviates, deriveEpochKey, deriveSymbolKey, epochMs, getEpochRound } from '../trading/walk/epoch.ts'
import { walkEpoch, type WalkState } from '../trading/walk/price-walk.ts'
import {
  computePath,
  computeRoot,
  deriveSeed,
  getWindowIndex,
  windowMs,
  windowsPerDay,
} from '../trading/walk/seed-tree.ts'
import { toPublishedSeed } from '../trading/walk/verify-prices.ts'
import { hashRounds, listRoundRanges, type LogEntry } from './log-entry.ts'

const dayMs = 86_400_000
const signer = createBeaconSigner(new Uint8Array(32).fill(7), 1_700_000_001, 'test')
const signed = new Map<number, BeaconRound>()

/** Returns a signed round. Each one is signed only once, because that takes 20 ms. */
export function getTestRound(round: number): BeaconRound {
  const known = signed.get(round) ?? signer.signRound(round)
  signed.set(round, known)
  return known
}

/** Builds, for tests, what a market of one symbol, which is always open, publishes in spans of five minutes from `startMs` on. */
export function buildMarketEntries(startMs: number, windows: number, symbolName = 'BTCUSD'): LogEntry[] {
  const secret = sha256(new Uint8Array([1]))
  const midnightMs = startMs - (startMs % dayMs)
  const seeds = Array.from({ length: windowsPerDay }, (_, index) => deriveSeed(secret, midnightMs + index * windowMs))
  const date = new Date(midnightMs).toISOString().slice(0, 10)
  const { chain } = signer
  const entries: LogEntry[] = [
    { kind: 'beacon', ...chain },
    { kind: 'day', date, root: bytesToHex(computeRoot(seeds)), announcedAtMs: midnightMs - 7 * dayMs },
    { kind: 'start', symbol: symbolName, atMs: startMs, points: 5_000_000 },
  ]
  let state: WalkState = { epochStartMs: startMs, startPoints: 5_000_000, sum: 0 }
  for (let windowStartMs = startMs; windowStartMs < startMs + windows * windowMs; windowStartMs += windowMs) {
    const seed = deriveSeed(secret, windowStartMs)
    const rounds: BeaconRound[] = []
    const before = state
    for (let atMs = windowStartMs; atMs < windowStartMs + windowMs; atMs += epochMs) {
      const round = getTestRound(getEpochRound(chain, atMs))
      rounds.push(round)
      state = walk(
        state,
        deriveEpochKey(deriveSymbolKey(seed, symbolName), computeRandomness(round.signature)),
        symbolName,
      )
    }
    const published = toPublishedSeed(windowStartMs, seed, computePath(seeds, getWindowIndex(windowStartMs)))
    entries.push(
      { kind: 'rounds', windowStartMs, ranges: listRoundRanges(rounds), hash: hashRounds(rounds) },
      { kind: 'states', atMs: windowStartMs, states: { [symbolName]: [before.startPoints, before.sum] } },
      { kind: 'seed', ...published },
    )
  }
  return entries
}

function walk(state: WalkState, epochKey: Uint8Array, symbolName: string): WalkState {
  const symbol = findSymbol(symbolName)
  if (symbol === undefined) throw new Error(`there is no symbol ${symbolName}`)
  return walkEpoch(symbol, state, computeDeviates(epochKey)).next
}
