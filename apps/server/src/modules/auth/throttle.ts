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

/** Delay before a try that comes after `failures` failed ones, of which `free` slow nobody, ms. */
function delayAfter(failures: number, free: number): number {
  if (failures < free) return 0
  return Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(failures - free, 20))
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

/** What is tried (an account, a device), and who tries (an address); either may be left out. */
export type Tries = {
  readonly what: string | null
  readonly who: string | null
  /** Failures that slow nobody; five unless said otherwise. */
  readonly free?: number
}

/** Where failures are counted: in the database, so that every copy of the server sees them. */
export type FailureCounts = {
  /**
   * Notes a try at `what` before it is made, so that many at once see one another, and gives how often each of the two has
   * failed since `since`, this try not counted; one that has not is left out.
   */
  readonly begin: (tries: Tries, at: Date, since: Date) => Promise<ReadonlyMap<string, number>>
  readonly noteFailure: (subject: string, at: Date) => Promise<void>
  /** Takes back one note of that time: the try was not made. */
  readonly takeBack: (subject: string, at: Date) => Promise<void>
  readonly forgetFailures: (subject: string) => Promise<void>
}

export type Tried<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'wrong' }
  /** Too many tries wait in line already. */
  | { readonly kind: 'busy' }

/** Tries at something that can be guessed. */
export type Throttle = {
  /** `check` gives null for a wrong guess. A right one clears the count of `what`, never that of `who`. */
  readonly run: <T>(tries: Tries, check: () => Promise<T | null>) => Promise<Tried<T>>
}

export type ThrottleDeps = {
  readonly counts: FailureCounts
  readonly now: () => Date
  readonly sleep: (ms: number) => Promise<void>
}

export function createThrottle({ counts, now, sleep }: ThrottleDeps): Throttle {
  const lines = createLines()

  const tryOnce = async <T>({ what, who }: Tries, check: () => Promise<T | null>): Promise<Tried<T>> => {
    const value = await check()
    if (value === null) {
      if (who !== null) await counts.noteFailure(who, now())
      return { kind: 'wrong' }
    }
    // An address keeps its count: one's own account must not clear it for tries at others'.
    if (what !== null) await counts.forgetFailures(what)
    return { kind: 'ok', value }
  }

  return {
    run: async (tries, check) => {
      const { what, who } = tries
      const at = now()
      const failed = await counts.begin(tries, at, new Date(at.getTime() - failureWindowMs))
      const delayMs = delayAfter(Math.max(0, ...failed.values()), tries.free ?? freeFailures)
      if (delayMs === 0) return tryOnce(tries, check)
      const isSiege = what !== null && (failed.get(what) ?? 0) >= siegeFailures
      const waited = lines.run((isSiege ? what : (who ?? what)) ?? '', async () => {
        await sleep(delayMs)
        return tryOnce(tries, check)
      })
      if (waited !== null) return waited
      if (what !== null) await counts.takeBack(what, at)
      return { kind: 'busy' }
    },
  }
}
