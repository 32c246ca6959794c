type Job = { readonly userId: number; readonly run: () => Promise<unknown> }

/** How many processes draw at the same time. */
const maxRunning = 2
const maxWaiting = 20

/**
 * Creates a queue that is first come, first served, but with one file of a trader at a time, so that costly files of one delay only their
 * own.
 */
export function createRedrawQueue() {
  const waiting: Job[] = []
  const running = new Set<number>()

  const startNext = (): void => {
    while (running.size < maxRunning) {
      const next = waiting.findIndex(({ userId }) => !running.has(userId))
      const [job] = next === -1 ? [] : waiting.splice(next, 1)
      if (job === undefined) return
      running.add(job.userId)
      void job.run().finally(() => {
        running.delete(job.userId)
        startNext()
      })
    }
  }

  return {
    /** Returns null, and runs nothing, if too many files are waiting. */
    run: <T>(userId: number, draw: () => Promise<T>): Promise<T> | null => {
      if (waiting.length >= maxWaiting) return null
      const { promise, resolve } = Promise.withResolvers<T>()
      const run = (): Promise<unknown> => {
        const drawn = draw()
        resolve(drawn)
        return drawn.catch(() => undefined)
      }
      waiting.push({ userId, run })
      startNext()
      return promise
    },
  }
}
