import type { Signal } from '@tradefront/contract/domain/signals'
import { useEffect, useEffectEvent, useState } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useUser } from '../../platform/current-user.ts'
import { listFreshSignals } from './api.ts'
import { shownSignals } from './shown-signals.ts'

/** Spec: funding 9. */
const firstMs = 5000
const everyMs = 300_000
/** A popup shows the newest signals. */
const maxShown = 3

/** Signals that this browser has not shown today. Asks while it is mounted: five seconds after the start, then every five minutes. */
export function useFreshSignals() {
  const { userId } = useUser()
  const [fresh, setFresh] = useState<readonly Signal[]>([])
  const ask = useEffectEvent(async (abort: AbortSignal) => {
    try {
      const signals = await listFreshSignals(abort)
      const unseen = signals.filter(({ id }) => !shownSignals.isShown(userId, id, serverNow()))
      if (!abort.aborted && unseen.length > 0) setFresh(unseen.slice(0, maxShown))
    } catch {
      // The next turn asks again.
    }
  })
  useEffect(() => {
    const abort = new AbortController()
    const first = setTimeout(() => void ask(abort.signal), firstMs)
    const timer = setInterval(() => void ask(abort.signal), everyMs)
    return () => {
      abort.abort()
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [])
  return { fresh, clear: () => setFresh([]) }
}
