import type { Signal } from '@tradefront/contract/domain/signals'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useUser } from '../../platform/current-user.ts'
import { useLiveEvent } from '../../platform/realtime/live-connection.ts'
import { listFreshSignals } from './api.ts'
import { shownSignals } from './shown-signals.ts'

/** Spec: funding 9. */
const firstMs = 5000
const everyMs = 300_000
const shownMs = 60_000
/** The server lists the signals of the last six minutes. */
const maxAgeMs = 360_000 + shownMs
const tickMs = 1000

/**
 * Returns the newest signal of a symbol for the 60 s in which it is shown, or null. One that was shown in this browser today is not shown
 * again.
 * @param symbol null for any
 */
export function usePresentSignal(symbol: string | null) {
  const { userId } = useUser()
  const [signals, setSignals] = useState<readonly Signal[]>([])
  const add = (found: readonly Signal[]): void => {
    const unseen = found.filter(({ id }) => !shownSignals.isShown(userId, id, serverNow()))
    setSignals((before) => [...unseen.filter(({ id }) => before.every((each) => each.id !== id)), ...before])
  }
  useNewSignals(add)
  const nowMs = serverNow()
  const signal =
    signals
      .filter((each) => (symbol === null || each.symbol === symbol) && nowMs - each.atMs < maxAgeMs)
      .toSorted((a, b) => b.atMs - a.atMs)[0] ?? null
  const remove = (id: string): void => setSignals((before) => before.filter((each) => each.id !== id))
  useShownTime(signal?.id ?? null, userId, remove)
  return { signal, close: () => signal !== null && remove(signal.id) }
}

/**
 * Adds new signals. They are pushed, and the page also asks five seconds after the start, then every five minutes. A hidden tab asks when
 * it is visible again.
 */
function useNewSignals(add: (signals: readonly Signal[]) => void): void {
  const isOverdue = useRef(false)
  const ask = useEffectEvent(async (abort: AbortSignal) => {
    isOverdue.current = document.visibilityState === 'hidden'
    if (isOverdue.current) return
    try {
      const found = await listFreshSignals(abort)
      if (!abort.aborted) add(found)
    } catch {
      // The next turn asks again.
    }
  })
  useEffect(() => {
    const abort = new AbortController()
    const first = setTimeout(() => void ask(abort.signal), firstMs)
    const timer = setInterval(() => void ask(abort.signal), everyMs)
    const askIfOverdue = (): void => {
      if (isOverdue.current) void ask(abort.signal)
    }
    document.addEventListener('visibilitychange', askIfOverdue)
    return () => {
      abort.abort()
      clearTimeout(first)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', askIfOverdue)
    }
  }, [])
  useLiveEvent('signal', ({ signal }) => {
    if (document.visibilityState === 'hidden') isOverdue.current = true
    else add([signal])
  })
}

/** Notes that a signal is shown, and ends it. Its time passes only while it is on the screen and the tab is visible. */
function useShownTime(id: string | null, userId: number, onEnd: (id: string) => void): void {
  const end = useEffectEvent(onEnd)
  const passedMs = useRef(new Map<string, number>())
  useEffect(() => {
    if (id === null) return undefined
    const noteIfSeen = (): void => {
      if (document.visibilityState === 'visible') shownSignals.note(userId, [id], serverNow())
    }
    noteIfSeen()
    // The time left is measured by the device's uptime, because a change of its clock must not end the signal.
    let lastMs = performance.now()
    const timer = setInterval(() => {
      const nowMs = performance.now()
      const passed = (passedMs.current.get(id) ?? 0) + (document.visibilityState === 'visible' ? nowMs - lastMs : 0)
      passedMs.current.set(id, passed)
      lastMs = nowMs
      if (passed >= shownMs) end(id)
    }, tickMs)
    document.addEventListener('visibilitychange', noteIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', noteIfSeen)
    }
  }, [id, userId])
}
