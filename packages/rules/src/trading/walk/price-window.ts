import { stepMs } from '../closing-price.ts'
import { computeDeviates, deriveEpochKey } from './epoch.ts'
import { isMoving, type Market, walkEpoch, type WalkState } from './price-walk.ts'
import { windowMs } from './seed-tree.ts'

/** Prices of a symbol in the five minutes of a seed, as far as the rounds of the beacon are known. */
export type PriceWindow = {
  readonly startMs: number
  /** Prices in points, one for each step. Those from `state.epochStartMs` on are not known yet. */
  readonly points: Float64Array
  /** State of the walk after the last known price. */
  readonly state: WalkState
}

/**
 * Opens five minutes without prices.
 * @param state the walk at the start of the five minutes
 */
export function openWindow(state: WalkState): PriceWindow {
  return { startMs: state.epochStartMs, points: new Float64Array(windowMs / stepMs), state }
}

export function isComplete({ startMs, state }: PriceWindow): boolean {
  return state.epochStartMs >= startMs + windowMs
}

/**
 * Adds the prices of all epochs until the first one whose round is missing. The array of prices is shared with `before`.
 * @param symbolKey key for the seed of these five minutes
 * @param findRandomness returns that of the round of an epoch; undefined: it is missing
 */
export function extendWindow(
  market: Market,
  before: PriceWindow,
  symbolKey: Uint8Array,
  findRandomness: (epochStartMs: number) => Uint8Array | undefined,
): PriceWindow {
  let window = before
  while (!isComplete(window)) {
    const { startMs, points, state } = window
    const randomness = isMoving(market, state.epochStartMs) ? findRandomness(state.epochStartMs) : null
    if (randomness === undefined) break
    const deviates = randomness === null ? null : computeDeviates(deriveEpochKey(symbolKey, randomness))
    const walked = walkEpoch(market.symbol, state, deviates)
    points.set(walked.points, (state.epochStartMs - startMs) / stepMs)
    window = { startMs, points, state: walked.next }
  }
  return window
}

/**
 * Returns the price at a time. Undefined: it is not known yet.
 * @param atMs on the grid of `stepMs`, within the five minutes
 */
export function findKnownPoints({ startMs, points, state }: PriceWindow, atMs: number): number | undefined {
  return atMs < state.epochStartMs ? points[(atMs - startMs) / stepMs] : undefined
}
