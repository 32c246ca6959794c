import { useSyncExternalStore } from 'react'

import { serverNow } from '../../platform/clock.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** The server's time in ms, a new value at each full second. All countdowns tick together. */
export function useServerSecond(): number {
  return useSyncExternalStore(subscribe, readSecond)
}

/**
 * Computes a value from the server's time, each second. The component only renders when the value has changed.
 * @param derive e.g. whether the market is open now
 */
export function useByServerSecond<Value extends string | number | boolean>(derive: (nowMs: number) => Value): Value {
  return useSyncExternalStore(subscribe, () => derive(readSecond()))
}

function readSecond(): number {
  return Math.floor(serverNow() / 1000) * 1000
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) scheduleTick()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearTimeout(timer)
  }
}

function scheduleTick(): void {
  clearTimeout(timer)
  // serverNow() is rounded.
  timer = setTimeout(tick, 1001 - (serverNow() % 1000))
}

function tick(): void {
  for (const listener of listeners) listener()
  if (listeners.size > 0) scheduleTick()
}
