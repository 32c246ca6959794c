import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'

import { isServerClockInDoubt, serverNow } from './clock.ts'

const secondMs = 1000
/** Pause between two requests for the time. */
const askAgainMs = 5000

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Returns the server's time in ms, a new value at each full second. All countdowns tick together. */
export function useServerSecond(): number {
  return useSyncExternalStore(subscribe, getServerSecond)
}

/**
 * Computes a value from the server's time each second. The component only renders when the value has changed.
 * @param derive e.g. whether the market is open now
 */
export function useByServerSecond<Value extends string | number | boolean | null>(
  derive: (nowMs: number) => Value,
): Value {
  return useSyncExternalStore(subscribe, () => derive(getServerSecond()))
}

/**
 * Returns the ms until `endsAtMs` in whole seconds, 0 when the time is over. Null after the device has slept or its clock was changed,
 * until `askTime` has brought the server's time.
 * @param onEnd called once when the time is over, not if it was over before
 */
export function useTimeLeft(
  endsAtMs: number,
  { onEnd, askTime }: { readonly onEnd: () => void; readonly askTime: () => void },
): number | null {
  const leftMs = useByServerSecond((nowMs) =>
    isServerClockInDoubt() ? null : Math.max(0, Math.ceil((endsAtMs - nowMs) / secondMs) * secondMs),
  )
  const isUnknown = leftMs === null
  const isOver = leftMs === 0
  const wasOver = useRef(isOver)
  const end = useEffectEvent(onEnd)
  const ask = useEffectEvent(askTime)
  useEffect(() => {
    if (isUnknown) return
    if (isOver && !wasOver.current) end()
    wasOver.current = isOver
  }, [isOver, isUnknown])
  useEffect(() => {
    if (!isUnknown) return undefined
    ask()
    const interval = setInterval(ask, askAgainMs)
    return () => clearInterval(interval)
  }, [isUnknown])
  return leftMs
}

/** Returns the server's time in ms, without the part of a second. */
export function getServerSecond(): number {
  return Math.floor(serverNow() / secondMs) * secondMs
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) {
    scheduleTick()
    // Timers are slow in a hidden tab.
    document.addEventListener('visibilitychange', tick)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', tick)
  }
}

function scheduleTick(): void {
  clearTimeout(timer)
  // `serverNow()` is rounded.
  timer = setTimeout(tick, secondMs + 1 - (serverNow() % secondMs))
}

function tick(): void {
  for (const listener of listeners) listener()
  if (listeners.size > 0) scheduleTick()
}
