/** Facts that decide whether the loss of a trade counts in its day. `hasBonus`: a bonus was open when it closed. */
export type LossFacts = { readonly isLadder: boolean; readonly isOpposite: boolean; readonly hasBonus: boolean }

/**
 * Returns whether a loss counts for the offer that returns a part of a losing day. The database counts by the same rule (`sum_own_day`). A far strike of the ladder loses most days at an edge
 * that the return would outweigh, an opposite trade loses without a risk, and while a bonus is open, the edge pays for the bonus.
 */
export function isLossCounted({ isLadder, isOpposite, hasBonus }: LossFacts): boolean {
  return !isLadder && !isOpposite && !hasBonus
}
