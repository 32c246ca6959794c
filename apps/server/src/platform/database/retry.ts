import { getViolatedConstraint } from '../http/errors.ts'
import type { ConstraintName } from './constraints.ts'

/** Thrown if a row has changed since it was read: nothing was written. */
export class VersionConflict extends Error {}

/**
 * Runs `work` again while it fails because of what another transaction has written in the meantime.
 * @param work starts with reading @returns null if the last try fails, too
 */
export async function retryConflicts<Value>(
  maxTries: number,
  constraints: readonly ConstraintName[],
  work: (tries: number) => Promise<Value>,
): Promise<{ readonly value: Value } | null> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    try {
      return { value: await work(tries) }
    } catch (error) {
      const constraint = getViolatedConstraint(error)
      const isViolated = constraint !== null && constraints.includes(constraint)
      if (!isViolated && !(error instanceof VersionConflict)) throw error
    }
  }
  return null
}
