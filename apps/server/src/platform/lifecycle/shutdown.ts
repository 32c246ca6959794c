export type Closable = { readonly name: string; readonly close: () => Promise<unknown> }

/** Closes in order; continues after a failure or `limitMs`. @returns the names of those that did not close */
export async function closeAll(closables: readonly Closable[], limitMs: number): Promise<string[]> {
  const unclosed: string[] = []
  for (const { name, close } of closables) {
    if (!(await closeWithin(close, limitMs))) unclosed.push(name)
  }
  return unclosed
}

async function closeWithin(close: Closable['close'], limitMs: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(resolve, limitMs, false)
  const closed = close().then(
    () => true,
    () => false,
  )
  return Promise.race([closed, late]).finally(() => clearTimeout(timer))
}
