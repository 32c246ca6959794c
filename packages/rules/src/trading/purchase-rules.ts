import { stepMs } from './closing-price.ts'
import { computeDeviationAfter, type PriceState } from './deviation.ts'
import type { Direction } from './options.ts'
import { maxRoundingPart } from './rounding.ts'
import { computeNormalProbability } from './sale-value.ts'
import type { MarketState } from './trading-hours.ts'

/** A price that is older cannot be traded. */
export const maxQuoteAgeMs = 2000

/** Returns whether a price is too old, or too far ahead: the clock of the server that recorded it can differ. */
export function isOldQuote({ atMs }: { readonly atMs: number }, now: Date): boolean {
  return Math.abs(now.getTime() - atMs) > maxQuoteAgeMs
}

/** A symbol whose price is known less exactly than this part of its standard deviation in 30 s cannot be bought. */
const maxPointPart = 1 / 3
const shortestSeconds = 30

/**
 * Returns whether a point is too large against the moves of the price: ties would be common, and they return stakes. Or the rounding of
 * prices would be worth too much of the house edge to a trader who knows on which side of a price the walk is, e.g. after it has just
 * changed.
 * @param payoutPercent of an Up/Down option
 */
export function isPriceCoarse(state: PriceState, payoutPercent: number): boolean {
  const deviation = computeDeviationAfter(state, shortestSeconds)
  if (deviation * maxPointPart < 1) return true
  // With the walk half a point ahead, the chance to win is even, and the tie comes in addition.
  const tie = computeNormalProbability(1 / deviation) - 0.5
  return tie > maxRoundingPart * ((100 - payoutPercent) / 200)
}

/**
 * Whether the market is open for all of the time in which the closing price of a trade can come. If it is not, the trade could be void,
 * and its trader would know that before: an option that cannot lose. The ladder also has a last minute of its own, in `ladder.ts`.
 * @param getState null: the symbol is not traded
 * @param closingSpanMs prices of this time before the expiry can decide it
 */
export function hasClosingPrice(
  getState: (atMs: number) => MarketState | null,
  expiresAtMs: number,
  closingSpanMs: number,
): boolean {
  const lastMs = Math.ceil(expiresAtMs / stepMs) * stepMs
  const state = getState(lastMs - closingSpanMs)
  return state?.isOpen === true && (state.changesAtMs === null || state.changesAtMs > lastMs)
}

/** Time after the expiry. Without a price until then, the stake is returned. */
export const maxCloseDelayMs = 60_000
/** A purchase or sale whose price does not come within this time of its epoch is refused, whatever the price is found to be later. */
export const maxFillDelayMs = 5000
/** A person can have this many open trades, which limits what a page has to show. */
export const maxOpenTrades = 200

/** Limits in minor units of the account's currency. */
export type StakeLimits = {
  readonly stakeMin: number
  readonly stakeMax: number
  /** Stakes of a person's open trades on one symbol, and on all of them. */
  readonly symbolStakesMax: number
  readonly openStakesMax: number
}

/** Stakes that are open before the trade, in minor units. */
export type OpenStakes = { readonly symbol: number; readonly all: number; readonly count: number }

type StakeProblemCode =
  | 'trading.stake_small'
  | 'trading.stake_large'
  | 'trading.symbol_limit'
  | 'trading.open_limit'
  | 'trading.too_many_open'

/** `limit` is the amount that the text names, in minor units. */
type StakeProblem = { readonly code: StakeProblemCode; readonly limit: number }

/** Returns why a stake is refused. Null: it is allowed. */
export function findStakeProblem(stake: number, limits: StakeLimits, open: OpenStakes): StakeProblem | null {
  const { stakeMin, stakeMax, symbolStakesMax, openStakesMax } = limits
  if (stake < stakeMin) return { code: 'trading.stake_small', limit: stakeMin }
  if (stake > stakeMax) return { code: 'trading.stake_large', limit: stakeMax }
  if (open.count >= maxOpenTrades) return { code: 'trading.too_many_open', limit: maxOpenTrades }
  if (open.symbol + stake > symbolStakesMax) return { code: 'trading.symbol_limit', limit: symbolStakesMax }
  if (open.all + stake > openStakesMax) return { code: 'trading.open_limit', limit: openStakesMax }
  return null
}

/** Returns whether a price is worse for the trader than the one on the screen by more than the tolerance, in points. */
export function isPriceWorse(direction: Direction, points: number, seen: number, tolerance: number): boolean {
  return direction === 'up' ? points > seen + tolerance : points < seen - tolerance
}

/** Limits after which an account that is not verified can buy no more. */
export type TradingBlock = {
  /** Number of trades that can be bought in any case. */
  readonly trades: number
  /** Deposits up to this sum never block, in the unit of `depositTotal`. */
  readonly deposits: number
}

/** spec: account 4, with the numbers of a setting. The server refuses the purchase, and the page shows why and what to do. */
export function isTradingBlocked(
  { trades, deposits }: TradingBlock,
  account: {
    readonly isVerified: boolean
    /** Sum of credited deposits. */
    readonly depositTotal: number
    readonly tradeCount: number
  },
): boolean {
  return !account.isVerified && account.depositTotal > deposits && account.tradeCount >= trades
}
