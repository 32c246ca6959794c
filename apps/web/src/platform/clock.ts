import { getBootstrap } from './api/bootstrap.ts'

let offsetMs: number | null = null

/** Server time in ms since 1970 UTC. */
export function serverNow(): number {
  // performance.now() ignores changes of the computer's clock.
  offsetMs ??= getBootstrap().now - performance.now()
  return Math.round(offsetMs + performance.now())
}
