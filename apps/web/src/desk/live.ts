import { deskLiveCalls, type DeskTopic, isDeskTopic } from '@tradefront/contract/desk-live'
import { useEffect } from 'react'

import { queryClient } from '../platform/api/query-client.ts'

/** How often lists are loaded again while the desk tells of changes: a change can be lost, and some are not announced. */
const checkMs = 60_000
/** How often otherwise. */
const refreshMs = 5000
const retryMs = 15_000

let isFollowing = false

/** Options of a query that is loaded again when the desk tells that one of these lists has changed. @param checksMs how often without that */
export function follow(topics: readonly DeskTopic[], checksMs = checkMs) {
  return { meta: { topics }, refetchInterval: () => (isFollowing ? checksMs : refreshMs) }
}

/** Loads again what follows one of these topics. Without topics: everything that follows one. */
function reload(changed?: readonly DeskTopic[]): void {
  void queryClient.invalidateQueries({
    predicate: ({ meta }) => {
      const topics = (meta?.['topics'] ?? []) as readonly DeskTopic[]
      return topics.some((topic) => changed?.includes(topic) ?? true)
    },
  })
}

function setFollowing(next: boolean): void {
  if (isFollowing === next) return
  isFollowing = next
  // What was told before is missing, and the intervals are other ones.
  reload()
}

/** Follows what the desk tells, while the page is looked at: a browser has few connections to one server. */
export function useLiveDesk(): void {
  useEffect(() => {
    let source: EventSource | null = null
    let retry: number | undefined
    const close = () => {
      window.clearTimeout(retry)
      source?.close()
      source = null
    }
    const open = () => {
      close()
      // Until the next stream is open, changes are not told.
      if (document.hidden) return setFollowing(false)
      source = new EventSource(deskLiveCalls.followChanges.path)
      source.onopen = () => setFollowing(true)
      source.onerror = () => {
        setFollowing(false)
        // It was refused. After a lost connection the browser tries again by itself.
        if (source?.readyState === EventSource.CLOSED) retry = window.setTimeout(open, retryMs)
      }
      source.onmessage = ({ data }) => reload(String(data).split(' ').filter(isDeskTopic))
    }
    open()
    document.addEventListener('visibilitychange', open)
    return () => {
      document.removeEventListener('visibilitychange', open)
      close()
      setFollowing(false)
    }
  }, [])
}
