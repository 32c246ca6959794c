import { compareAverages, signalCandles, signalCandleSeconds } from '@tradefront/rules/signals/crossings'
import { freshSignalMs } from '@tradefront/rules/signals/outcome'
import { symbols } from '@tradefront/rules/trading/symbols'

import type { AppContext } from '../../context.ts'
import { dayMs } from '../../platform/clock.ts'
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

const keptDays = 30
/** Limit of the list. Each symbol and candle has one signal at most. */
const maxFresh = 100

export function deleteExpiredSignals(context: AppContext) {
  return deleteSignalsBefore(context.db, toTimeAgo(context, keptDays * dayMs))
}

export function listFreshSignals(context: AppContext) {
  return listSignalsSince(context.db, toTimeAgo(context, freshSignalMs), maxFresh)
}

/** Lists signals, latest first. @param symbol null for all */
export async function listPastSignals(
  context: AppContext,
  symbol: string | null,
  after: SignalCursor | null,
  limit: number,
) {
  const [signals, hits] = await Promise.all([
    listSignalPage(context.db, symbol, after, limit),
    countHits(context.db, symbol, toTimeAgo(context, keptDays * dayMs)),
  ])
  return { signals, hits }
}

/**
 * Builds a signal as if the averages had crossed at the latest close of the first open market. Returns null if there are too few prices.
 */
export async function buildExampleSignal({ clock, market }: AppContext): Promise<NewSignal | null> {
  const nowMs = clock.now().getTime()
  for (const { name, digits } of symbols.filter((symbol) => market.getMarketState(symbol.name, nowMs)?.isOpen)) {
    const endMs = nowMs - (nowMs % (signalCandleSeconds * 1000))
    const candles = await market.listCandles(name, signalCandleSeconds, endMs, signalCandles)
    const direction = compareAverages(candles.map(({ close }) => close))
    const last = candles.at(-1)
    if (direction !== null && last !== undefined)
      return { symbol: name, direction, at: new Date(endMs), digits, points: last.close }
  }
  return null
}

function toTimeAgo({ clock }: AppContext, ms: number) {
  return new Date(clock.now().getTime() - ms)
}
