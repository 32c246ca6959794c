import { sql } from 'kysely'

import type { Db } from '../../../platform/database/database.ts'
import { depositWithContextColumns } from '../deposit-query.ts'
import type { CaptureKey, DepositWithContext } from '../deposit.ts'

/** Ends that traders are told about. `late`, `refunded` and `taken_back` are about a capture. */
export type NoticeKind = 'credited' | 'failed' | 'review' | 'late' | 'refunded' | 'taken_back'

export type NoticeKey = CaptureKey & { readonly depositId: string; readonly kind: NoticeKind }

export type DueNotice = {
  readonly key: NoticeKey
  readonly at: Date
  readonly email: string
  readonly deposit: DepositWithContext
}

type NoticeRow = CaptureKey & {
  readonly kind: NoticeKind
  readonly at: Date
  readonly email: string
}

/** Oldest first. Locked until the transaction ends; those that another server has locked are left out. */
export async function lockDueNotices(transaction: Db, limit: number): Promise<DueNotice[]> {
  const { rows } = await sql<NoticeRow & { readonly deposit: DepositWithContext }>`
    with due as (
      select deposit_id, kind, attempt_id, capture_number, created_at from deposit_notices
       where mailed_at is null order by created_at limit ${limit} for update skip locked
    )
    select due.kind, due.created_at as at, due.attempt_id as "attemptId", due.capture_number as number, u.email,
           (select to_jsonb(one) from (select ${depositWithContextColumns}) as one) as deposit
      from due join deposits d on d.id = due.deposit_id join user_accounts u on u.id = d.user_id
     order by due.created_at`.execute(transaction)
  return rows.map(({ kind, attemptId, number, at, email, deposit }) => ({
    key: { depositId: deposit.id, kind, attemptId, number },
    at,
    email,
    deposit,
  }))
}

export async function markNoticeMailed(
  transaction: Db,
  { depositId, kind, attemptId, number }: NoticeKey,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('deposit_notices')
    .set({ mailed_at: now })
    .where('deposit_id', '=', depositId)
    .where('kind', '=', kind)
    .where('attempt_id', '=', attemptId)
    .where('capture_number', '=', number)
    .execute()
}
