import type { Ladder, MarketSymbol } from '@tradefront/contract/trading'
import {
  computeDeviationAfter,
  findDeviation,
  type PriceState,
  type PriceMoves,
} from '@tradefront/rules/trading/deviation'
import { computeLadderPayout, listLadderStrikes } from '@tradefront/rules/trading/ladder'
import type { Direction } from '@tradefront/rules/trading/options'
import { toPoints } from '@tradefront/rules/trading/symbols'

/** Facts that decide the payouts at one moment. */
export type LadderMoment = PriceState & { readonly expiresAtMs: number; readonly marginPercent: number }

/**
 * Payouts of one strike. The strike is in points. Payouts are parts of the stake that are won in addition to it: 0.82 is 82 %. Null: not
 * offered.
 */
export type LadderRow = { readonly strike: number; readonly up: number | null; readonly down: number | null }

export function readMoment(
  { expiresAtMs, margin }: Pick<Ladder, 'expiresAtMs' | 'margin'>,
  { digits, ...moves }: Pick<MarketSymbol, 'digits' | keyof PriceMoves>,
  price: number,
  nowMs: number,
): LadderMoment {
  const state = { points: toPoints(price, digits), atMs: nowMs, ...moves }
  return { ...state, expiresAtMs, marginPercent: margin * 100 }
}

/** Finds a payout. The server computes the same when a purchase arrives. */
export function findPayout(moment: LadderMoment, direction: Direction, strike: number): number | null {
  const { points, expiresAtMs, marginPercent } = moment
  const deviation = findDeviation(moment, expiresAtMs)
  const percent = computeLadderPayout({ ...deviation, direction, strike, points, marginPercent })
  return percent === null ? null : percent / 100
}

/** Builds the rows that can be bought on at least one side. */
export function buildRows(moment: LadderMoment, strikes: readonly number[]): LadderRow[] {
  return strikes
    .map((strike) => ({ strike, up: findPayout(moment, 'up', strike), down: findPayout(moment, 'down', strike) }))
    .filter(({ up, down }) => up !== null || down !== null)
}

/** Keeps the strikes while the price is near their middle, so that none moves away from under a finger. */
export function keepStrikes(before: readonly number[], moment: LadderMoment): readonly number[] {
  const next = listLadderStrikes(moment, moment.expiresAtMs)
  const [step, stepBefore] = [getStep(next), getStep(before)]
  const middle = before[Math.floor(before.length / 2)]
  const isNear = middle !== undefined && Math.abs(moment.points - middle) <= 1.5 * step
  return step === stepBefore && isNear ? before : next
}

function getStep([first = 0, second = 0]: readonly number[]): number {
  return first - second
}

/** Number of standard deviations of the price. */
const deviations = 2

/**
 * Returns by how much the payout can fall until the option starts: as if the price moved by two standard deviations of that time. It is
 * rounded up to whole percent.
 * @param payout that the trader sees
 * @param seconds until the start, at least 1
 */
export function getPayoutTolerance(
  moment: LadderMoment,
  { direction, strike, payout, seconds }: { direction: Direction; strike: number; payout: number; seconds: number },
): number {
  const moved = Math.ceil(computeDeviationAfter(moment, seconds) * deviations)
  const points = direction === 'up' ? moment.points + moved : moment.points - moved
  const worse = findPayout({ ...moment, points }, direction, strike) ?? 0
  return Math.ceil(Math.round((payout - worse) * 10_000) / 100) / 100
}
