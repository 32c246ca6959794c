import { getBootstrap } from './api/bootstrap.ts'

let offsetMs: number | null = null

/** The server's time, ms since 1970 UTC, from the bootstrap data. Offers and deadlines use it. */
export function serverNow(): number {
  // performance.now() does not change when the computer's clock is set.
  offsetMs ??= getBootstrap().now - performance.now()
  return Math.round(offsetMs + performance.now())
}
