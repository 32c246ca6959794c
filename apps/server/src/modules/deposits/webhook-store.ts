import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { deriveUuid } from '../../platform/derive-uuid.ts'
import type { Claim } from '../../platform/jobs/due-work.ts'
import type { NativeReply, PaymentMethod } from './deposit.ts'
import { listDueProcessors, selectDue } from './due-rows.ts'
import type { DepositWebhook } from './payment-provider.ts'

export type StoredWebhook = {
  readonly id: string
  readonly method: PaymentMethod
  readonly processorSlug: string
  readonly eventId: string
  readonly body: NativeReply
  readonly tries: number
}

const dueWebhooks = {
  name: 'processor_webhooks',
  id: 'id',
  processor: 'processor_slug',
  dueAt: 'next_try_at',
} as const

/** This never changes, so that an event that is sent again has its id. */
const namespace = '8f0c1f3e-6d1b-4c57-9a43-2be0f7d6a915'

/** Derives the id of an event. A different event has a different id, even under the same event id. */
export function deriveWebhookId({ processorSlug, eventId, reference, body }: DepositWebhook): string {
  return deriveUuid(namespace, `webhook:${processorSlug}:${eventId}:${reference}:${JSON.stringify(body)}`)
}

export function listDueSlugs(db: Db, now: Date): Promise<string[]> {
  return listDueProcessors(db, dueWebhooks, now)
}

/**
 * Stores a webhook. Returns null if it is already applied, else the failures so far. @param retryAt tries again then, e.g. after a crash
 */
export async function insertWebhook(
  db: Db,
  event: DepositWebhook,
  retryAt: Date,
  now: Date,
): Promise<Pick<StoredWebhook, 'id' | 'tries'> | null> {
  const { id, applied_at, tries } = await db
    .insertInto('processor_webhooks')
    .values({
      id: deriveWebhookId(event),
      method: event.method,
      processor_slug: event.processorSlug,
      event_id: event.eventId,
      reference: event.reference,
      body: JSON.stringify(event.body),
      created_at: now,
      next_try_at: retryAt,
      updated_at: now,
    })
    // This changes nothing; `do nothing` would not return the row.
    .onConflict((on) => on.column('id').doUpdateSet({ event_id: event.eventId }))
    .returning(['id', 'applied_at', 'tries'])
    .executeTakeFirstOrThrow()
  return applied_at === null ? { id, tries } : null
}

/** Deletes only from the year before `before`, so that the index is used. */
export async function deleteWebhooksBefore(db: Db, before: Date): Promise<void> {
  await sql`
    delete from processor_webhooks
     where created_at between ${before}::timestamptz - interval '1 year' and ${before}::timestamptz
       and applied_at is not null`.execute(db)
}

export async function markWebhookApplied(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable('processor_webhooks')
    .set({ applied_at: now, next_try_at: null, updated_at: now })
    .where('id', '=', id)
    .where('applied_at', 'is', null)
    .execute()
}

export async function claimDueWebhooks(
  db: Db,
  slug: string,
  { now, leaseUntil, limit }: Claim,
): Promise<StoredWebhook[]> {
  const { rows } = await sql<StoredWebhook>`
    update processor_webhooks set next_try_at = ${leaseUntil}, updated_at = ${now}
     where id = ${selectDue(dueWebhooks, slug, now, limit)}
    returning id, method, processor_slug as "processorSlug", event_id as "eventId", body, tries`.execute(db)
  return rows
}

/** Notes a failure. @param nextTryAt null: not tried again */
export async function markWebhookFailed(
  db: Db,
  id: string,
  tries: number,
  nextTryAt: Date | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable('processor_webhooks')
    .set({ tries, next_try_at: nextTryAt, updated_at: now })
    .where('id', '=', id)
    .where('applied_at', 'is', null)
    .execute()
}
