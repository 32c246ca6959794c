/** A socket that is away for longer than this is down: features begin to poll. */
export const downAfterMs = 3000

const firstMs = 400
const mostMs = 15_000

/** How long to wait before the next try: doubling, with up to half of it by chance so that browsers do not come all at once. */
export function backoffMs(failures: number, chance: number): number {
  const full = Math.min(mostMs, firstMs * 2 ** Math.min(failures, 10))
  return Math.round(full / 2 + (full / 2) * chance)
}
