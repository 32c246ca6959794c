/** Background work of one server that jobs start and do not wait for. */
export type Rounds = {
  /** Starts a round. Does nothing while a round with this key runs. */
  readonly startRound: (key: string, run: () => Promise<void>) => void
  readonly waitForRounds: () => Promise<void>
}

export function createRounds(onError: (error: unknown) => void): Rounds {
  const running = new Map<string, Promise<void>>()
  return {
    startRound: (key, run) => {
      if (running.has(key)) return
      const round = run().catch(onError)
      running.set(
        key,
        round.finally(() => running.delete(key)),
      )
    },
    waitForRounds: async () => {
      await Promise.all(running.values())
    },
  }
}
