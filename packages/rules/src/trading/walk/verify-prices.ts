import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

import type { BeaconChain } from '../beacon/beacon-chain.ts'
import { type BeaconRound, computeRandomness, verifyRounds } from '../beacon/beacon-round.ts'
import { stepMs } from '../closing-price.ts'
import { computeDeviates, deriveEpochKey, deriveSymbolKey, epochMs, getEpochRound, walkVersion } from './epoch.ts'
import { isInGap } from './market-gap.ts'
import { isMoving, type Market, walkEpoch, type WalkState } from './price-walk.ts'
import { getWindowIndex, getWindowStart, isCommitted, windowMs } from './seed-tree.ts'

/**
 * Proof that a trader gets to check prices of a symbol, e.g. those at which a trade was opened and closed, or that one published state of
 * the walk leads to the next one. Bytes are in hex.
 */
export type PriceProof = {
  readonly version: string
  /** State of the walk before the epoch of the first price. It is published with the seed of its five minutes. */
  readonly from: WalkState
  readonly seeds: readonly PublishedSeed[]
  /** Rounds of all epochs from `from` to the last price and to `to` in which the walk moves. */
  readonly rounds: readonly BeaconRound[]
  /** Prices in order of time. */
  readonly prices: readonly { readonly atMs: number; readonly points: number }[]
  /** A later state of the walk. Null: only prices are checked. */
  readonly to: WalkState | null
}

export type PublishedSeed = { readonly windowStartMs: number; readonly seed: string; readonly path: readonly string[] }

/** Facts that the checking side already knows, from other places than the proof. */
export type KnownFacts = Market & {
  readonly chain: BeaconChain
  /**
   * Returns the root of the seeds of a day, as it was published before the day.
   * @param date YYYY-MM-DD
   */
  readonly findRoot: (date: string) => string | undefined
}

/** A fact that does not fit. `atMs` is the time of the price, the epoch or the five minutes with the problem. */
export type PriceProblem = {
  readonly problem:
    | 'version'
    | 'malformed'
    | 'root_missing'
    | 'seed_missing'
    | 'seed_not_committed'
    | 'round_missing'
    | 'round_not_signed'
    | 'in_gap'
    | 'price_differs'
    | 'state_differs'
  readonly atMs: number
}

const bytes32 = /^[0-9a-f]{64}$/
const signature = /^[0-9a-f]{96}$/
/** End of year 9999. */
const lastDateMs = 253_402_300_800_000

/**
 * Checks that prices follow from committed seeds and signed rounds, and from the state of the walk before them. Null: all fits.
 * @param verify whether the chain has signed all rounds; for those who check many proofs with the same rounds
 */
export function findPriceProblem(
  proof: PriceProof,
  known: KnownFacts,
  verify: typeof verifyRounds = verifyRounds,
): PriceProblem | null {
  const { from, to, prices, rounds } = proof
  const fromMs = from.epochStartMs
  if (proof.version !== walkVersion) return { problem: 'version', atMs: fromMs }
  if (!isWellFormed(proof)) return { problem: 'malformed', atMs: fromMs }
  const gapPrice = prices.find(({ atMs }) => isInGap(known.gaps, atMs))
  if (gapPrice !== undefined) return { problem: 'in_gap', atMs: gapPrice.atMs }

  const keys = readSymbolKeys(proof, known)
  if ('problem' in keys) return keys
  const signatures = new Map(rounds.map(({ round, signature: text }) => [round, text]))
  let state = from
  const pending = [...prices]
  const used: BeaconRound[] = []
  const endMs = Math.max(to?.epochStartMs ?? 0, (prices.at(-1)?.atMs ?? -1) + 1)
  while (state.epochStartMs < endMs) {
    const { epochStartMs } = state
    let deviates: Float64Array | null = null
    if (isMoving(known, epochStartMs)) {
      const key = keys.get(getWindowStart(epochStartMs))
      if (key === undefined) return { problem: 'seed_missing', atMs: epochStartMs }
      const round = getEpochRound(known.chain, epochStartMs)
      const text = signatures.get(round)
      if (text === undefined) return { problem: 'round_missing', atMs: epochStartMs }
      used.push({ round, signature: text })
      deviates = computeDeviates(deriveEpochKey(key, computeRandomness(text)))
    }
    const walked = walkEpoch(known.symbol, state, deviates)
    for (let price = pending[0]; price !== undefined && price.atMs < epochStartMs + epochMs; price = pending[0]) {
      if (walked.points[(price.atMs - epochStartMs) / stepMs] !== price.points)
        return { problem: 'price_differs', atMs: price.atMs }
      pending.shift()
    }
    state = walked.next
    if (to?.epochStartMs === state.epochStartMs && (to.startPoints !== state.startPoints || to.sum !== state.sum))
      return { problem: 'state_differs', atMs: state.epochStartMs }
  }
  // The signatures are checked last, because that takes longest.
  return verify(known.chain, used) ? null : { problem: 'round_not_signed', atMs: fromMs }
}

/** Reads the keys by the start of their five minutes. */
function readSymbolKeys(
  { seeds }: PriceProof,
  { symbol, findRoot }: KnownFacts,
): Map<number, Uint8Array> | PriceProblem {
  const keys = new Map<number, Uint8Array>()
  for (const { windowStartMs, seed: text, path } of seeds) {
    const root = findRoot(new Date(windowStartMs).toISOString().slice(0, 10))
    if (root === undefined) return { problem: 'root_missing', atMs: windowStartMs }
    const seed = hexToBytes(text)
    const place = { root: hexToBytes(root), index: getWindowIndex(windowStartMs), seed, path: path.map(hexToBytes) }
    if (!isCommitted(place)) return { problem: 'seed_not_committed', atMs: windowStartMs }
    keys.set(windowStartMs, deriveSymbolKey(seed, symbol.name))
  }
  return keys
}

function isWellFormed({ from, to, seeds, rounds, prices }: PriceProof): boolean {
  const isTime = (atMs: number, unitMs: number) =>
    Number.isSafeInteger(atMs) && atMs >= 0 && atMs < lastDateMs && atMs % unitMs === 0
  const isState = ({ epochStartMs, startPoints, sum }: WalkState) =>
    isTime(epochStartMs, epochMs) && Number.isSafeInteger(startPoints) && startPoints >= 1 && Number.isSafeInteger(sum)
  return (
    isState(from) &&
    (to === null ? prices.length > 0 : isState(to) && to.epochStartMs > from.epochStartMs) &&
    prices.every(({ atMs }, index) => isTime(atMs, stepMs) && atMs >= (prices[index - 1]?.atMs ?? from.epochStartMs)) &&
    seeds.every(
      ({ windowStartMs, seed, path }) =>
        isTime(windowStartMs, windowMs) && bytes32.test(seed) && path.every((each) => bytes32.test(each)),
    ) &&
    rounds.every(({ round, signature: text }) => Number.isSafeInteger(round) && signature.test(text))
  )
}

/** Converts a seed for a proof. */
export function toPublishedSeed(windowStartMs: number, seed: Uint8Array, path: readonly Uint8Array[]): PublishedSeed {
  return { windowStartMs, seed: bytesToHex(seed), path: path.map(bytesToHex) }
}
