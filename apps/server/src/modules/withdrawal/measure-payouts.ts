import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { toAgeSeconds, toQueueSamples } from '../../platform/metrics/measures.ts'
import type { Sample } from '../../platform/metrics/metrics.ts'

/** Payouts that servers work on, and withdrawals that wait for an operator. */
export async function measurePayouts(db: Db, now: Date): Promise<Sample[]> {
  const payouts = await sql<{ method: string; count: number; since: Date }>`
    select method, count(*) as count, min(next_check_at) as since from payouts
     where next_check_at is not null group by method`.execute(db)
  const waiting = await sql<{ count: number; since: Date | null }>`
    select count(*) as count, min(confirmed_at) as since from withdrawals
     where state = 'waiting_approval' and confirmed_at is not null`.execute(db)
  const samples = payouts.rows.flatMap(({ method, count, since }): Sample[] => [
    { name: 'tradefront_payouts_due', labels: { method }, value: count },
    { name: 'tradefront_oldest_payout_seconds', labels: { method }, value: toAgeSeconds(since, now) },
  ])
  const [queue] = waiting.rows
  return queue === undefined ? samples : [...samples, ...toQueueSamples('withdrawals', queue, now)]
}
