import { setTimeout as sleep } from 'node:timers/promises'

export type Poller = {
  /** A failed run is reported and repeated. */
  readonly add: (pauseMs: number, run: () => Promise<void>) => void
  /** Waits for the current runs. */
  readonly stop: () => Promise<void>
}

/** However small `waitScale` is. A shorter pause keeps server and database busy with looking for nothing. */
const minPauseMs = 200

export function createPoller(options: {
  readonly waitScale: number
  readonly onError: (error: unknown) => void
}): Poller {
  const stopping = new AbortController()
  const loops: Promise<void>[] = []

  const runRepeatedly = async (pauseMs: number, run: () => Promise<void>) => {
    for (;;) {
      await sleep(pauseMs, null, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      await run().catch(options.onError)
    }
  }
  return {
    add: (pauseMs, run) => {
      loops.push(runRepeatedly(Math.max(minPauseMs, pauseMs * options.waitScale), run))
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}
