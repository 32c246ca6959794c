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
    /** Added to the stored replies. */
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
    readonly verdict: string
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

/** Returns false and writes nothing if the deposit has changed since it was read. */
export type WriteResult = (pending: PendingWrite) => Promise<boolean>

/** Writes simultaneous results by one transaction, because its cost hardly depends on their number. */
export function createResultWriter(db: Db): WriteResult {
  const writeAll = (pending: readonly PendingWrite[]) =>
    db.transaction().execute((transaction) => writeResults(transaction, pending))
  const writeBatched = createBatchedQuery(writeAll)
  const writeAlone = async (pending: PendingWrite) => (await writeAll([pending]))[0] ?? null

  // A rejected result rolls its batch back, so each is then written alone.
  return async (pending) => (await writeBatched(pending).catch(() => writeAlone(pending))) !== null
}

/** Returns the positions, from 1, of the written results. */
async function writeResults(
  transaction: Transaction<DB>,
  pending: readonly PendingWrite[],
): Promise<{ place: number }[]> {
  const written: (PendingWrite & { readonly place: number })[] = []
  // Ordered by id to avoid deadlocks.
  const ordered = pending
    .map((each, index) => ({ ...each, place: index + 1 }))
    .toSorted((one, other) => (one.deposit.id < other.deposit.id ? -1 : 1))
  for (const each of ordered) if (await updateStates(transaction, each)) written.push(each)
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

/** False if the version of the deposit has changed. */
async function updateStates(
  transaction: Transaction<DB>,
  { deposit, write: { attempt, deposit: change }, now }: PendingWrite,
) {
  const { numUpdatedRows } = await transaction
    .with('held', (db) =>
      db
        .updateTable('deposits')
        .set({
          version: deposit.version + 1,
          state: change.state,
          reason: change.reason,
          reason_text: change.reasonText,
          updated_at: now,
          ...(change.ended && { ended_at: sql<Date>`coalesce(ended_at, ${now})` }),
        })
        .where('id', '=', deposit.id)
        .where('version', '=', deposit.version)
        .returning('id'),
    )
    .updateTable('attempts as a')
    .from('held')
    .set({
      state: attempt.state,
      processor_reference: attempt.processorReference,
      error_class: attempt.errorClass,
      action: JSON.stringify(attempt.action),
      replayed_replies: sql`a.replayed_replies || ${JSON.stringify(attempt.replayedReplies)}::jsonb`,
      inquiry_count: attempt.inquiryCount,
      waiting_since: attempt.waitingSince,
      next_check_at: attempt.nextCheckAt,
      updated_at: now,
    })
    .where('a.id', '=', attempt.id)
    .whereRef('a.deposit_id', '=', 'held.id')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

async function insertEvents(transaction: Transaction<DB>, written: readonly PendingWrite[]): Promise<void> {
  await transaction
    .insertInto('attempt_events')
    .values(
      written.map(({ write: { attempt, event }, now }) => ({
        attempt_id: attempt.id,
        created_at: now,
        source: event.source,
        verdict: event.verdict,
        state_before: event.stateBefore,
        state_after: attempt.state,
        detail: JSON.stringify(event.detail),
      })),
    )
    .execute()
}

async function insertCaptures(transaction: Transaction<DB>, written: readonly PendingWrite[]): Promise<void> {
  const captures = written.flatMap(({ deposit, write: { attempt, capture }, now }) =>
    capture === null
      ? []
      : {
          attempt_id: attempt.id,
          deposit_id: deposit.id,
          processor: capture.processor,
          amount: capture.amount,
          currency: capture.currency,
          status: capture.status,
          reason: capture.reason,
          refund_reference: capture.refundReference,
          next_check_at: capture.nextCheckAt,
          created_at: now,
          updated_at: now,
        },
  )
  if (captures.length > 0) await transaction.insertInto('captures').values(captures).execute()
}

/** An operator's decision resolves the alerts of the attempt. */
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
