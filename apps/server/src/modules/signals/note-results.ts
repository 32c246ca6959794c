import { signalMinutes } from '@tradefront/rules/signals/outcome'

import type { AppContext } from '../../context.ts'
import { minuteMs } from '../../platform/clock.ts'
import { maxQuoteDelayMs } from './find-signals.ts'
import { type DueSignal, listDueSignals, noteResult } from './signal-store.ts'

const maxAtOnce = 500

/** Notes the prices 5 and 15 minutes after each signal. They are the same on every server. */
export async function noteResults(context: AppContext): Promise<void> {
  const nowMs = context.clock.now().getTime()
  const due = await listDueSignals(context.db, new Date(nowMs - signalMinutes[0] * minuteMs), maxAtOnce)
  for (const signal of due) await noteSignal(context, signal, nowMs)
}

async function noteSignal(
  { market, db }: AppContext,
  { id, symbol, at, notedMinutes }: DueSignal,
  nowMs: number,
): Promise<void> {
  for (const minutes of signalMinutes) {
    const atMs = at.getTime() + minutes * minuteMs
    if (minutes <= notedMinutes || atMs > nowMs) continue
    const quote = await market.findFirstQuote(symbol, atMs, atMs + maxQuoteDelayMs)
    // The price is not known yet.
    if (quote === undefined) return
    await noteResult(db, id, minutes, quote?.points ?? null)
  }
}
