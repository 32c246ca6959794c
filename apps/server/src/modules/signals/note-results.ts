import { signalMinutes } from '@tradefront/rules/signals/outcome'

import type { MarketFeed } from '../../gateways/market/market-feed.ts'
import { type Clock, minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { maxQuoteDelayMs } from './find-signals.ts'
import { type DueSignal, listDueSignals, noteResult } from './signal-store.ts'

export type NoteResultsDeps = {
  readonly db: Db
  readonly clock: Clock
  readonly feed: Pick<MarketFeed, 'findFirstQuote'>
}

const maxAtOnce = 500

/** Notes the prices 5 and 15 minutes after each signal. They are the same on every server. */
export function createNoteResults({ db, clock, feed }: NoteResultsDeps) {
  return async (): Promise<void> => {
    const nowMs = clock.now().getTime()
    const due = await listDueSignals(db, new Date(nowMs - signalMinutes[0] * minuteMs), maxAtOnce)
    for (const signal of due) await note(signal, nowMs)
  }

  async function note({ id, symbol, at, notedMinutes }: DueSignal, nowMs: number): Promise<void> {
    for (const minutes of signalMinutes) {
      const atMs = at.getTime() + minutes * minuteMs
      if (minutes <= notedMinutes || atMs > nowMs) continue
      const quote = await feed.findFirstQuote(symbol, atMs, atMs + maxQuoteDelayMs)
      // Not known yet.
      if (quote === undefined) return
      await noteResult(db, id, minutes, quote?.points ?? null)
    }
  }
}
