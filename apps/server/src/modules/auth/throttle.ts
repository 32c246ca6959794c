import type { Result } from '@tradefront/rules/result'
import type { TextKey } from '@tradefront/texts/keys'

import { minuteMs } from '../../platform/clock.ts'
import { AppError } from '../../platform/http/errors.ts'

/**
 * Failed attempts delay later ones: the first five do not, then the delay doubles from a quarter of a second up to eight
 * seconds. An account is never locked, so an attacker cannot lock its owner out.
 */
const defaultFreeFailures = 5
const firstDelayMs = 250
const maxDelayMs = 8000

/** After this many failures, attempts on the same account run one after the other, from all addresses. */
const serializeAfterFailures = 50

/** Older failures do not count. */
export const failureWindowMs = 15 * minuteMs

/** Attempts that can wait per subject. More are rejected, so that the queue is bounded. */
const maxQueued = 5

export type ThrottleKeys = {
  /** What is attempted, e.g. an account. Its count is cleared by a success. */
  readonly target: string | null
  /** Who attempts it, e.g. an address. Keeps its count: a success on one's own account must not clear it for others. */
  readonly source: string | null
  readonly freeFailures?: number
  /** Refusals that count as failures; all by default. */
  readonly isFailure?: (code: TextKey) => boolean
}

export type FailureStore = {
  /**
   * Records an attempt at `target` before it runs, so that concurrent attempts see each other.
   * @returns failures of both keys since `since`, without this attempt; a key without failures is missing
   */
  readonly insertAndCountFailures: (
    keys: Pick<ThrottleKeys, 'target' | 'source'>,
    at: Date,
    since: Date,
  ) => Promise<ReadonlyMap<string, number>>
  readonly insertFailure: (subject: string, at: Date) => Promise<void>
  /** Deletes one record of that time, for an attempt that did not run. */
  readonly deleteFailureAt: (subject: string, at: Date) => Promise<void>
  readonly deleteFailures: (subject: string) => Promise<void>
}

/** Slows down guessing, e.g. of passwords. */
export type Throttle = {
  /** @throws AppError 429 when too many attempts are waiting */
  readonly run: <Value, Code extends TextKey>(
    keys: ThrottleKeys,
    attempt: () => Promise<Result<Value, Code>>,
  ) => Promise<Result<Value, Code>>
}

export type ThrottleDeps = {
  readonly failures: FailureStore
  readonly now: () => Date
  readonly sleep: (ms: number) => Promise<void>
}

export function createThrottle({ failures, now, sleep }: ThrottleDeps): Throttle {
  const queue = createKeyedQueue()

  const runAndRecord = async <Value, Code extends TextKey>(
    { target, source, isFailure = () => true }: ThrottleKeys,
    attempt: () => Promise<Result<Value, Code>>,
  ): Promise<Result<Value, Code>> => {
    const result = await attempt()
    if (!result.ok && isFailure(result.code)) {
      if (source !== null) await failures.insertFailure(source, now())
    } else if (target !== null) await failures.deleteFailures(target)
    return result
  }

  return {
    run: async (keys, attempt) => {
      const { target, source } = keys
      const at = now()
      const counts = await failures.insertAndCountFailures(keys, at, new Date(at.getTime() - failureWindowMs))
      const delayMs = computeDelayMs(Math.max(0, ...counts.values()), keys.freeFailures ?? defaultFreeFailures)
      if (delayMs === 0) return runAndRecord(keys, attempt)
      const isTargetSerialized = target !== null && (counts.get(target) ?? 0) >= serializeAfterFailures
      const queued = queue.run((isTargetSerialized ? target : (source ?? target)) ?? '', async () => {
        await sleep(delayMs)
        return runAndRecord(keys, attempt)
      })
      if (queued !== null) return queued
      if (target !== null) await failures.deleteFailureAt(target, at)
      throw new AppError('errors.too_many')
    },
  }
}

function computeDelayMs(failures: number, freeFailures: number): number {
  if (failures < freeFailures) return 0
  return Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(failures - freeFailures, 20))
}

/** Runs the tasks of one key one after the other, so that a delay limits the rate. */
function createKeyedQueue() {
  const queues = new Map<string, { last: Promise<unknown>; pending: number }>()
  return {
    /** Returns null when too many tasks are waiting. */
    run: <T>(key: string, task: () => Promise<T>): Promise<T> | null => {
      const queue = queues.get(key) ?? { last: Promise.resolve(), pending: 0 }
      if (queue.pending >= maxQueued) return null
      queue.pending += 1
      queues.set(key, queue)
      const done = queue.last.then(task, task)
      const onDone = () => {
        queue.pending -= 1
        if (queue.pending === 0) queues.delete(key)
      }
      queue.last = done.then(onDone, onDone)
      return done
    },
  }
}
