/** Looks for due rows again and again. It only wakes: what is due, and when, the rows say (and any copy may look). */
export type DueWorkPoller = { readonly start: () => void; readonly stop: () => Promise<void> }

const pollIntervalMs = 1000
const minPollIntervalMs = 50

/** `sweep` runs with a pause between two rounds, never twice at once; a round that fails is told and tried again. */
export function createDueWorkPoller(deps: {
  readonly processDueWork: () => Promise<void>
  readonly waitScale: number
  readonly onError: (error: unknown) => void
}): DueWorkPoller {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  const scheduleNextRound = () => {
    if (stopped) return
    timer = setTimeout(
      () => {
        running = deps.processDueWork().catch(deps.onError).then(scheduleNextRound)
      },
      Math.max(minPollIntervalMs, pollIntervalMs * deps.waitScale),
    )
  }
  return {
    start: scheduleNextRound,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
