import { randomBytes } from 'node:crypto'

import { hashTotals, type LogEntry } from '@tradefront/rules/log/log-entry'

import type { AppContext } from '../../context.ts'
import { dayMs, hourMs } from '../../platform/clock.ts'
import { sumAccountMovements } from '../ledger/service.ts'
import { findLastSubject, findLogStart, keepTotals } from './log-store.ts'
import { countVoids, sumTradeResults } from './trade-results.ts'

/** How long totals wait after the day, for what was being booked at its end. */
const delayMs = hourMs
const saltBytes = 32
/** How many days are appended at once. */
const maxDays = 31

/** Lists the days since the first checkpoint whose totals are known and may not be logged yet, each with the trades voided on it. */
export async function collectTotals({ db, reports, clock }: AppContext): Promise<LogEntry[]> {
  const began = await findLogStart(db)
  if (began === null) return []
  const last = await findLastSubject(db, 'totals')
  let startMs = last === null ? began.getTime() - (began.getTime() % dayMs) : Date.parse(last) + dayMs
  const entries: LogEntry[] = []
  for (; entries.length < 2 * maxDays && startMs + dayMs + delayMs <= clock.now().getTime(); startMs += dayMs) {
    const [from, to] = [new Date(startMs), new Date(startMs + dayMs)]
    const results = await sumTradeResults(reports, from, to)
    if (results === null) break
    const date = from.toISOString().slice(0, 10)
    const text = JSON.stringify({ date, ledger: await sumAccountMovements(reports, from, to), ...results })
    const { salt, totals } = await keepTotals(db, date, randomBytes(saltBytes), text)
    entries.push(
      { kind: 'totals', date, hash: hashTotals(salt, totals) },
      { kind: 'voids', date, count: await countVoids(reports, from, to) },
    )
  }
  return entries
}
