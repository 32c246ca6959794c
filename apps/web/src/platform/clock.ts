import { getBootstrap } from './api/bootstrap.ts'

type Anchor = { readonly serverMs: number; readonly uptimeMs: number; readonly deviceMs: number }

let anchor: Anchor | null = null
/** A larger difference means a sleep or a change of the clock: a busy device delays a timer by less between two readings. */
const maxDriftMs = 1000

/** Returns server time in ms since 1970 UTC. */
export function serverNow(): number {
  anchor ??= createAnchor(getBootstrap().now, performance.now())
  // performance.now() ignores changes of the computer's clock.
  return Math.round(anchor.serverMs + performance.now() - anchor.uptimeMs)
}

/** @param serverMs time of the server. @param uptimeMs when it had that time, by `performance.now()` */
export function syncServerClock(serverMs: number, uptimeMs = performance.now()): void {
  anchor = createAnchor(serverMs, uptimeMs)
}

/**
 * Returns true if the device has slept, during which performance.now() can stop, or its clock was changed: only the server knows the time
 * now.
 */
export function isServerClockInDoubt(): boolean {
  if (anchor === null) return false
  return Math.abs(Date.now() - anchor.deviceMs - (performance.now() - anchor.uptimeMs)) > maxDriftMs
}

function createAnchor(serverMs: number, uptimeMs: number): Anchor {
  return { serverMs, uptimeMs, deviceMs: Date.now() - (performance.now() - uptimeMs) }
}
