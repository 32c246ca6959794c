import type { ProcessorName } from '@tradefront/contract/processor-names'
import {
  type AttemptState,
  type CaptureStatus,
  type DepositState,
  isActiveState,
} from '@tradefront/rules/deposits/deposit-state-machine'
import { sql, type Transaction } from 'kysely'

import { type AuditEntry, insertAuditEntry } from '../../platform/audit.ts'
import { createBatchedQuery } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/database-types.ts'
import {
  insertWageringRequirements,
  type LedgerEntry,
  postEntries,
  type WageringRequirement,
} from '../ledger/service.ts'
import { insertAlerts } from './alert-store.ts'
import type { AttemptAction, Deposit, NativeReply } from './deposit.ts'

export type ResultWrite = {
  readonly attempt: {
    readonly id: number
    readonly state: AttemptState
    readonly processorReference: string | null
    readonly errorClass: string | null
    readonly action: AttemptAction | null
    readonly replayedReplies: Record<string, NativeReply>
    readonly inquiryCount: number
    readonly waitingSince: Date
    readonly nextCheckAt: Date | null
  }
  readonly deposit: {
    readonly state: DepositState
    readonly reason: string | null
    readonly reasonText: string | null
    readonly ended: boolean
  }
  readonly event: {
    readonly source: string
    readonly reportedState: string
    readonly stateBefore: string
    readonly detail: Record<string, string | number | boolean | null>
  }
  readonly capture: {
    readonly processor: ProcessorName
    readonly amount: number
    readonly currency: string
    readonly status: CaptureStatus
    readonly reason: string | null
    readonly refundReference: string | null
    readonly nextCheckAt: Date | null
  } | null
  readonly entry: LedgerEntry | null
  readonly wagering: WageringRequirement | null
  readonly alert: { readonly kind: string; readonly subject: string } | null
  readonly audit: AuditEntry | null
}

type PendingWrite = {
  readonly deposit: Pick<Deposit, 'id' | 'version'>
  readonly write: ResultWrite
  readonly now: Date
}

/** False, and nothing written, if the deposit has changed since it was read. */
export type WriteResult = (pending: PendingWrite) => Promise<boolean>

/** One transaction for concurrent results: most of its cost is independent of their number. */
export function createResultWriter(db: Db): WriteResult {
  const writeAll = (pending: readonly PendingWrite[]) =>
    db.transaction().execute((transaction) => writeResults(transaction, pending))
  const writeBatched = createBatchedQuery(writeAll)
  const writeAlone = async (pending: PendingWrite) => (await writeAll([pending]))[0] ?? null

  // A rejected result rolls back its batch; then each is written alone.
  return async (pending) => (await writeBatched(pending).catch(() => writeAlone(pending))) !== null
}

/** One JSON parameter, so that a batch of any size is the same prepared statement. */
async function writeResults(
  transaction: Transaction<DB>,
  pending: readonly PendingWrite[],
): Promise<(PendingWrite & { readonly place: number })[]> {
  const places = await updateStates(transaction, pending)
  const written = pending.map((each, index) => ({ ...each, place: index + 1 })).filter(({ place }) => places.has(place))
  if (written.length === 0) return []

  await insertEvents(transaction, written)
  await postEntries(
    transaction,
    written.flatMap(({ write }) => write.entry ?? []),
  )
  await insertCaptures(transaction, written)
  await insertWageringRequirements(
    transaction,
    written.flatMap(({ write }) => write.wagering ?? []),
  )
  await insertAlerts(
    transaction,
    written.flatMap(({ write, now }) => (write.alert ? { ...write.alert, at: now } : [])),
  )
  for (const { write, now } of written) await recordOperatorAction(transaction, write, now)
  return written
}

/**
 * Skips changed versions and second results for a deposit. Locks deposits by id, to prevent deadlocks. @returns places of the updated
 * results, from 1
 */
async function updateStates(transaction: Transaction<DB>, pending: readonly PendingWrite[]): Promise<Set<number>> {
  const changes = pending.map(({ deposit, write, now }, index) => ({
    place: index + 1,
    at: now,
    depositId: deposit.id,
    version: deposit.version,
    deposit: write.deposit,
    attempt: write.attempt,
  }))
  const { rows } = await sql<{ place: number }>`
    with change as (
      select c.place, c.at, c."depositId" as deposit_id, c.version, d.*, c.attempt
        from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
               as c(place integer, at timestamptz, "depositId" uuid, version integer, deposit jsonb, attempt jsonb),
             jsonb_to_record(c.deposit) as d(state text, reason text, "reasonText" text, ended boolean)
    ),
    locked as (
      select id from deposits where id in (select deposit_id from change) order by id for no key update
    ),
    updated_deposit as (
      update deposits d
         set version = d.version + 1, state = c.state, reason = c.reason, reason_text = c."reasonText", updated_at = c.at,
             ended_at = case when c.ended then coalesce(d.ended_at, c.at) else d.ended_at end
        from change c join locked on locked.id = c.deposit_id
       where d.id = c.deposit_id and d.version = c.version
      returning c.place, c.at, d.id, c.attempt
    )
    update attempts a
       set state = n.state, processor_reference = n."processorReference", error_class = n."errorClass", action = n.action,
           replayed_replies = a.replayed_replies || n."replayedReplies", inquiry_count = n."inquiryCount",
           waiting_since = n."waitingSince", next_check_at = n."nextCheckAt", updated_at = u.at
      from updated_deposit u,
           jsonb_to_record(u.attempt) as n(id bigint, state text, "processorReference" text, "errorClass" text, action jsonb,
             "replayedReplies" jsonb, "inquiryCount" integer, "waitingSince" timestamptz, "nextCheckAt" timestamptz)
     where a.id = n.id and a.deposit_id = u.id
    returning u.place`.execute(transaction)
  return new Set(rows.map(({ place }) => place))
}

async function insertEvents(transaction: Transaction<DB>, written: readonly PendingWrite[]): Promise<void> {
  const events = written.map(({ write: { attempt, event }, now }) => ({
    ...event,
    attemptId: attempt.id,
    stateAfter: attempt.state,
    at: now,
  }))
  await sql`
    insert into attempt_events (attempt_id, created_at, source, reported_state, state_before, state_after, detail)
    select "attemptId", at, source, "reportedState", "stateBefore", "stateAfter", detail
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
        as e("attemptId" bigint, at timestamptz, source text, "reportedState" text, "stateBefore" text, "stateAfter" text,
          detail jsonb)`.execute(transaction)
}

async function insertCaptures(transaction: Transaction<DB>, written: readonly PendingWrite[]): Promise<void> {
  const captures = written.flatMap(({ deposit, write: { attempt, capture }, now }) =>
    capture === null ? [] : { ...capture, attemptId: attempt.id, depositId: deposit.id, at: now },
  )
  if (captures.length === 0) return
  await sql`
    insert into captures (attempt_id, deposit_id, processor, amount, currency, status, reason, refund_reference,
      next_check_at, created_at, updated_at)
    select "attemptId", "depositId", processor, amount, currency, status, reason, "refundReference", "nextCheckAt", at, at
      from jsonb_to_recordset(${JSON.stringify(captures)}::jsonb)
        as c("attemptId" bigint, "depositId" uuid, processor text, amount bigint, currency text, status text, reason text,
          "refundReference" uuid, "nextCheckAt" timestamptz, at timestamptz)`.execute(transaction)
}

async function recordOperatorAction(
  transaction: Transaction<DB>,
  { audit, attempt }: ResultWrite,
  now: Date,
): Promise<void> {
  if (audit === null) return
  await insertAuditEntry(transaction, audit)
  if (isActiveState(attempt.state)) return
  await transaction
    .updateTable('alerts')
    .set({ resolved_at: now })
    .where('subject', '=', `attempt:${attempt.id}`)
    .where('resolved_at', 'is', null)
    .execute()
}
