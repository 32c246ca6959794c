/** Does nothing without a parent, or when it is gone: `send` alone would then end the process. */
export function tellParent(message: object): void {
  process.send?.(message, undefined, undefined, () => undefined)
}
