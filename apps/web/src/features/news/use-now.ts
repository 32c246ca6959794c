import { useByServerSecond } from '../../platform/countdown.ts'

const stepMs = 15_000

/** Returns the server's time, for ages and for what comes next. */
export function useNow(): number {
  return useByServerSecond((nowMs) => Math.floor(nowMs / stepMs) * stepMs)
}
