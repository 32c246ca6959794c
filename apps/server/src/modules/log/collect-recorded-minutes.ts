import { computeQuotesRoot, type LogEntry } from '@tradefront/rules/log/log-entry'

import type { AppContext } from '../../context.ts'
import { minuteMs } from '../../platform/clock.ts'
import { findLastSubject } from './log-store.ts'

/** How many minutes are appended at once: those of a day. */
const maxMinutes = 1440

/** Lists the minutes of a real market whose prices are recorded and may not be logged yet. Minutes without a price are not logged. */
export async function collectRecordedMinutes({ db, market }: AppContext): Promise<LogEntry[]> {
  const last = await findLastSubject(db, 'quotes')
  let fromMs = last === null ? 0 : Date.parse(last) + minuteMs
  const entries: LogEntry[] = []
  while (entries.length < maxMinutes) {
    const minute = await market.findRecordedMinute(fromMs)
    if (minute === null) break
    const { startMs, quotes } = minute
    entries.push({ kind: 'quotes', minuteMs: startMs, count: quotes.length, root: computeQuotesRoot(quotes) })
    fromMs = startMs + minuteMs
  }
  return entries
}
