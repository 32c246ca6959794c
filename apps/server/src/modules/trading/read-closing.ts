import type { PriceMoves } from '@tradefront/rules/trading/deviation'
import { findSymbol } from '@tradefront/rules/trading/symbols'

import type { AppContext } from '../../context.ts'
import type { Quote } from '../../gateways/market/market-feed.ts'
import { hourMs } from '../../platform/clock.ts'
import { findPriceMoves } from './find-price-moves.ts'

/** The price that decides a trade, and how far the price could move from an earlier time on. `quote` is null if there is no price. */
export type Closing = { readonly quote: Quote; readonly moves: PriceMoves } | { readonly quote: null }

/** Returns null if the price is not known yet. */
export type ReadClosing = (symbol: string, at: Date, movesFrom: Date) => Promise<Closing | null>

/**
 * If this server does not know a symbol, it decides so long after the time of a price that there is none. Until then, a server of another
 * version can know the symbol, e.g. during an update.
 */
const unknownSymbolMs = hourMs

/**
 * Returns a function that starts a run of a job that reads closing prices. Each price is read once in a run. One that cannot be read is
 * reported by the first run that fails, and not by those that follow until it was read.
 */
export function createClosingReader({ clock, market: feed, onError }: AppContext): () => ReadClosing {
  /** Prices that could not be read in the last run. */
  let failing = new Set<string>()

  return () => {
    const failedBefore = failing
    failing = new Set()
    const known = new Map<string, Promise<Quote | null | undefined>>()
    return async (symbol, at, movesFrom) => {
      const key = `${symbol} ${at.getTime()}`
      const found = known.get(key) ?? findPrice(symbol, at.getTime())
      known.set(key, found)
      try {
        const quote = await found
        if (quote === undefined) return null
        return quote === null ? { quote } : { quote, moves: await findPriceMoves(feed, symbol, movesFrom) }
      } catch (error) {
        if (!failedBefore.has(key) && !failing.has(key)) onError(error)
        failing.add(key)
        return null
      }
    }
  }

  async function findPrice(symbol: string, atMs: number): Promise<Quote | null | undefined> {
    if (findSymbol(symbol) !== undefined) return feed.findClosingPrice(symbol, atMs)
    return clock.now().getTime() < atMs + unknownSymbolMs ? undefined : null
  }
}
