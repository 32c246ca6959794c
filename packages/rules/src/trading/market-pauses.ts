import type { MarketState } from './trading-hours.ts'

/** An outage of a feed that its operator announces. `symbol` is null if it is about all symbols. */
export type MarketPause = { readonly symbol: string | null; readonly fromMs: number; readonly toMs: number }

/** A time in which a symbol is closed: its end is the first moment at which it is open again. */
export type ClosedTime = { readonly fromMs: number; readonly toMs: number }

/** Lists when a symbol is closed by pauses that are not over yet. */
export function listClosedTimes(pauses: readonly MarketPause[], symbol: string, nowMs: number): ClosedTime[] {
  return pauses
    .filter((pause) => pause.symbol === null || pause.symbol === symbol)
    .map(({ fromMs, toMs }) => ({ fromMs, toMs }))
    .filter(({ toMs }) => toMs > nowMs)
}

/**
 * Returns the state of a market with its closed times.
 * @param getState returns it without them; null: the symbol is not traded
 */
export function getStateWithClosedTimes(
  getState: (atMs: number) => MarketState | null,
  closed: readonly ClosedTime[],
  atMs: number,
): MarketState | null {
  const state = getState(atMs)
  if (state === null) return null
  if (state.isOpen && findClosedTime(closed, atMs) === undefined) {
    const next = Math.min(
      state.changesAtMs ?? Infinity,
      ...closed.map(({ fromMs }) => fromMs).filter((ms) => ms > atMs),
    )
    return { isOpen: true, changesAtMs: next === Infinity ? null : next }
  }
  for (let opensAtMs = atMs; ;) {
    const then = getState(opensAtMs)
    const pause = findClosedTime(closed, opensAtMs)
    if (pause !== undefined) opensAtMs = pause.toMs
    else if (then === null || then.isOpen || then.changesAtMs === null) return { isOpen: false, changesAtMs: opensAtMs }
    else opensAtMs = then.changesAtMs
  }
}

function findClosedTime(closed: readonly ClosedTime[], atMs: number): ClosedTime | undefined {
  return closed.find(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs)
}
