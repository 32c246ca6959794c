import { sql } from 'kysely'

import { dayMs } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { depositWithContextColumns } from '../deposit-query.ts'
import type { CaptureKey, DepositWithContext } from '../deposit.ts'

/** Ends of a payment that are mailed. `late`, `part`, `refunded` and `taken_back` are about a capture. */
export type NoticeKind = 'credited' | 'failed' | 'review' | 'late' | 'part' | 'refunded' | 'taken_back'

export type NoticeKey = CaptureKey & { readonly depositId: string; readonly kind: NoticeKind }

export type DueNotice = {
  readonly key: NoticeKey
  readonly at: Date
  readonly email: string
  readonly deposit: DepositWithContext
  /** Minor units per coin at which the payment was credited on average. Null: the locked rate covers all of it. */
  readonly averageRate: number | null
}

/** A notice is mailed within this time: a mail about older news would confuse. */
const validMs = 7 * dayMs

/** Lists due notices, oldest first. Those of traders whose address is not proved wait for the proof. */
export function listDueNotices(db: Db, now: Date, limit: number): Promise<NoticeKey[]> {
  return db
    .selectFrom('deposit_notices')
    .innerJoin('deposits', 'deposits.id', 'deposit_notices.deposit_id')
    .innerJoin('user_accounts', 'user_accounts.id', 'deposits.user_id')
    .select([
      'deposit_id as depositId',
      sql<NoticeKind>`deposit_notices.kind`.as('kind'),
      'attempt_id as attemptId',
      'capture_number as number',
    ])
    .where('mailed_at', 'is', null)
    .where('deposit_notices.created_at', '>', new Date(now.getTime() - validMs))
    .where('email_proved_at', 'is not', null)
    .where((notice) => notice.or([notice('retry_at', 'is', null), notice('retry_at', '<=', now)]))
    .orderBy('deposit_notices.created_at')
    .limit(limit)
    .execute()
}

/** Locks the notice until the transaction ends. Returns null if it was mailed, or if another server is mailing it. */
export async function lockNotice(transaction: Db, key: NoticeKey): Promise<DueNotice | null> {
  const { rows } = await sql<Omit<DueNotice, 'key'>>`
    with due as (
      select deposit_id, created_at from deposit_notices
       where ${isKey(key)} and mailed_at is null for update skip locked
    )
    select due.created_at as at, u.email,
           (select to_jsonb(one) from (select ${depositWithContextColumns}) as one) as deposit,
           (select r.average_rate
              from captures c join attempts a on a.id = c.attempt_id
              join average_coin_rates r on r.guid = a.reference and r.output = c.processor_reference
             where c.attempt_id = ${key.attemptId} and c.number = ${key.number}) as "averageRate"
      from due join deposits d on d.id = due.deposit_id join user_accounts u on u.id = d.user_id`.execute(transaction)
  return rows[0] === undefined ? null : { ...rows[0], key }
}

export async function markNoticeMailed(transaction: Db, key: NoticeKey, now: Date): Promise<void> {
  await transaction.updateTable('deposit_notices').set({ mailed_at: now }).where(isKey(key)).execute()
}

/** Tries again after 10 s, then after twice as long each time, at most an hour. */
export async function postponeNotice(db: Db, key: NoticeKey, now: Date): Promise<void> {
  await db
    .updateTable('deposit_notices')
    .set({
      tries: sql`tries + 1`,
      retry_at: sql`${now}::timestamptz + least(interval '10 s' * 2 ^ tries, interval '1 hour')`,
    })
    .where(isKey(key))
    .execute()
}

function isKey({ depositId, kind, attemptId, number }: NoticeKey) {
  return sql<boolean>`(deposit_id, kind, attempt_id, capture_number) = (${depositId}, ${kind}, ${attemptId}, ${number})`
}
