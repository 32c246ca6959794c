import { isClaimCode } from '@tradefront/rules/deposits/claims'
import { type RawBuilder, sql } from 'kysely'

import { hourMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { toAgeSeconds, toQueueSamples } from '../../platform/metrics/measures.ts'
import type { Sample } from '../../platform/metrics/metrics.ts'

type Queue = { readonly count: number; readonly since: Date | null }

/** Charges, money in suspense, and work that is due. Each statement reads a partial index, or the attempts of one hour. */
export async function measurePayments(db: Db, now: Date): Promise<Sample[]> {
  return [
    ...(await measureApproval(db, now)),
    ...(await measureDoubt(db, now)),
    ...(await measureSuspense(db)),
    ...toQueueSamples('inquiries', await findQueue(db, sql`attempts`, sql`next_check_at`, now), now),
    ...toQueueSamples('refunds', await findQueue(db, sql`captures`, sql`next_check_at`, now), now),
    ...toQueueSamples('webhooks', await findQueue(db, sql`processor_webhooks`, sql`next_try_at`, now), now),
  ]
}

async function measureApproval(db: Db, now: Date): Promise<Sample[]> {
  const { rows } = await sql<{ processor: string; approved: number; decided: number }>`
    select processor, count(*) filter (where state = 'succeeded') as approved, count(*) as decided from attempts
     where created_at >= ${new Date(now.getTime() - hourMs)} and created_at < ${now} and is_charging
       and state in ('succeeded', 'declined_soft', 'declined_hard') group by processor`.execute(db)
  const asked = rows.filter(({ processor }) => !isClaimCode(processor))
  return asked.flatMap(({ processor, approved, decided }): Sample[] => [
    { name: 'tradefront_approval_ratio', labels: { processor }, value: approved / decided },
    { name: 'tradefront_charges_decided', labels: { processor }, value: decided },
  ])
}

/** Payments that traders have reported wait for an operator, not for a processor. */
async function measureDoubt(db: Db, now: Date): Promise<Sample[]> {
  const { rows } = await sql<{ processor: string } & Queue>`
    select processor, count(*) as count, min(waiting_since) as since from attempts
     where state in ('in_doubt', 'manual_review') group by processor`.execute(db)
  return rows.flatMap(({ processor, ...row }): Sample[] =>
    isClaimCode(processor)
      ? toQueueSamples(`claims_${processor.toLowerCase()}`, row, now)
      : [
          { name: 'tradefront_charges_in_doubt', labels: { processor }, value: row.count },
          { name: 'tradefront_oldest_in_doubt_seconds', labels: { processor }, value: toAgeSeconds(row.since, now) },
        ],
  )
}

async function measureSuspense(db: Db): Promise<Sample[]> {
  const { rows } = await sql<{ currency: string; amount: number }>`
    select currency, sum(amount)::bigint as amount from captures where status = 'suspense' group by currency`.execute(
    db,
  )
  return rows.map(({ currency, amount }) => ({
    name: 'tradefront_suspense_minor_units',
    labels: { currency },
    value: amount,
  }))
}

async function findQueue(db: Db, table: RawBuilder<unknown>, dueAt: RawBuilder<unknown>, now: Date): Promise<Queue> {
  const { rows } = await sql<Queue>`
    select count(*) as count, min(${dueAt}) as since from ${table}
     where ${dueAt} is not null and ${dueAt} <= ${now}`.execute(db)
  return rows[0] ?? { count: 0, since: null }
}
