/** Sends a message to the parent process. Does nothing without a parent, or when it has ended: `send` alone would then end this process. */
export function tellParent(message: object): void {
  process.send?.(message, undefined, undefined, () => undefined)
}
