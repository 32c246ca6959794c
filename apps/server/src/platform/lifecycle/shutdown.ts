/** One thing to be closed; `name` is for the log. */
export type Closable = { readonly name: string; readonly close: () => Promise<unknown> }

/**
 * Closes things one after another, each whether or not the one before could be closed, and gives up on the whole after
 * `limitMs`. Gives the names of what did not close.
 */
export async function closeAll(closables: readonly Closable[], limitMs: number): Promise<string[]> {
  const open = new Set(closables.map(({ name }) => name))
  const closing = (async () => {
    for (const { name, close } of closables) {
      await close().then(
        () => open.delete(name),
        () => undefined,
      )
    }
  })()
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, limitMs)
  await Promise.race([closing, late])
  clearTimeout(timer)
  return [...open]
}
