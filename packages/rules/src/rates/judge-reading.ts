/** A reading of a source. */
export type RateReading = { readonly rate: number; readonly atMs: number }

/** Readings that jumped and wait for confirmation. */
export type HeldRate = {
  /** The first of these readings. All later ones are near it. */
  readonly first: RateReading
  readonly readings: number
}

export type JumpRules = {
  /** The largest change that is accepted at once, in percent. */
  readonly jumpPercent: number
  /** Readings after a jump must agree with it for this long. */
  readonly confirmMs: number
}

/** `held` are the readings that wait from now on. `isConfirmed`: later readings have confirmed a jump. */
export type ReadingVerdict =
  | { readonly kind: 'accepted'; readonly isConfirmed: boolean }
  | { readonly kind: 'held'; readonly held: HeldRate }

/** The next rate is compared with the rates accepted in this time, so that a source that drifts in small steps also jumps. */
export const comparedMs = 10 * 60_000
/** A jump needs this many readings: the jump itself, and those after it. */
export const minConfirmingReadings = 3

/**
 * Decides about a reading of one code. The very first one is accepted, because there is nothing to compare it with.
 * @param accepted rates of the last `comparedMs` since the last confirmed jump, or the latest if there is none
 */
export function judgeReading(
  reading: RateReading,
  accepted: readonly number[],
  held: HeldRate | null,
  rules: JumpRules,
): ReadingVerdict {
  if (accepted.every((rate) => !isJump(rate, reading.rate, rules))) return { kind: 'accepted', isConfirmed: false }
  if (held === null || isJump(held.first.rate, reading.rate, rules))
    return { kind: 'held', held: { first: reading, readings: 1 } }
  const readings = held.readings + 1
  const isConfirmed = readings >= minConfirmingReadings && reading.atMs - held.first.atMs >= rules.confirmMs
  return isConfirmed ? { kind: 'accepted', isConfirmed } : { kind: 'held', held: { ...held, readings } }
}

/** Returns true for a large change. Up and down count alike: from 100 to 105 is as far as back. */
function isJump(from: number, to: number, { jumpPercent }: JumpRules): boolean {
  return Math.max(from, to) * 100 > Math.min(from, to) * (100 + jumpPercent)
}
