import { useEffect, useEffectEvent, useState } from 'react'

import { isServerClockInDoubt, serverNow } from './clock.ts'

const tickMs = 1000
/** Between two questions for the time. */
const retryMs = 5000

/**
 * By the server's clock. Null after the device has slept or its clock was changed, until `askTime` has brought the server's time.
 * @param onEnd called once when the time is over, not if it was over before
 */
export function useSecondsLeft(
  endsAtMs: number,
  { onEnd, askTime }: { readonly onEnd: () => void; readonly askTime: () => void },
): number | null {
  const [seconds, setSeconds] = useState(() => readSecondsLeft(endsAtMs))
  const tick = useEffectEvent((state: { askedAt: number; isOver: boolean }) => {
    const next = readSecondsLeft(endsAtMs)
    setSeconds(next)
    if (next === null && performance.now() - state.askedAt >= retryMs) {
      state.askedAt = performance.now()
      askTime()
    }
    if (next === 0 && !state.isOver) onEnd()
    if (next !== null) state.isOver = next === 0
  })
  useEffect(() => {
    const state = { askedAt: -Infinity, isOver: readSecondsLeft(endsAtMs) === 0 }
    const read = (): void => tick(state)
    const timer = setInterval(read, tickMs)
    // Timers are slow in a hidden tab.
    document.addEventListener('visibilitychange', read)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', read)
    }
  }, [endsAtMs])
  return seconds
}

function readSecondsLeft(endsAtMs: number): number | null {
  return isServerClockInDoubt() ? null : Math.max(0, Math.ceil((endsAtMs - serverNow()) / 1000))
}

/** 59:59 */
export function formatTimeLeft(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
