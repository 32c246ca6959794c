import { useEffect, useState } from 'react'

import { serverNow } from '../../platform/clock.ts'

const stepMs = 15_000

/** The server's time, for ages and for what comes next. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNow()), stepMs)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
