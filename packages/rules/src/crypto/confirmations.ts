/** Amounts of at least `from`, in base currency, need this many confirmations. */
export type ConfirmationLevel = { readonly from: number; readonly confirmations: number }

/**
 * Returns how many confirmations an amount needs.
 * @param levels in any order
 * @param amount in base currency
 */
export function findRequiredConfirmations(levels: readonly ConfirmationLevel[], amount: number): number {
  return Math.max(1, ...levels.filter(({ from }) => amount >= from).map(({ confirmations }) => confirmations))
}

/** Returns the confirmations that the smallest and the largest amount need. */
export function findConfirmationRange(levels: readonly ConfirmationLevel[]): {
  readonly least: number
  readonly most: number
} {
  return {
    least: findRequiredConfirmations(levels, 0),
    most: Math.max(1, ...levels.map(({ confirmations }) => confirmations)),
  }
}

/**
 * Counts confirmations. A block is its own first one.
 * @param scannedHeight height of the last block that we have read
 */
export function countConfirmations(blockHeight: number | null, scannedHeight: number): number {
  return blockHeight === null ? 0 : Math.max(0, scannedHeight - blockHeight + 1)
}
