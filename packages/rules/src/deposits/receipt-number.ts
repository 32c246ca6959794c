/** Returns the number on the trader's receipt, which is short enough to read out. */
export function formatReceiptNumber(depositId: string): string {
  return depositId.slice(-12).toUpperCase()
}
