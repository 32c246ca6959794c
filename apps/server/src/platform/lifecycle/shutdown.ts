export type Closable = {
  readonly name: string
  readonly close: () => Promise<unknown>
  readonly limitMs: number
}

/** Closes all in order; continues after a failure or the limit. @returns the names of those that did not close */
export async function closeAll(closables: readonly Closable[]): Promise<string[]> {
  const unclosed: string[] = []
  for (const closable of closables) {
    if (!(await closeInTime(closable))) unclosed.push(closable.name)
  }
  return unclosed
}

async function closeInTime({ close, limitMs }: Closable): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(resolve, limitMs, false)
  const closed = close().then(
    () => true,
    () => false,
  )
  return Promise.race([closed, late]).finally(() => clearTimeout(timer))
}
