import { computeReturn, decideOutcome } from '@tradefront/rules/trading/outcome'
import type { Direction } from '@tradefront/rules/trading/options'
import type { TradingSymbol } from '@tradefront/rules/trading/symbols'

import { parseSettings } from '../../src/modules/settings/schema.ts'

/** A game, which is the same for the same seed. `runs` says how many times as long it is as in `npm test`. */
export type Game = { readonly seed: number; readonly runs: number }

/** Mean of the gain as a part of the stake. `standardError` is 0 if the mean is exact. */
export type Gain = { readonly mean: number; readonly standardError: number }

type Player = (game: Game) => Gain | Promise<Gain>

/** Game of a clever trader, with the product's own rules and prices. */
export type Strategy = {
  /** Says what the trader does, without a subject, e.g. `buys Up`. */
  readonly name: string
  /** Unit of the gain. */
  readonly per: 'stake' | 'deposit' | 'payment' | 'bonus'
  /** Own cash must lose on average. With a gift, a person gains at most `bound`; `reason` says why that is accepted. */
  readonly kind: { readonly name: 'cash' } | { readonly name: 'gift'; readonly bound: number; readonly reason: string }
  readonly play: Player
  /** A fault of the product with which the strategy wins. `fault` completes "wins if". */
  readonly planted: { readonly fault: string; readonly play: Player }
}

export const cash = { name: 'cash' } as const

export const settings = parseSettings([])

/** Settings that leave the house least: the schema refuses less. */
export const limits = parseSettings([
  { name: 'payout_percents', value: { currency: 95, metal: 95, index: 95, crypto: 95 } },
  { name: 'sale_fee_percent', value: 1 },
  { name: 'ladder_margin_percent', value: 3 },
  // Below this, a bonus would be worth more than its turnover costs.
  { name: 'bonus_turnover_factor', value: 100 },
  { name: 'crypto_spread_percent', value: 0.5 },
  { name: 'crypto_overpay_percent', value: 5 },
  { name: 'crypto_late_block_hours', value: 6 },
  { name: 'crypto_rate_max_age_seconds', value: 900 },
  { name: 'currency_rate_max_age_seconds', value: 3600 },
])

/** Payout of the Up/Down option that a clever trader buys, in percent. */
export const bestPayout = Math.max(...Object.values(settings.payout_percents))

export const exactly = (mean: number): Gain => ({ mean, standardError: 0 })

export function summarizeGains(gains: readonly number[]): Gain {
  const count = Math.max(1, gains.length)
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / count
  const squares = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0)
  return { mean, standardError: Math.sqrt(squares / Math.max(1, gains.length - 1) / count) }
}

const stake = 10_000

/** Returns the part of the stake that an Up/Down option wins, with default settings. */
export function getPayout({ kind }: Pick<TradingSymbol, 'kind'>): number {
  return settings.payout_percents[kind] / 100
}

/** Computes the profit of an Up/Down option at the default payout, as a part of the stake. */
export function computeProfit(symbol: TradingSymbol, direction: Direction, opened: number, closed: number): number {
  const percent = settings.payout_percents[symbol.kind]
  return computeReturn(decideOutcome(direction, opened, closed), stake, percent) / stake - 1
}
