/** Looks for due rows again and again. It only wakes: what is due, and when, the rows say (and any copy may look). */
export type Sweeper = { readonly start: () => void; readonly stop: () => Promise<void> }

const pauseMs = 1000
const shortestPauseMs = 50

/** `sweep` runs with a pause between two rounds, never twice at once; a round that fails is told and tried again. */
export function createSweeper(deps: {
  readonly sweep: () => Promise<void>
  readonly waitScale: number
  readonly onError: (error: unknown) => void
}): Sweeper {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  const next = () => {
    if (stopped) return
    timer = setTimeout(
      () => {
        running = deps.sweep().catch(deps.onError).then(next)
      },
      Math.max(shortestPauseMs, pauseMs * deps.waitScale),
    )
  }
  return {
    start: next,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
