import type { LogEntry } from '@tradefront/rules/log/log-entry'

import type { AppContext } from '../../context.ts'
import { collectAuditHeads } from './collect-audit-heads.ts'
import { collectMarketEntries } from './collect-market-entries.ts'
import { collectRecordedMinutes } from './collect-recorded-minutes.ts'
import { collectTotals } from './collect-totals.ts'
import { countEntries, insertEntries, insertNodes, lockLog } from './log-store.ts'

/** Run by a job on every server. What another server appends at the same time is not appended twice. */
export async function appendEntries(context: AppContext): Promise<void> {
  await appendToLog(context, [
    ...(await collectMarketEntries(context)),
    ...(await collectRecordedMinutes(context)),
    ...(await collectTotals(context)),
    ...(await collectAuditHeads(context)),
  ])
}

async function appendToLog({ db, clock }: AppContext, entries: readonly LogEntry[]): Promise<void> {
  if (entries.length === 0) return
  await db.transaction().execute(async (trx) => {
    await lockLog(trx)
    await insertEntries(trx, entries, clock.now())
    await insertNodes(trx, await countEntries(trx))
  })
}
