import type { LogEntry } from '@tradefront/rules/log/log-entry'

import type { AppContext } from '../../context.ts'
import { findAuditHead } from '../../platform/audit-seals.ts'
import { minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { collectMarketEntries } from './collect-market-entries.ts'
import { collectRecordedMinutes } from './collect-recorded-minutes.ts'
import { collectTotals } from './collect-totals.ts'
import { countEntries, findLastAuditEntry, insertEntries, insertNodes, lockLog } from './log-store.ts'

const auditIntervalMs = 5 * minuteMs

/** Appends what is due. Run by a job on every server. What another server appends at the same time is not appended twice. */
export async function appendEntries(context: AppContext): Promise<void> {
  await appendToLog(context, [
    ...(await collectMarketEntries(context)),
    ...(await collectRecordedMinutes(context)),
    ...(await collectTotals(context)),
  ])
}

async function appendToLog({ db, clock }: AppContext, entries: readonly LogEntry[]): Promise<void> {
  const now = clock.now()
  if (entries.length === 0 && (await findDueAuditHead(db, now)) === null) return
  await db.transaction().execute(async (trx) => {
    await lockLog(trx)
    // The head is read under the lock, so that no head is logged after a later one.
    const head = await findDueAuditHead(trx, now)
    await insertEntries(trx, head === null ? entries : [...entries, head], now)
    await insertNodes(trx, await countEntries(trx))
  })
}

/** Finds the head of the audit trail, once in five minutes, if it has grown since the last one in the log. Returns null if none is due. */
async function findDueAuditHead(db: Db, now: Date): Promise<LogEntry | null> {
  const atMs = now.getTime() - (now.getTime() % auditIntervalMs)
  const last = await findLastAuditEntry(db)
  if (last !== null && last.atMs >= atMs) return null
  const head = await findAuditHead(db)
  return head === null || head.number <= (last?.number ?? 0) ? null : { kind: 'audit', atMs, ...head }
}
