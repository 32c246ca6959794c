/** A clock that the control page can move. Times are in ms UTC. */
export type SandboxClock = {
  readonly now: () => number
  readonly offsetMs: () => number
  readonly setOffset: (ms: number) => void
  /** Schedules an action. It replaces an earlier one with the same key. */
  readonly schedule: (key: string, atMs: number, run: () => void) => void
  readonly cancel: (key: string) => void
  readonly clear: () => void
  /** Runs the due actions. */
  readonly runDue: () => void
}

const maxSleepMs = 60_000

export function createClock(baseNow: () => number): SandboxClock {
  const due = new Map<string, { atMs: number; act: () => void }>()
  let offsetMs = 0
  let timer: NodeJS.Timeout | undefined
  const now = () => baseNow() + offsetMs

  const arm = () => {
    clearTimeout(timer)
    if (due.size === 0) return
    const nextMs = Math.min(...[...due.values()].map(({ atMs }) => atMs))
    timer = setTimeout(runDue, Math.min(maxSleepMs, Math.max(1, nextMs - now())))
    timer.unref()
  }

  const runDue = () => {
    const overdue = [...due].filter(([, { atMs }]) => atMs <= now())
    for (const [key, { act }] of overdue) {
      due.delete(key)
      act()
    }
    arm()
  }

  return {
    now,
    offsetMs: () => offsetMs,
    setOffset: (ms) => {
      offsetMs = ms
      arm()
    },
    schedule: (key, atMs, act) => {
      due.set(key, { atMs, act })
      arm()
    },
    cancel: (key) => void due.delete(key),
    clear: () => {
      due.clear()
      arm()
    },
    runDue,
  }
}
