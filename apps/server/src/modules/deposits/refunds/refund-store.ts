import type { ProcessorName } from '@tradefront/contract/processor-names'
import { sql, type RawBuilder } from 'kysely'

import { type AuditEntry, auditCte } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/database/database.ts'
import { postEntryCte, type LedgerEntry } from '../../ledger/service.ts'

export type RefundStore = ReturnType<typeof createRefundStore>

/** Money that goes back to where it came from. Minor units. */
export type DueRefund = {
  readonly attemptId: number
  readonly depositId: string
  readonly userId: number
  readonly processor: ProcessorName
  readonly ourRef: string
  readonly refundRef: string
  readonly amount: number
  readonly currency: string
  readonly checks: number
}

/** Captures on their way back. Every change asks for the place it expects, so two copies never do it twice. */
export function createRefundStore(db: Db) {
  /** Takes the refunds of these attempts until the lease ends. */
  const leaseRefunds = async (attempts: RawBuilder<unknown>, leaseUntil: Date): Promise<DueRefund[]> => {
    const { rows } = await sql<DueRefund>`
      with due as (
        update captures set next_check_at = ${leaseUntil} where attempt_id in (${attempts}) returning *
      )
      select due.attempt_id as "attemptId", due.deposit_id as "depositId", d.user_id as "userId", due.processor,
             a.our_ref as "ourRef", due.refund_ref as "refundRef", due.amount, due.currency, due.refund_checks as checks
        from due join attempts a on a.id = due.attempt_id join deposits d on d.id = due.deposit_id`.execute(db)
    return rows
  }

  return {
    /** Takes refunds that are due, so that no other copy takes them until the lease ends. */
    claimDueRefunds: (now: Date, leaseUntil: Date, limit: number): Promise<DueRefund[]> =>
      leaseRefunds(
        sql`select attempt_id from captures where place = 'refund_due' and next_check_at <= ${now}
             order by next_check_at limit ${limit} for update skip locked`,
        leaseUntil,
      ),

    /** Takes one refund whether it is due or not; null when the money is not on its way back. */
    claimRefund: async (attemptId: number, leaseUntil: Date): Promise<DueRefund | null> =>
      (
        await leaseRefunds(
          sql`select attempt_id from captures where place = 'refund_due' and attempt_id = ${attemptId} for update`,
          leaseUntil,
        )
      )[0] ?? null,

    /** Sends money back that came late and stands on the trader's account. False when it is not there any more. */
    async markRefundDue(
      attemptId: number,
      refundRef: string,
      entry: LedgerEntry,
      audit: AuditEntry | null,
      now: Date,
    ): Promise<boolean> {
      const { rows } = await sql`
        with moved as (
          update captures set place = 'refund_due', refund_ref = ${refundRef}::uuid, refund_checks = 0, next_check_at = ${now}, updated_at = ${now}
           where attempt_id = ${attemptId} and place = 'credited_late' returning attempt_id
        ), ${postEntryCte(entry)}${audit === null ? sql`` : sql`, ${auditCte(audit, sql`exists (select 1 from moved)`)}`}
        select attempt_id from moved`.execute(db)
      return rows.length === 1
    },

    /** The processor has paid it back. */
    async markRefunded(refund: DueRefund, entry: LedgerEntry, now: Date): Promise<void> {
      await sql`
        with moved as (
          update captures set place = 'refunded', next_check_at = null, updated_at = ${now}
           where attempt_id = ${refund.attemptId} and place = 'refund_due'
        ), ${postEntryCte(entry)} select 1`.execute(db)
    },

    /** Not through yet: when to ask again. */
    async scheduleRetry(attemptId: number, inquiryCount: number, nextCheckAt: Date, now: Date): Promise<void> {
      await sql`update captures set refund_checks = ${inquiryCount}, next_check_at = ${nextCheckAt}, updated_at = ${now}
        where attempt_id = ${attemptId} and place = 'refund_due'`.execute(db)
    },

    /** The processor will not: a person decides. */
    async markRefused(attemptId: number, now: Date): Promise<void> {
      await sql`
        with moved as (
          update captures set place = 'suspense', reason = 'refund_refused', refund_ref = null, next_check_at = null, updated_at = ${now}
           where attempt_id = ${attemptId} and place = 'refund_due' returning attempt_id
        )
        insert into alerts (kind, subject, at) select 'cards.refund_refused', 'attempt:' || attempt_id, ${now} from moved
        on conflict (kind, subject) do nothing`.execute(db)
    },
  }
}
