import { getBootstrap } from './api/bootstrap.ts'

let offsetMs: number | null = null

/** The server's time, ms since 1970 UTC, as far as the page knows it. Offers and deadlines run on it. */
export function serverNow(): number {
  // performance.now() goes on evenly when somebody sets the computer's clock.
  offsetMs ??= getBootstrap().now - performance.now()
  return Math.round(offsetMs + performance.now())
}
