import { compareAverages, signalCandles, signalCandleSeconds } from '@tradefront/rules/signals/crossings'
import { freshSignalMs } from '@tradefront/rules/signals/outcome'
import { symbols } from '@tradefront/rules/trading/symbols'

import type { MarketFeed } from '../../gateways/market/market-feed.ts'
import { type Clock, dayMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { UserEvents } from '../../platform/realtime/user-events.ts'
import { createFindSignals } from './find-signals.ts'
import { createNoteResults } from './note-results.ts'
import {
  countHits,
  deleteSignalsBefore,
  listSignalPage,
  listSignalsSince,
  type NewSignal,
  type SignalCursor,
  type StoredSignal,
} from './signal-store.ts'

export type { NewSignal, SignalCursor, StoredSignal }

export type SignalsDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly feed: Pick<MarketFeed, 'findFirstQuote' | 'getMarketState' | 'listCandles'>
  readonly live: Pick<UserEvents, 'publishToAll'>
  readonly onError: (error: unknown) => void
}

const keptDays = 30
/** One for each symbol and candle at most. */
const maxFresh = 100

export type SignalsService = ReturnType<typeof createSignalsService>

/** Hints from crossing averages of the product's own prices. */
export function createSignalsService(deps: SignalsDeps) {
  const { db, clock, feed } = deps
  const toTimeAgo = (ms: number) => new Date(clock.now().getTime() - ms)

  return {
    /** Run by a job. */
    findSignals: createFindSignals(deps),
    /** Run by a job. */
    noteResults: createNoteResults(deps),
    /** Run by a job. */
    deleteExpired: () => deleteSignalsBefore(db, toTimeAgo(keptDays * dayMs)),

    listFresh: () => listSignalsSince(db, toTimeAgo(freshSignalMs), maxFresh),

    /** Latest first. @param symbol null for all */
    listPast: async (symbol: string | null, after: SignalCursor | null, limit: number) => {
      const [signals, hits] = await Promise.all([
        listSignalPage(db, symbol, after, limit),
        countHits(db, symbol, toTimeAgo(keptDays * dayMs)),
      ])
      return { signals, hits }
    },

    /** Creates a signal as if the averages had crossed at the latest close of the first open market. Null: there are too few prices. */
    async createExample(): Promise<NewSignal | null> {
      const nowMs = clock.now().getTime()
      for (const { name, digits } of symbols.filter((symbol) => feed.getMarketState(symbol.name, nowMs)?.isOpen)) {
        const endMs = nowMs - (nowMs % (signalCandleSeconds * 1000))
        const candles = await feed.listCandles(name, signalCandleSeconds, endMs, signalCandles)
        const direction = compareAverages(candles.map(({ close }) => close))
        const last = candles.at(-1)
        if (direction !== null && last !== undefined)
          return { symbol: name, direction, at: new Date(endMs), digits, points: last.close }
      }
      return null
    },
  }
}
