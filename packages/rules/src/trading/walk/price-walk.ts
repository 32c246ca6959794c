import type { TradingSymbol } from '../symbols.ts'
import { getMarketState } from '../trading-hours.ts'
import { epochMs, partsOfDeviation, stepsPerEpoch } from './epoch.ts'
import { isInGap, type MarketGap } from './market-gap.ts'

/** State of the walk of a symbol before an epoch. All later prices follow from it, from seeds and from rounds. */
export type WalkState = {
  /** Start of the epoch. */
  readonly epochStartMs: number
  /** Price at the start of the UTC day, in points: the walk moves in proportion to it. */
  readonly startPoints: number
  /** Sum of the deviates since that start: a whole number, as deviates are. */
  readonly sum: number
}

/** A symbol that moves, and the gaps in which it stands still besides closed hours. */
export type Market = { readonly symbol: WalkSymbol; readonly gaps: readonly MarketGap[] }

type WalkSymbol = Pick<TradingSymbol, 'name' | 'hours' | 'simulated'>

/** The prices of an epoch in points, one for each step, and the walk after it. */
export type WalkedEpoch = { readonly points: Float64Array; readonly next: WalkState }

const dayMs = 86_400_000
/** Square root of the 432,000 steps of a day. */
const rootOfDaySteps = 657.267_069_006_199_3

/**
 * Returns the state with which the walk of an installation begins.
 * @param points price with which the symbol begins
 */
export function createWalk(installedAtMs: number, points: number): WalkState {
  return { epochStartMs: installedAtMs - (installedAtMs % 60_000), startPoints: points, sum: 0 }
}

/** Returns the price of the last step before the epoch. */
export function getPoints({ simulated }: WalkSymbol, { startPoints, sum }: Omit<WalkState, 'epochStartMs'>): number {
  const part = (simulated.dailyVolatility * sum) / (rootOfDaySteps * partsOfDeviation)
  return Math.max(1, Math.round(startPoints * (1 + part)))
}

/** Returns true if the walk moves in an epoch. In closed hours and in gaps it stands still, and needs no round. */
export function isMoving({ symbol, gaps }: Market, epochStartMs: number): boolean {
  return getMarketState(symbol.hours, epochStartMs).isOpen && !isInGap(gaps, epochStartMs)
}

/**
 * Computes the prices of an epoch.
 * @param deviates of the epoch, or null if the walk stands still
 */
export function walkEpoch(symbol: WalkSymbol, before: WalkState, deviates: Float64Array | null): WalkedEpoch {
  let { startPoints, sum } = before
  const points = new Float64Array(stepsPerEpoch)
  for (let step = 0; step < stepsPerEpoch; step += 1) {
    if (deviates !== null) sum += deviates[step] ?? 0
    const price = getPoints(symbol, { startPoints, sum })
    points[step] = price
    if (step === 0 && before.epochStartMs % dayMs === 0) [startPoints, sum] = [price, 0]
  }
  return { points, next: { epochStartMs: before.epochStartMs + epochMs, startPoints, sum } }
}

/** Returns the walk at the start of a later epoch, if it stands still until then. */
export function restUntil(symbol: WalkSymbol, before: WalkState, epochStartMs: number): WalkState {
  const midnightMs = Math.ceil(before.epochStartMs / dayMs) * dayMs
  return midnightMs < epochStartMs
    ? { epochStartMs, startPoints: getPoints(symbol, before), sum: 0 }
    : { ...before, epochStartMs }
}
