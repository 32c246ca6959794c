/** A socket that is away for longer than this is down: features begin to poll. */
export const downThresholdMs = 3000

const initialMs = 400
const maxMs = 15_000

/** How long to wait before the next try: doubling, with up to half of it by chance so that browsers do not come all at once. */
export function backoffMs(failures: number, random: number): number {
  const delayMs = Math.min(maxMs, initialMs * 2 ** Math.min(failures, 10))
  return Math.round(delayMs / 2 + (delayMs / 2) * random)
}
