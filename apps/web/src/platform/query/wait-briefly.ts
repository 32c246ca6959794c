const limitMs = 1000

/** Waits for what a screen shows at its top, so that nothing moves when it comes. After a second, the screen is shown without it. */
export async function waitBriefly(...loading: readonly Promise<unknown>[]): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, limitMs)
  await Promise.race([promise, Promise.allSettled(loading)])
  clearTimeout(timer)
}
