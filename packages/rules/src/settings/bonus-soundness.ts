import { keptEdgePart } from '../trading/rounding.ts'

/** Settings that decide whether a bonus can be worth more than its turnover costs. Percentages are of the stake. */
export type BonusEdgeSettings = {
  readonly turnoverFactor: number
  readonly releaseFactor: number
  /** The highest payout of an Up/Down option. */
  readonly payoutPercent: number
  readonly ladderMarginPercent: number
}

/**
 * Computes what the house keeps of a stake on average, with the best terms for the trader, who also uses the rounding of prices. The early
 * sale of an option pays no more than the option is worth, so it never makes this smaller.
 */
export function computeLowestEdge({
  payoutPercent,
  ladderMarginPercent,
}: Pick<BonusEdgeSettings, 'payoutPercent' | 'ladderMarginPercent'>): number {
  return keptEdgePart * Math.min((100 - payoutPercent) / 200, ladderMarginPercent / 100)
}

/**
 * Returns whether no strategy can gain by a bonus. A finished bonus releases at most `releaseFactor` times its amount. Before, the
 * trader has staked `turnoverFactor` times its amount of own cash, and has lost the edge of that on average. A strategy gains only if this
 * loss is smaller.
 */
export function isBonusSound(settings: BonusEdgeSettings): boolean {
  return computeLowestEdge(settings) * settings.turnoverFactor > settings.releaseFactor
}
