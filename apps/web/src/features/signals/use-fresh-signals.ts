import type { Signal } from '@tradefront/contract/domain/signals'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useUser } from '../../platform/current-user.ts'
import { listFreshSignals } from './api.ts'
import { shownSignals } from './shown-signals.ts'

/** Spec: funding 9. */
const firstMs = 5000
const everyMs = 300_000
/** A popup shows the newest signals; when it closes, the next ones follow. */
const maxShown = 3

/**
 * Signals that this browser has not shown today. Asks while it is mounted: five seconds after the start, then every five minutes. A hidden tab
 * shows nothing, so it asks when it is looked at again.
 */
export function useFreshSignals() {
  const { userId } = useUser()
  const [waiting, setWaiting] = useState<readonly Signal[]>([])
  const fresh = useMemo(() => waiting.slice(0, maxShown), [waiting])
  const isOverdue = useRef(false)
  const ask = useEffectEvent(async (abort: AbortSignal) => {
    isOverdue.current = document.visibilityState === 'hidden'
    if (isOverdue.current) return
    try {
      const signals = await listFreshSignals(abort)
      const unseen = signals.filter(({ id }) => !shownSignals.isShown(userId, id, serverNow()))
      if (!abort.aborted && unseen.length > 0) setWaiting(unseen)
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
  return { fresh, clear: () => setWaiting(waiting.slice(maxShown)) }
}
