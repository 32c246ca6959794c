import { setTimeout as sleep } from 'node:timers/promises'

import type { JobTime } from './job.ts'

export type Poller = {
  /** @param run never rejects */
  readonly add: (time: Extract<JobTime, { everyMs: number }>, run: () => Promise<void>) => void
  /** Stops, and waits for the current runs. */
  readonly stop: () => Promise<void>
}

/** The shortest pause, however small `waitScale` is. A shorter one keeps server and database busy with looking for nothing. */
const minPauseMs = 200

/** Delay after the multiple: a timer can be a little early, and what is due then would wait for the next run. */
const alignedDelayMs = 2

/** Computes the time until just after the next whole multiple of the pause. */
export function computeAlignedPause(pauseMs: number, nowMs: number): number {
  return pauseMs - (nowMs % pauseMs) + alignedDelayMs
}

export function createPoller(options: { readonly waitScale: number }): Poller {
  const stopping = new AbortController()
  const loops: Promise<void>[] = []

  const runRepeatedly = async (pauseMs: number, isAligned: boolean, run: () => Promise<void>) => {
    for (;;) {
      await sleep(isAligned ? computeAlignedPause(pauseMs, Date.now()) : pauseMs, null, {
        signal: stopping.signal,
      }).catch(() => undefined)
      if (stopping.signal.aborted) return
      await run()
    }
  }
  return {
    add: ({ everyMs, isAligned = false }, run) => {
      loops.push(runRepeatedly(Math.max(minPauseMs, everyMs * options.waitScale), isAligned, run))
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}
