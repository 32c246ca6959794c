/**
 * How failed log-ins slow further ones: not at all up to five, then from a quarter of a second, doubling, up to eight
 * seconds. There is no count at which the owner is shut out.
 */
const freeFailures = 5
const firstDelayMs = 250
const maxDelayMs = 8000

/** Failures older than this are forgotten. */
export const failureWindowMs = 15 * 60_000

/** Delay before a try that comes after `failures` failed ones, ms. */
export function delayAfter(failures: number): number {
  if (failures < freeFailures) return 0
  return Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(failures - freeFailures, 20))
}

/** Tries of one subject that may wait in line at once. More are refused: a line that grows for ever helps nobody. */
const maxWaiting = 5

/** Runs the tries of one subject one after another, so that a delay is a rate and not only a wait. */
export type Lines = {
  /** Null when too many wait already. */
  readonly run: <T>(subject: string, task: () => Promise<T>) => Promise<T> | null
}

export function createLines(): Lines {
  const lines = new Map<string, { last: Promise<unknown>; waiting: number }>()
  return {
    run: (subject, task) => {
      const line = lines.get(subject) ?? { last: Promise.resolve(), waiting: 0 }
      if (line.waiting >= maxWaiting) return null
      line.waiting += 1
      lines.set(subject, line)
      const done = line.last.then(task, task)
      const leave = () => {
        line.waiting -= 1
        if (line.waiting === 0) lines.delete(subject)
      }
      line.last = done.then(leave, leave)
      return done
    },
  }
}
