/**
 * How failed tries slow further ones: not at all up to five, then from a quarter of a second, doubling, up to eight
 * seconds. There is no count at which the owner is shut out.
 */
const freeFailures = 5
const firstDelayMs = 250
const maxDelayMs = 8000

/** From here on the tries at one account stand in one line, wherever they come from. */
const serializeAfterFailures = 50

/** Failures older than this are forgotten. */
export const failureWindowMs = 15 * 60_000

/** Delay before a try that comes after `failures` failed ones, of which `freeCount` slow nobody, ms. */
function calculateDelayMs(failures: number, freeCount: number): number {
  if (failures < freeCount) return 0
  return Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(failures - freeCount, 20))
}

/** Tries of one subject that may wait in line at once. More are refused: a line that grows for ever helps nobody. */
const maxQueued = 5

/** Runs the tries of one subject one after another, so that a delay is a rate and not only a wait. */
type KeyedQueue = {
  /** Null when too many wait already. */
  readonly run: <T>(subject: string, task: () => Promise<T>) => Promise<T> | null
}

function createKeyedQueue(): KeyedQueue {
  const queues = new Map<string, { last: Promise<unknown>; pending: number }>()
  return {
    run: (subject, task) => {
      const queue = queues.get(subject) ?? { last: Promise.resolve(), pending: 0 }
      if (queue.pending >= maxQueued) return null
      queue.pending += 1
      queues.set(subject, queue)
      const done = queue.last.then(task, task)
      const onDone = () => {
        queue.pending -= 1
        if (queue.pending === 0) queues.delete(subject)
      }
      queue.last = done.then(onDone, onDone)
      return done
    },
  }
}

/** What is tried (an account, a device), and who tries (an address); either may be left out. */
export type ThrottleKeys = {
  readonly target: string | null
  readonly source: string | null
  /** Failures that slow nobody; five unless said otherwise. */
  readonly freeFailureCount?: number
}

/** Where failures are counted: in the database, so that every copy of the server sees them. */
export type FailureStore = {
  /**
   * Notes a try at `target` before it is made, so that many at once see one another, and gives how often each of the two has
   * failed since `since`, this try not counted; one that has not is left out.
   */
  readonly insertAndCountFailures: (keys: ThrottleKeys, at: Date, since: Date) => Promise<ReadonlyMap<string, number>>
  readonly insertFailure: (subject: string, at: Date) => Promise<void>
  /** Takes back one note of that time: the try was not made. */
  readonly deleteFailureAt: (subject: string, at: Date) => Promise<void>
  readonly deleteFailures: (subject: string) => Promise<void>
}

export type ThrottleResult<T> =
  | { readonly kind: 'ok'; readonly value: T }
  | { readonly kind: 'wrong' }
  /** Too many tries wait in line already. */
  | { readonly kind: 'busy' }

/** Tries at something that can be guessed. */
export type Throttle = {
  /** `check` gives null for a wrong guess. A right one clears the count of `target`, never that of `source`. */
  readonly run: <T>(keys: ThrottleKeys, check: () => Promise<T | null>) => Promise<ThrottleResult<T>>
}

export type ThrottleDeps = {
  readonly failures: FailureStore
  readonly now: () => Date
  readonly sleep: (ms: number) => Promise<void>
}

export function createThrottle({ failures: counts, now, sleep }: ThrottleDeps): Throttle {
  const queue = createKeyedQueue()

  const runCheck = async <T>(
    { target: what, source: who }: ThrottleKeys,
    check: () => Promise<T | null>,
  ): Promise<ThrottleResult<T>> => {
    const value = await check()
    if (value === null) {
      if (who !== null) await counts.insertFailure(who, now())
      return { kind: 'wrong' }
    }
    // An address keeps its count: one's own account must not clear it for tries at others'.
    if (what !== null) await counts.deleteFailures(what)
    return { kind: 'ok', value }
  }

  return {
    run: async (keys, check) => {
      const { target: what, source: who } = keys
      const at = now()
      const failureCounts = await counts.insertAndCountFailures(keys, at, new Date(at.getTime() - failureWindowMs))
      const delayMs = calculateDelayMs(Math.max(0, ...failureCounts.values()), keys.freeFailureCount ?? freeFailures)
      if (delayMs === 0) return runCheck(keys, check)
      const isTargetSerialized = what !== null && (failureCounts.get(what) ?? 0) >= serializeAfterFailures
      const queued = queue.run((isTargetSerialized ? what : (who ?? what)) ?? '', async () => {
        await sleep(delayMs)
        return runCheck(keys, check)
      })
      if (queued !== null) return queued
      if (what !== null) await counts.deleteFailureAt(what, at)
      return { kind: 'busy' }
    },
  }
}
