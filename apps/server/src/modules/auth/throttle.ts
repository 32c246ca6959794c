/**
 * How failed tries slow further ones: not at all up to five, then from a quarter of a second, doubling, up to eight
 * seconds. There is no count at which the owner is shut out.
 */
const freeFailures = 5
const firstDelayMs = 250
const maxDelayMs = 8000

/** From here on the tries at one account stand in one line, wherever they come from. */
const siegeFailures = 50

/** Failures older than this are forgotten. */
export const failureWindowMs = 15 * 60_000

/** Delay before a try that comes after `failures` failed ones, ms. */
function delayAfter(failures: number): number {
  if (failures < freeFailures) return 0
  return Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(failures - freeFailures, 20))
}

/** Tries of one subject that may wait in line at once. More are refused: a line that grows for ever helps nobody. */
const maxWaiting = 5

/** Runs the tries of one subject one after another, so that a delay is a rate and not only a wait. */
type Lines = {
  /** Null when too many wait already. */
  readonly run: <T>(subject: string, task: () => Promise<T>) => Promise<T> | null
}

function createLines(): Lines {
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

/** Where failures are counted: in the database, so that every copy of the server sees them. */
export type FailureCounts = {
  /** How often each of the subjects has failed since `since`; one that has not is left out. */
  readonly failures: (subjects: readonly string[], since: Date) => Promise<ReadonlyMap<string, number>>
  readonly noteFailure: (subjects: readonly string[], at: Date) => Promise<void>
  readonly forgetFailures: (subjects: readonly string[]) => Promise<void>
}

export type Tried<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'wrong' }
  /** Too many tries wait in line already. */
  | { readonly kind: 'busy' }

/** Tries at something that can be guessed. */
export type Throttle = {
  /**
   * `check` gives null for a wrong guess. The first subject is what is being tried (an account), the last one who tries
   * (an address); they may be one. A right guess clears every count but those of addresses.
   */
  readonly run: <T>(subjects: readonly string[], check: () => Promise<T | null>) => Promise<Tried<T>>
}

export type ThrottleDeps = {
  readonly counts: FailureCounts
  readonly now: () => Date
  readonly sleep: (ms: number) => Promise<void>
}

export function createThrottle({ counts, now, sleep }: ThrottleDeps): Throttle {
  const lines = createLines()

  const tryOnce = async <T>(subjects: readonly string[], check: () => Promise<T | null>): Promise<Tried<T>> => {
    const value = await check()
    if (value === null) {
      await counts.noteFailure(subjects, now())
      return { kind: 'wrong' }
    }
    // The address keeps its count: one's own account must not clear it for tries at others'.
    await counts.forgetFailures(subjects.filter((subject) => !subject.startsWith('address:')))
    return { kind: 'ok', value }
  }

  return {
    run: async (subjects, check) => {
      const failed = await counts.failures(subjects, new Date(now().getTime() - failureWindowMs))
      const delayMs = delayAfter(Math.max(0, ...failed.values()))
      if (delayMs === 0) return tryOnce(subjects, check)
      const [tried = '', who = tried] = [subjects[0], subjects.at(-1)]
      const isSiege = (failed.get(tried) ?? 0) >= siegeFailures
      const waited = lines.run(isSiege ? tried : who, async () => {
        await sleep(delayMs)
        return tryOnce(subjects, check)
      })
      return (await waited) ?? { kind: 'busy' }
    },
  }
}
