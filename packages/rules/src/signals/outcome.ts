import type { Direction } from '../trading/options.ts'

/** A signal is compared with the price after these numbers of minutes. */
export const signalMinutes = [5, 15] as const
export type SignalMinutes = (typeof signalMinutes)[number]

/** `no_price`: there was no price within a minute, e.g. because the market had closed. */
export const signalOutcomes = ['pending', 'right', 'wrong', 'even', 'no_price'] as const
export type SignalOutcome = (typeof signalOutcomes)[number]

/** An older signal is not shown by itself. A page asks every five minutes, and needs a moment to do so. */
export const freshSignalMs = 6 * 60_000

/**
 * Compares prices in points.
 * @param laterPoints null: there was no price
 */
export function judgeSignal(
  direction: Direction,
  points: number,
  laterPoints: number | null,
): Exclude<SignalOutcome, 'pending'> {
  if (laterPoints === null) return 'no_price'
  if (laterPoints === points) return 'even'
  return laterPoints > points === (direction === 'up') ? 'right' : 'wrong'
}
