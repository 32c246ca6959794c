import { getMarketState, type TradingHours } from '../trading-hours.ts'

/**
 * For how long the walk moves between two times: what a standard deviation must be computed from, because it stands still in closed hours.
 */
export function computeMovingMs(hours: TradingHours, fromMs: number, toMs: number): number {
  let [atMs, moving] = [fromMs, 0]
  while (atMs < toMs) {
    const { isOpen, changesAtMs } = getMarketState(hours, atMs)
    const untilMs = Math.min(toMs, changesAtMs ?? toMs)
    if (isOpen) moving += untilMs - atMs
    atMs = untilMs
  }
  return moving
}
