import { computeDeviationAfter, computeLowest, type Deviation, type PriceState } from './deviation.ts'
import type { Direction } from './options.ts'
import { maxRoundingPart } from './rounding.ts'
import { computeNormalProbability } from './sale-value.ts'

/**
 * The ladder has options with one expiry and several strikes: a price above or below a strike wins. They expire at each full quarter of an
 * hour.
 */
export const ladderRoundMs = 15 * 60_000
/** From this time before an expiry on, the ladder is the next one, because chances would change faster than a trader can read them. */
export const lastLadderPurchaseMs = 60_000

/** Limits of payouts in percent of the stake. Strikes beyond them are not offered: they are nearly certain to win, or to lose. */
export const minLadderPayout = 5
export const maxLadderPayout = 500

/** Number of strikes on each side of the price. */
const strikesPerSide = 4
/** Distance of the strikes, as a part of the standard deviation until the expiry. */
const stepPart = 0.35
/** The distance of the strikes changes only when this many seconds are left, so that they stay where they are. */
const stepSeconds = [120, 240, 480, 960] as const
const roundSteps = [1, 2, 2.5, 5] as const

/** Returns the expiry of the ladder that is offered at a time. */
export function findLadderExpiry(nowMs: number): number {
  return Math.ceil((nowMs + lastLadderPurchaseMs) / ladderRoundMs) * ladderRoundMs
}

/** Lists round prices around the present one in points, highest first. */
export function listLadderStrikes(state: PriceState, expiresAtMs: number): number[] {
  const leftMs = expiresAtMs - state.atMs
  const seconds = stepSeconds.find((each) => leftMs <= each * 1000) ?? ladderRoundMs / 1000
  const step = roundStep(computeDeviationAfter(state, seconds) * stepPart)
  const middle = Math.round(state.points / step) * step
  return Array.from({ length: 2 * strikesPerSide + 1 }, (_, index) => middle + (strikesPerSide - index) * step).filter(
    (strike) => strike > 0,
  )
}

/** Rounds down to 1, 2, 2.5 or 5 times a power of ten, in whole points. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, step)))
  return power * (roundSteps.findLast((each) => each * power <= step && Number.isInteger(each * power)) ?? 1)
}

/** Facts of a ladder option. The deviation is that until the expiry: `findDeviation`. */
export type LadderFacts = Deviation & {
  readonly direction: Direction
  /** Strike in points, like the other prices. */
  readonly strike: number
  readonly points: number
  /** Percent of the stake that the house keeps on average. */
  readonly marginPercent: number
}

/**
 * Computes the payout in percent of the stake, rounded down. Null: the strike is not offered. On average, a stake returns itself less the
 * margin. We assume that prices are a random walk. Server and browser get the same result, because there are only operations that every
 * engine rounds alike.
 */
export function computeLadderPayout(facts: LadderFacts): number | null {
  const payout = computeLowest(facts, (deviation) => computePayoutAt(deviation, facts) ?? -1)
  return payout < 0 ? null : payout
}

function computePayoutAt(deviation: number, facts: LadderFacts): number | null {
  const { direction, strike, points, marginPercent } = facts
  const ahead = direction === 'up' ? points - strike : strike - points
  // Prices are whole points: half a point on each side of the strike is a tie.
  const win = computeNormalProbability((ahead - 0.5) / deviation)
  const tie = computeNormalProbability((ahead + 0.5) / deviation) - win
  const payout = Math.floor(100 * ((1 - marginPercent / 100 - tie) / win - 1))
  if (payout < minLadderPayout || payout > maxLadderPayout) return null
  // The price was rounded: it can be up to half a point further ahead, and a trader can know that.
  const mostWin = computeNormalProbability(ahead / deviation)
  const mostTie = computeNormalProbability((ahead + 1) / deviation) - mostWin
  const leastEdge = 1 - mostWin * (1 + payout / 100) - mostTie
  return leastEdge < ((1 - maxRoundingPart) * marginPercent) / 100 ? null : payout
}
