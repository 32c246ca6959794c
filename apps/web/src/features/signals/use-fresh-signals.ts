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
/** A popup shows the newest signals; when it closes, the next ones follow. */
const maxShown = 3

type Signals = { readonly shown: readonly Signal[]; readonly waiting: readonly Signal[] }

/**
 * Signals that this browser has not shown today. They are pushed while it is mounted; it also asks five seconds after the start, then every
 * five minutes. A hidden tab shows nothing, so it asks when it is looked at again.
 */
export function useFreshSignals() {
  const { userId } = useUser()
  const [{ shown, waiting }, setSignals] = useState<Signals>({ shown: [], waiting: [] })
  const isOverdue = useRef(false)
  const add = (signals: readonly Signal[]): void => {
    const unseen = signals.filter(({ id }) => !shownSignals.isShown(userId, id, serverNow()))
    setSignals((current) => addSignals(current, unseen))
  }
  const ask = useEffectEvent(async (abort: AbortSignal) => {
    isOverdue.current = document.visibilityState === 'hidden'
    if (isOverdue.current) return
    try {
      const signals = await listFreshSignals(abort)
      if (!abort.aborted) add(signals)
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
  return { fresh: shown, clear: () => setSignals(showNext(waiting)) }
}

/** Adds signals; those on display stay as they are until their popup closes. */
function addSignals({ shown, waiting }: Signals, signals: readonly Signal[]): Signals {
  const known = new Set([...shown, ...waiting].map(({ id }) => id))
  const all = [...waiting, ...signals.filter(({ id }) => !known.has(id))]
  return shown.length > 0 ? { shown, waiting: all } : showNext(all)
}

function showNext(signals: readonly Signal[]): Signals {
  return { shown: signals.slice(0, maxShown), waiting: signals.slice(maxShown) }
}
