/** Amounts of at least `from`, in base currency, need this many confirmations. */
export type ConfirmationLevel = { readonly from: number; readonly confirmations: number }

/** @param amount in base currency @param levels in any order */
export function findRequiredConfirmations(levels: readonly ConfirmationLevel[], amount: number): number {
  return Math.max(1, ...levels.filter(({ from }) => amount >= from).map(({ confirmations }) => confirmations))
}

/** For the smallest and the largest amount. */
export function findConfirmationRange(levels: readonly ConfirmationLevel[]): {
  readonly least: number
  readonly most: number
} {
  return {
    least: findRequiredConfirmations(levels, 0),
    most: Math.max(1, ...levels.map(({ confirmations }) => confirmations)),
  }
}

/** A block is its own first confirmation. @param scannedHeight height of the last block that we have read */
export function countConfirmations(blockHeight: number | null, scannedHeight: number): number {
  return blockHeight === null ? 0 : Math.max(0, scannedHeight - blockHeight + 1)
}
