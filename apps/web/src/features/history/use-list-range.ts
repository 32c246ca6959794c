import { useCallback, useState } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useLiveEvent } from '../../platform/realtime/live-connection.ts'
import { type Filters, type Range, toRange } from './filters.ts'

/** A range that ends at a fixed time, so that its pages fit each other. `onShowLatest`: something has happened since. */
export function useListRange(
  filters: Pick<Filters, 'from' | 'to'>,
  zone: string,
  getStartMs: (nowMs: number) => number,
): { readonly range: Range; readonly onShowLatest: (() => void) | null } {
  const [nowMs, setNowMs] = useState(serverNow)
  const [isOld, setOld] = useState(false)
  const markOld = (): void => setOld(true)
  useLiveEvent('trade', markOld)
  useLiveEvent('deposit', markOld)
  useLiveEvent('refresh', markOld)
  const showLatest = useCallback(() => {
    setNowMs(serverNow())
    setOld(false)
  }, [])
  return {
    range: toRange(filters, zone, { fromMs: getStartMs(nowMs), toMs: nowMs }),
    onShowLatest: isOld ? showLatest : null,
  }
}
