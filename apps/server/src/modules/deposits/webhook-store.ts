import type { Db } from '../../platform/database/database.ts'
import type { NativeReply, PaymentMethod } from './deposit.ts'
import type { DepositWebhook } from './payment-provider.ts'

/** False if already applied. */
export async function insertWebhook(db: Db, event: DepositWebhook, now: Date): Promise<boolean> {
  const { applied_at } = await db
    .insertInto('processor_webhooks')
    .values({
      method: event.method,
      processor_slug: event.processorSlug,
      event_id: event.eventId,
      reference: event.reference,
      body: JSON.stringify(event.body),
      created_at: now,
    })
    // Changes nothing; `do nothing` would not return the row.
    .onConflict((on) => on.columns(['processor_slug', 'event_id']).doUpdateSet({ event_id: event.eventId }))
    .returning('applied_at')
    .executeTakeFirstOrThrow()
  return applied_at === null
}

export async function markWebhookApplied(db: Db, { processorSlug, eventId }: DepositWebhook, now: Date): Promise<void> {
  await db
    .updateTable('processor_webhooks')
    .set({ applied_at: now })
    .where('processor_slug', '=', processorSlug)
    .where('event_id', '=', eventId)
    .where('applied_at', 'is', null)
    .execute()
}

/** E.g. after a crash. */
export function listUnappliedWebhooks(db: Db, before: Date, limit: number) {
  return db
    .selectFrom('processor_webhooks as w')
    .select((w) => [
      w.ref('w.method').$castTo<PaymentMethod>().as('method'),
      'w.processor_slug as processorSlug',
      w.ref('w.body').$castTo<NativeReply>().as('body'),
    ])
    .where('w.applied_at', 'is', null)
    .where('w.created_at', '<', before)
    .orderBy('w.created_at')
    .limit(limit)
    .execute()
}
