import { pastQuotesMs } from '@tradefront/contract/trading'

export type ReplayQuote = { readonly price: number; readonly atMs: number }

/** Quotes of five minutes. `isComplete`: no quote can be added. */
export type QuoteWindow = {
  readonly startMs: number
  readonly quotes: readonly ReplayQuote[]
  readonly isComplete: boolean
  /** Server time at which they were read. */
  readonly readAtMs: number
}

/** Loaded windows by their start. */
export type QuoteWindows = ReadonlyMap<number, QuoteWindow>

export function getWindowStart(atMs: number): number {
  return atMs - (atMs % pastQuotesMs)
}

/** Returns the start of the first window from a time on that was not read, or that can get more quotes. */
export function findOpenWindow(windows: QuoteWindows, atMs: number): number {
  let startMs = getWindowStart(atMs)
  while (windows.get(startMs)?.isComplete === true) startMs += pastQuotesMs
  return startMs
}

/** Returns the last moment up to which all quotes from a time on are loaded. It is before that time if there are none. */
export function findKnownUntil(windows: QuoteWindows, atMs: number): number {
  const startMs = findOpenWindow(windows, atMs)
  return windows.get(startMs)?.quotes.at(-1)?.atMs ?? startMs - 1
}

/** Lists quotes in order, without those of `afterMs` and with those of `untilMs`. */
export function listQuotesBetween(windows: QuoteWindows, afterMs: number, untilMs: number): ReplayQuote[] {
  const found: ReplayQuote[] = []
  for (let startMs = getWindowStart(afterMs); startMs <= untilMs; startMs += pastQuotesMs) {
    const quotes = windows.get(startMs)?.quotes ?? []
    found.push(...quotes.filter(({ atMs }) => afterMs < atMs && atMs <= untilMs))
  }
  return found
}
