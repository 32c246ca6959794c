import type { ProcessorName } from '@tradefront/contract/processor-names'
import { sql, type RawBuilder } from 'kysely'

import { type AuditEntry, auditCte } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/database/database.ts'
import { postEntryCte, type LedgerEntry } from '../../ledger/service.ts'
import type { AlertKind } from '../alerts/alert-kinds.ts'
import type { PaymentMethod } from '../deposit.ts'

export type RefundStore = ReturnType<typeof createRefundStore>

export type DueRefund = {
  readonly method: PaymentMethod
  readonly attemptId: number
  readonly depositId: string
  readonly userId: number
  readonly processor: ProcessorName
  readonly reference: string
  readonly refundReference: string
  readonly amount: number
  readonly currency: string
  readonly inquiryCount: number
}

/** Updates name the expected status, so that no refund is done twice. */
export function createRefundStore(db: Db) {
  const leaseRefunds = async (attempts: RawBuilder<unknown>, leaseUntil: Date): Promise<DueRefund[]> => {
    const { rows } = await sql<DueRefund>`
      with due as (
        update captures set next_check_at = ${leaseUntil} where attempt_id in (${attempts}) returning *
      )
      select d.method, due.attempt_id as "attemptId", due.deposit_id as "depositId", d.user_id as "userId", due.processor,
             a.reference, due.refund_reference as "refundReference", due.amount, due.currency,
             due.refund_inquiry_count as "inquiryCount"
        from due join attempts a on a.id = due.attempt_id join deposits d on d.id = due.deposit_id`.execute(db)
    return rows
  }

  return {
    claimDueRefunds: (now: Date, leaseUntil: Date, limit: number): Promise<DueRefund[]> =>
      leaseRefunds(
        sql`select attempt_id from captures where status = 'refund_due' and next_check_at <= ${now}
             order by next_check_at limit ${limit} for update skip locked`,
        leaseUntil,
      ),

    /** Due or not. Null if not being refunded. */
    claimRefund: async (attemptId: number, leaseUntil: Date): Promise<DueRefund | null> =>
      (
        await leaseRefunds(
          sql`select attempt_id from captures where status = 'refund_due' and attempt_id = ${attemptId} for update`,
          leaseUntil,
        )
      )[0] ?? null,

    /** False if the capture is no longer credited late. */
    async markRefundDue(
      attemptId: number,
      refundReference: string,
      entry: LedgerEntry,
      audit: AuditEntry | null,
      now: Date,
    ): Promise<boolean> {
      const { rows } = await sql`
        with moved as (
          update captures set status = 'refund_due', refund_reference = ${refundReference}::uuid, refund_inquiry_count = 0, next_check_at = ${now}, updated_at = ${now}
           where attempt_id = ${attemptId} and status = 'credited_late' returning attempt_id
        ), ${postEntryCte(entry)}${audit === null ? sql`` : sql`, ${auditCte(audit, sql`exists (select 1 from moved)`)}`}
        select attempt_id from moved`.execute(db)
      return rows.length === 1
    },

    async markRefunded(refund: DueRefund, entry: LedgerEntry, now: Date): Promise<void> {
      await sql`
        with moved as (
          update captures set status = 'refunded', next_check_at = null, updated_at = ${now}
           where attempt_id = ${refund.attemptId} and status = 'refund_due'
        ), ${postEntryCte(entry)} select 1`.execute(db)
    },

    async scheduleRetry(attemptId: number, inquiryCount: number, nextCheckAt: Date, now: Date): Promise<void> {
      await sql`update captures set refund_inquiry_count = ${inquiryCount}, next_check_at = ${nextCheckAt}, updated_at = ${now}
        where attempt_id = ${attemptId} and status = 'refund_due'`.execute(db)
    },

    /** Back to suspense, for an operator. */
    async markRefused(attemptId: number, now: Date): Promise<void> {
      await sql`
        with moved as (
          update captures set status = 'suspense', reason = 'refund_refused', refund_reference = null, next_check_at = null, updated_at = ${now}
           where attempt_id = ${attemptId} and status = 'refund_due' returning attempt_id
        )
        insert into alerts (kind, subject, created_at) select ${'deposit.refund_refused' satisfies AlertKind}::text, 'attempt:' || attempt_id, ${now} from moved
        on conflict (subject, kind) where resolved_at is null do nothing`.execute(db)
    },
  }
}
