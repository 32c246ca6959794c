import { useCallback, useState } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useLiveEvent } from '../../platform/realtime/live-connection.ts'
import { type Filters, type Range, toRange } from './filters.ts'

/** A sealed purchase is booked at its price, at most this long after the press. */
const bookedWithinMs = 10_000

/**
 * Returns a range that ends at a fixed time, so that its pages fit each other. Movements that are booked just after the list was opened
 * move the end by themselves. `onShowLatest` is set if something has happened later.
 */
export function useListRange(
  filters: Pick<Filters, 'from' | 'to'>,
  zone: string,
  getStartMs: (nowMs: number) => number,
): { readonly range: Range; readonly onShowLatest: (() => void) | null } {
  const [openedAtMs] = useState(serverNow)
  const [nowMs, setNowMs] = useState(openedAtMs)
  const [isOld, setOld] = useState(false)
  const showLatest = useCallback(() => {
    setNowMs(serverNow())
    setOld(false)
  }, [])
  const onEvent = (): void => {
    if (serverNow() - openedAtMs < bookedWithinMs) showLatest()
    else setOld(true)
  }
  useLiveEvent('trade', onEvent)
  useLiveEvent('deposit', onEvent)
  useLiveEvent('refresh', onEvent)
  return {
    range: toRange(filters, zone, { fromMs: getStartMs(nowMs), toMs: nowMs }),
    onShowLatest: isOld ? showLatest : null,
  }
}
