import type { CaptureStatus } from '@tradefront/rules/deposits/deposit-state-machine'
import { sql, type RawBuilder } from 'kysely'

import { type AuditEntry, auditCte } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Claim } from '../../../platform/jobs/due-work.ts'
import {
  areDepositBonuses,
  cancelDepositBonusesCte,
  type DepositBonuses,
  depositBonusesCte,
  type LedgerEntry,
  postEntriesCte,
} from '../../ledger/service.ts'
import type { AlertKind } from '../../alerts/service.ts'
import { insertAlertsCte } from '../../alerts/service.ts'
import type { CaptureKey, PaymentMethod, ProcessorCode } from '../deposit.ts'
import { listDueProcessors, selectDue } from '../due-rows.ts'
import type { LockedPayouts, PayoutStop } from './payout-stop.ts'

/** The version of a capture that was read. `nextMovement` is the number of its next change. */
export type CaptureVersion = {
  readonly attemptId: number
  readonly number: number
  readonly movement: number
  readonly nextMovement: number
}

export type DueRefund = CaptureVersion & {
  readonly method: PaymentMethod
  readonly depositId: string
  readonly userId: number
  readonly processor: ProcessorCode
  readonly reference: string
  /** The processor's own name of the charge. Null: it has named none. */
  readonly processorReference: string | null
  readonly refundReference: string
  readonly amount: number
  readonly currency: string
  readonly status: 'refund_due'
  readonly inquiryCount: number
}

type CaptureChange = {
  readonly status: CaptureStatus
  readonly reason?: string | null
  readonly refundReference: string | null
  readonly nextCheckAt: Date | null
  readonly entry: LedgerEntry | null
  /** Says whether the trader had chosen to keep the money when it was read. Undefined: it does not matter. */
  readonly isKept?: boolean
  /** Takes back the bonuses of the deposit, if they have not changed since. */
  readonly bonuses?: { readonly depositId: string; readonly before: DepositBonuses } | null
  /** Payouts that are stopped with the change. */
  readonly stop?: { readonly payoutStop: Pick<PayoutStop, 'buildStop'>; readonly locked: LockedPayouts } | null
  readonly audit: AuditEntry | null
  readonly alert: AlertKind | null
}

/** Selects a capture that has not changed since it was read: an answer about an earlier refund changes nothing. */
const isSameVersion = ({ attemptId, number, movement }: CaptureVersion) =>
  sql`attempt_id = ${attemptId} and number = ${number} and movement = ${movement}`

const dueRefunds = {
  name: 'captures',
  id: 'refund_reference',
  processor: 'processor',
  dueAt: 'next_check_at',
} as const

export function listProcessorsWithDueRefunds(db: Db, now: Date): Promise<string[]> {
  return listDueProcessors(db, dueRefunds, now)
}

async function leaseRefunds(db: Db, isClaimed: RawBuilder<unknown>, now: Date, leaseUntil: Date): Promise<DueRefund[]> {
  const { rows } = await sql<DueRefund>`
    with due as (
      update captures set next_check_at = ${leaseUntil}, updated_at = ${now} where status = 'refund_due' and ${isClaimed} returning *
    )
    select d.method, due.attempt_id as "attemptId", due.number, due.movement,
           (select max(c.movement) + 1 from captures c where c.attempt_id = due.attempt_id) as "nextMovement",
           due.deposit_id as "depositId", d.user_id as "userId", due.processor, a.reference,
           due.processor_reference as "processorReference",
           due.refund_reference as "refundReference", due.amount, due.currency, due.status,
           due.refund_inquiry_count as "inquiryCount"
      from due join attempts a on a.id = due.attempt_id join deposits d on d.id = due.deposit_id`.execute(db)
  return rows
}

export function claimDueRefunds(db: Db, processor: string, { now, leaseUntil, limit }: Claim): Promise<DueRefund[]> {
  return leaseRefunds(
    db,
    sql`processor = ${processor} and refund_reference = ${selectDue(dueRefunds, processor, now, limit)}`,
    now,
    leaseUntil,
  )
}

/** Claims a refund, due or not. Returns null if the capture is not being refunded. */
export async function claimRefund(
  db: Db,
  attemptId: number,
  number: number,
  now: Date,
  leaseUntil: Date,
): Promise<DueRefund | null> {
  return (await leaseRefunds(db, sql`attempt_id = ${attemptId} and number = ${number}`, now, leaseUntil))[0] ?? null
}

/** Marks late money as kept. Returns false if it is not credited late. */
export async function keepLateCapture(db: Db, { attemptId, number }: CaptureKey, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('captures')
    .set({ kept_at: now, updated_at: now })
    .where('attempt_id', '=', attemptId)
    .where('number', '=', number)
    .where('status', '=', 'credited_late')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Writes status, entry, audit and alert in one statement. Returns false, and writes nothing, if the capture or a bonus has changed. */
export async function changeCapture(
  db: Db,
  version: CaptureVersion,
  change: CaptureChange,
  now: Date,
): Promise<boolean> {
  const { status, reason = null, refundReference, nextCheckAt, entry, bonuses = null, audit, alert } = change
  const stop = change.stop?.payoutStop.buildStop(change.stop.locked, sql`exists (select from moved)`, now)
  const isMoved = sql`exists (select from moved)`
  const hasSameChoice = change.isKept === undefined ? sql`true` : sql`(kept_at is not null) = ${change.isKept}`
  const hasSameBonuses = bonuses === null ? sql`true` : areDepositBonuses(bonuses.before)
  const parts = [
    bonuses === null ? null : depositBonusesCte(bonuses.depositId),
    sql`moved as (
      update captures
         set status = ${status}, movement = ${version.nextMovement}, reason = coalesce(${reason}, reason),
             refund_reference = ${refundReference}::uuid, refund_inquiry_count = 0, next_check_at = ${nextCheckAt}::timestamptz,
             updated_at = ${now}
       where ${isSameVersion(version)} and ${hasSameChoice} and ${hasSameBonuses} returning attempt_id
    )`,
    stop?.parts ?? null,
    // One statement, so that the balances are locked in the order of all transactions.
    entry === null
      ? null
      : postEntriesCte(
          sql`select ${JSON.stringify(entry)}::jsonb where ${isMoved} ${stop === undefined ? sql`` : sql`union all ${stop.entries}`}`,
        ),
    bonuses === null ? null : cancelDepositBonusesCte(now, isMoved),
    audit === null ? null : auditCte(audit, isMoved),
    alert === null
      ? null
      : insertAlertsCte(sql`select ${alert}::text, 'attempt:' || attempt_id, ${now}::timestamptz from moved`),
  ]
  const { rows } = await sql`
    with ${sql.join(parts.filter((part) => part !== null))} select attempt_id from moved`.execute(db)
  return rows.length === 1
}

export async function scheduleRefundRetry(
  db: Db,
  version: CaptureVersion,
  inquiryCount: number,
  nextCheckAt: Date,
  now: Date,
): Promise<void> {
  await sql`update captures set refund_inquiry_count = ${inquiryCount}, next_check_at = ${nextCheckAt}, updated_at = ${now}
    where ${isSameVersion(version)}`.execute(db)
}
