import type { Result } from '@tradefront/rules/result'
import type { TextKey } from '@tradefront/texts/keys'

import { minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { createKeyedQueue } from '../../platform/keyed-queue.ts'
import { deleteFailureAt, deleteFailures, insertAndCountFailures, insertFailure } from './failure-store.ts'

/**
 * After these failures each attempt is delayed, from 0.25 s, doubling up to 8 s. Accounts are never locked, so that attackers cannot lock
 * owners out.
 */
const defaultFreeFailures = 5
const firstDelayMs = 250
const maxDelayMs = 8000

/** After these failures, attempts on one account run one at a time, from all addresses. */
const serializeAfterFailures = 50

export const failureWindowMs = 15 * minuteMs

/** Attempts that can wait for one target. More are rejected. */
const maxQueued = 5

export type ThrottleKeys = {
  /** What is attacked, e.g. an account. A success clears its count. */
  readonly target: string | null
  /** Who attacks, e.g. an address. It keeps its count: logging in to one's own account must not clear it. */
  readonly source: string | null
  readonly freeFailures?: number
  /** Returns whether a refusal counts as a failure. Default: all do. */
  readonly isFailure?: (code: TextKey) => boolean
}

export type Throttle = {
  /** Runs an attempt. @throws AppError 429 when too many attempts are waiting */
  readonly run: <Value, Code extends TextKey>(
    keys: ThrottleKeys,
    attempt: () => Promise<Result<Value, Code>>,
  ) => Promise<Result<Value, Code>>
}

export type ThrottleDeps = {
  readonly db: Db
  readonly now: () => Date
  readonly sleep: (ms: number) => Promise<void>
}

export function createThrottle({ db, now, sleep }: ThrottleDeps): Throttle {
  // Attempts on a target run one at a time, so that a delay limits the rate.
  const queue = createKeyedQueue(maxQueued)

  const runAndRecord = async <Value, Code extends TextKey>(
    { target, source, isFailure = () => true }: ThrottleKeys,
    attempt: () => Promise<Result<Value, Code>>,
  ): Promise<Result<Value, Code>> => {
    const result = await attempt()
    if (!result.ok && isFailure(result.code)) {
      if (source !== null) await insertFailure(db, source, now())
    } else if (target !== null) await deleteFailures(db, target)
    return result
  }

  return {
    run: async (keys, attempt) => {
      const { target, source } = keys
      const at = now()
      const counts = await insertAndCountFailures(db, keys, at, new Date(at.getTime() - failureWindowMs))
      const delayMs = computeDelayMs(Math.max(0, ...counts.values()), keys.freeFailures ?? defaultFreeFailures)
      if (delayMs === 0) return runAndRecord(keys, attempt)
      const isTargetSerialized = target !== null && (counts.get(target) ?? 0) >= serializeAfterFailures
      const queued = queue.run((isTargetSerialized ? target : (source ?? target)) ?? '', async () => {
        await sleep(delayMs)
        return runAndRecord(keys, attempt)
      })
      if (queued !== null) return queued
      if (target !== null) await deleteFailureAt(db, target, at)
      throw new AppError('errors.too_many')
    },
  }
}

function computeDelayMs(failures: number, freeFailures: number): number {
  if (failures < freeFailures) return 0
  return Math.min(maxDelayMs, firstDelayMs * 2 ** Math.min(failures - freeFailures, 20))
}
