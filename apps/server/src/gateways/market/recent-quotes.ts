import type { RecordedQuote } from './market-feed.ts'
import type { RecordedQuotes } from './stream-feed.ts'

/** Keeps the recorded quotes of the last minutes, so that trades that end together need no query each. */
export function createRecentQuotes(keptMs: number) {
  const quotesOfSymbol = new Map<string, RecordedQuote[]>()
  const latest = new Map<string, RecordedQuote>()
  let readFromMs: number | null = null
  let readUntilMs: number | null = null

  return {
    getReadUntil: (): number | null => readUntilMs,
    getLatest: (symbol: string): RecordedQuote | null => latest.get(symbol) ?? null,

    /** Finds the first quote whose trade is later than a time. */
    findTradedAfter: (symbol: string, earliestMs: number): RecordedQuote | null =>
      (quotesOfSymbol.get(symbol) ?? []).find(({ tradedAtMs }) => tradedAtMs > earliestMs) ?? null,

    /** Adds quotes. @param sinceMs the quotes are all that were recorded after it */
    add(sinceMs: number, { quotes, untilMs }: RecordedQuotes): void {
      if (untilMs === null) return
      if (readUntilMs === null || sinceMs > readUntilMs) {
        // This is the first reading, or one after a long pause.
        quotesOfSymbol.clear()
        readFromMs = sinceMs
      }
      readUntilMs = untilMs
      for (const quote of quotes) {
        latest.set(quote.symbol, quote)
        const list = quotesOfSymbol.get(quote.symbol) ?? []
        quotesOfSymbol.set(quote.symbol, list)
        list.push(quote)
      }
      forget(untilMs - keptMs)
    },

    /** Returns null if the period begins before the kept quotes. */
    readRange(symbol: string, fromMs: number, toMs: number): RecordedQuotes | null {
      if (readFromMs === null || fromMs <= readFromMs) return null
      const quotes = (quotesOfSymbol.get(symbol) ?? []).filter(({ atMs }) => fromMs <= atMs && atMs <= toMs)
      return { quotes, untilMs: readUntilMs }
    },
  }

  function forget(beforeMs: number): void {
    if (readFromMs === null || beforeMs <= readFromMs) return
    readFromMs = beforeMs
    for (const list of quotesOfSymbol.values()) {
      const kept = list.findIndex(({ atMs }) => atMs > beforeMs)
      // Done rarely, because it moves the rest of the list.
      if (kept === -1) list.length = 0
      else if (kept > 200) list.splice(0, kept)
    }
  }
}
