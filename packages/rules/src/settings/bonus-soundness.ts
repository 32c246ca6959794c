import { keptEdgePart } from '../trading/rounding.ts'

/** Settings that decide whether a bonus can be worth more than its turnover costs. Percentages of the stake. */
export type BonusEdgeSettings = {
  readonly turnoverFactor: number
  readonly releaseFactor: number
  /** The highest payout of an Up/Down option. */
  readonly payoutPercent: number
  readonly ladderMarginPercent: number
}

/**
 * Computes what the house keeps of a stake on average, at the terms that are best for the trader, who also reads the rounding of prices. The early
 * sale of an option pays no more than the option is worth, so it never makes this smaller.
 */
export function computeLowestEdge({
  payoutPercent,
  ladderMarginPercent,
}: Pick<BonusEdgeSettings, 'payoutPercent' | 'ladderMarginPercent'>): number {
  return keptEdgePart * Math.min((100 - payoutPercent) / 200, ladderMarginPercent / 100)
}

/**
 * A finished bonus releases at most `releaseFactor` times its amount. Before, the trader has staked `turnoverFactor` times its amount of own
 * cash, and has lost the edge of it on average. Whatever the strategy, it gains only if this is less.
 */
export function isBonusSound(settings: BonusEdgeSettings): boolean {
  return computeLowestEdge(settings) * settings.turnoverFactor > settings.releaseFactor
}
