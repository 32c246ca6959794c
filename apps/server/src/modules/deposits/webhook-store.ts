import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { NativeReply, PaymentMethod } from './deposit.ts'
import { deriveWebhookId } from './derive-references.ts'
import { createDueRows } from './due-rows.ts'
import type { DepositWebhook } from './payment-provider.ts'

export type StoredWebhook = {
  readonly id: string
  readonly method: PaymentMethod
  readonly processorSlug: string
  readonly eventId: string
  readonly body: NativeReply
  readonly tries: number
}

export function createWebhookStore(db: Db) {
  const dueRows = createDueRows(db, {
    name: 'processor_webhooks',
    id: 'id',
    processor: 'processor_slug',
    dueAt: 'next_try_at',
  })

  return {
    listDueSlugs: dueRows.listDueProcessors,

    /** Null if already applied, else the failures so far. @param retryAt if it has not been applied by then, e.g. after a crash */
    async insertWebhook(
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
        // Changes nothing; `do nothing` would not return the row.
        .onConflict((on) => on.column('id').doUpdateSet({ event_id: event.eventId }))
        .returning(['id', 'applied_at', 'tries'])
        .executeTakeFirstOrThrow()
      return applied_at === null ? { id, tries } : null
    },

    /** Deletes only from the year before `before`, so that the index is used. */
    async deleteAppliedBefore(before: Date): Promise<void> {
      await sql`
        delete from processor_webhooks
         where created_at between ${before}::timestamptz - interval '1 year' and ${before}::timestamptz
           and applied_at is not null`.execute(db)
    },

    async markApplied(id: string, now: Date): Promise<void> {
      await db
        .updateTable('processor_webhooks')
        .set({ applied_at: now, next_try_at: null, updated_at: now })
        .where('id', '=', id)
        .where('applied_at', 'is', null)
        .execute()
    },

    async claimDueWebhooks(slug: string, now: Date, leaseUntil: Date, limit: number): Promise<StoredWebhook[]> {
      const { rows } = await sql<StoredWebhook>`
        update processor_webhooks set next_try_at = ${leaseUntil}, updated_at = ${now}
         where id = ${dueRows.selectDue(slug, now, limit)}
        returning id, method, processor_slug as "processorSlug", event_id as "eventId", body, tries`.execute(db)
      return rows
    },

    /** @param nextTryAt null: not tried again */
    async markFailed(id: string, tries: number, nextTryAt: Date | null, now: Date): Promise<void> {
      await db
        .updateTable('processor_webhooks')
        .set({ tries, next_try_at: nextTryAt, updated_at: now })
        .where('id', '=', id)
        .where('applied_at', 'is', null)
        .execute()
    },
  }
}
