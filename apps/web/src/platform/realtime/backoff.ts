const initialMs = 400
const maxMs = 15_000

/** Returns a pause that doubles with each failure. Up to half of it is random, so that browsers do not reconnect at the same moment. */
export function backoffMs(failures: number, random: number): number {
  const delayMs = Math.min(maxMs, initialMs * 2 ** Math.min(failures, 10))
  return Math.round(delayMs / 2 + (delayMs / 2) * random)
}
