import type { LogEntry } from '@tradefront/rules/log/log-entry'

import { findAuditHead } from '../../platform/audit-seals.ts'
import { minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { findLastAuditEntry } from './log-store.ts'

const intervalMs = 5 * minuteMs

/** Finds the head of the audit trail, once in five minutes, if it has grown since the last one in the log. Returns null if none is due. */
export async function findDueAuditHead(db: Db, now: Date): Promise<LogEntry | null> {
  const atMs = now.getTime() - (now.getTime() % intervalMs)
  const last = await findLastAuditEntry(db)
  if (last !== null && last.atMs >= atMs) return null
  const head = await findAuditHead(db)
  return head === null || head.number <= (last?.number ?? 0) ? null : { kind: 'audit', atMs, ...head }
}
