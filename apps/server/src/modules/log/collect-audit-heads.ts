import type { LogEntry } from '@tradefront/rules/log/log-entry'

import type { AppContext } from '../../context.ts'
import { findHeadBefore } from '../../platform/audit-seals.ts'
import { minuteMs } from '../../platform/clock.ts'
import { findLastSubject, findLogStart } from './log-store.ts'

const intervalMs = 5 * minuteMs
/** After the interval, for what was being sealed at its end. */
const delayMs = minuteMs

/** The head of the audit trail at the end of the last five minutes, if it has grown since the last one in the log. */
export async function collectAuditHeads({ db, clock }: AppContext): Promise<LogEntry[]> {
  if ((await findLogStart(db)) === null) return []
  const settledMs = clock.now().getTime() - delayMs
  const atMs = settledMs - (settledMs % intervalMs)
  const last = await findLastSubject(db, 'audit')
  if (last !== null && Date.parse(last) >= atMs) return []
  const head = await findHeadBefore(db, new Date(atMs))
  const logged = last === null ? null : await findHeadBefore(db, new Date(last))
  return head === null || head.number === logged?.number ? [] : [{ kind: 'audit', atMs, ...head }]
}
