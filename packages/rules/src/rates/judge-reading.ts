/** A reading of a source. */
export type RateReading = { readonly rate: number; readonly atMs: number }

/** Readings that jumped and wait for confirmation. */
export type HeldRate = {
  /** The first of them. All later ones are near it. */
  readonly first: RateReading
  readonly readings: number
}

export type JumpRules = {
  /** The largest change that is accepted at once, in percent. */
  readonly jumpPercent: number
  /** How long following readings must agree with a jump. */
  readonly confirmMs: number
}

/** `held`: what waits from now on. `isConfirmed`: a jump that following readings have confirmed. */
export type ReadingVerdict =
  | { readonly kind: 'accepted'; readonly isConfirmed: boolean }
  | { readonly kind: 'held'; readonly held: HeldRate }

/** Accepted rates of this time limit the next one: a source that drifts in small steps also jumps. */
export const comparedMs = 10 * 60_000
/** The jump itself, and readings after it. */
export const minConfirmingReadings = 3

/**
 * Decides about a reading of one code. The first one ever is accepted, because nothing can be compared with it.
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

/** Up and down alike: from 100 to 105 is as far as back. */
function isJump(from: number, to: number, { jumpPercent }: JumpRules): boolean {
  return Math.max(from, to) * 100 > Math.min(from, to) * (100 + jumpPercent)
}
