import { useEffect, useEffectEvent } from 'react'

/**
 * Reads at once and then again and again, the next time `everyMs` after an answer, while the page is visible.
 * @param subject what is read: when it changes, reading begins again. Null: nothing is read
 */
export function usePolling(
  subject: string | null,
  everyMs: number,
  read: (signal: AbortSignal) => Promise<void>,
): void {
  const readNow = useEffectEvent(read)
  useEffect(() => {
    if (subject === null) return undefined
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const repeat = async (): Promise<void> => {
      if (document.visibilityState === 'visible') await readNow(abort.signal)
      if (!abort.signal.aborted) timer = setTimeout(() => void repeat(), everyMs)
    }
    void repeat()
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [subject, everyMs])
}
