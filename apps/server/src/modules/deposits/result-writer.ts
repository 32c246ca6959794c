import {
  type AttemptState,
  type CaptureStatus,
  type DepositState,
  isActiveState,
} from '@tradefront/rules/deposits/deposit-state-machine'
import type { ProcessorName } from '@tradefront/contract/processor-names'
import type { AttemptAction } from '@tradefront/processors/processor'
import { sql, type RawBuilder } from 'kysely'

import { type AuditEntry, auditCte } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import { type BatchedRow, createBatchedQuery } from '../../platform/database/batch.ts'
import { postEntriesCte, type LedgerEntry } from '../ledger/service.ts'
import type { Deposit, NativeReply } from './deposit.ts'

/** Everything one piece of evidence changes. */
export type ResultWrite = {
  readonly attempt: {
    readonly id: number
    readonly state: AttemptState
    readonly pspRef: string | null
    readonly errorClass: string | null
    readonly action: AttemptAction | null
    readonly answers: Record<string, NativeReply>
    readonly checks: number
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
  readonly capture: CaptureWrite | null
  readonly entry: LedgerEntry | null
  readonly wagering: WageringWrite | null
  readonly alert: { readonly kind: string; readonly subject: string } | null
  /** For an operator's doing. */
  readonly audit: AuditEntry | null
}

type CaptureWrite = {
  readonly processor: ProcessorName
  readonly amount: number
  readonly currency: string
  readonly place: CaptureStatus
  readonly reason: string | null
  readonly refundRef: string | null
  readonly nextCheckAt: Date | null
}

type WageringWrite = {
  readonly userId: number
  readonly currency: string
  readonly bonus: number
  readonly required: number
}

export type ResultWriter = ReturnType<typeof createResultWriter>

/** An outcome, for a deposit that must still stand as it was read. */
type PendingWrite = {
  readonly deposit: Pick<Deposit, 'id' | 'version'>
  readonly write: ResultWrite
  readonly now: Date
}

/**
 * Writes outcomes: states, event, capture, ledger, wagering and alert, all of it or nothing. Outcomes that come together,
 * each of another deposit, are one statement: what a statement costs by itself is most of what a single one costs.
 * @returns writes one; false when its deposit no longer stands as it was read
 */
export function createResultWriter(db: Db) {
  const writeAll = async (pendingWrites: readonly PendingWrite[]) =>
    (await buildStatement(pendingWrites).execute(db)).rows
  const writeBatched = createBatchedQuery(writeAll)
  const writeAlone = async (pendingWrite: PendingWrite) => (await writeAll([pendingWrite]))[0] ?? null

  return async (pendingWrite: PendingWrite): Promise<boolean> => {
    if (pendingWrite.write.audit !== null) return (await writeAlone(pendingWrite)) !== null
    // What the database refuses of one must not be refused to the others: each for itself then.
    return (await writeBatched(pendingWrite).catch(() => writeAlone(pendingWrite))) !== null
  }
}

/** An operator's outcome comes alone. */
function buildStatement(pendingWrites: readonly PendingWrite[]): RawBuilder<BatchedRow> {
  const anyWrite = (has: (write: ResultWrite) => boolean) => pendingWrites.some(({ write }) => has(write))
  const parts = [
    buildInputCte(pendingWrites),
    // Of two outcomes of one deposit one is held; the other is overtaken.
    sql`held as (
      update deposits d set version = d.version + 1, updated_at = w.at, state = w.state, reason = w.reason, reason_text = w."reasonText",
        ended_at = case when w.ended then coalesce(d.ended_at, w.at) else d.ended_at end
        from asked w where d.id = w.id and d.version = w.version returning w.*
    )`,
    sql`moved_attempt as (
      update attempts a set state = h."attemptState", psp_ref = h."pspRef", error_class = h."errorClass", action = h.action,
        answers = a.answers || h.answers, checks = h.checks, waiting_since = h."waitingSince", next_check_at = h."nextCheckAt", updated_at = h.at
        from held h where a.id = h.attempt and a.deposit_id = h.id
    )`,
    sql`noted as (
      insert into attempt_events (attempt_id, at, source, verdict, state_before, state_after, detail)
      select attempt, at, source, verdict, "stateBefore", "attemptState", detail from held
    )`,
    anyWrite(({ entry }) => entry !== null) &&
      postEntriesCte(sql`
        select entry->>'kind' as kind, entry->>'subject' as subject, (entry->>'at')::timestamptz as at, entry->'lines' as lines
          from held where entry is not null`),
    anyWrite(({ capture }) => capture !== null) &&
      sql`captured as (
        insert into captures (attempt_id, deposit_id, processor, amount, currency, place, reason, refund_ref, next_check_at, at, updated_at)
        select h.attempt, h.id, c.processor, c.amount, c.currency, c.place, c.reason, c."refundRef", c."nextCheckAt", h.at, h.at
          from held h, jsonb_to_record(h.capture) as c(processor text, amount bigint, currency text, place text, reason text,
            "refundRef" uuid, "nextCheckAt" timestamptz)
         where h.capture is not null
      )`,
    anyWrite(({ wagering }) => wagering !== null) &&
      sql`wagered as (
        insert into wagering_requirements (user_id, source, currency, bonus, required, at)
        select w."userId", 'deposit:' || h.id, w.currency, w.bonus, w.required, h.at
          from held h, jsonb_to_record(h.wagering) as w("userId" bigint, currency text, bonus bigint, required bigint)
         where h.wagering is not null
      )`,
    anyWrite(({ alert }) => alert !== null) &&
      sql`alerted as (
        insert into alerts (kind, subject, at) select alert->>'kind', alert->>'subject', at from held where alert is not null
        on conflict (kind, subject) do nothing
      )`,
    ...pendingWrites.flatMap(({ write: { audit, attempt }, now }) =>
      audit === null ? [] : [auditCte(audit, depositHeldCondition), resolveAlertCte(attempt.id, attempt.state, now)],
    ),
  ]
  return sql<BatchedRow>`with ${sql.join(parts.filter((part) => part !== false))} select place from held`
}

function buildInputCte(pendingWrites: readonly PendingWrite[]): RawBuilder<unknown> {
  const rows = pendingWrites.map(({ deposit: { id, version }, write, now }, index) => {
    const { deposit, event, capture, entry, wagering, alert } = write
    const { id: attempt, state: attemptState, ...rest } = write.attempt
    const columns = { id, version, ...deposit, attempt, attemptState, ...rest }
    return { place: index + 1, at: now, ...columns, ...event, capture, entry, wagering, alert }
  })
  return sql`asked as (
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as x(place integer, at timestamptz, id uuid, version integer,
      state text, reason text, "reasonText" text, ended boolean,
      attempt bigint, "attemptState" text, "pspRef" text, "errorClass" text, action jsonb, answers jsonb, checks integer,
      "waitingSince" timestamptz, "nextCheckAt" timestamptz,
      source text, verdict text, "stateBefore" text, detail jsonb,
      capture jsonb, entry jsonb, wagering jsonb, alert jsonb)
  )`
}

export const depositHeldCondition = sql`exists (select 1 from held)`

/** A person has looked, and the attempt is decided: what was raised about it is done with. */
export function resolveAlertCte(attemptId: number, state: AttemptState, now: Date): RawBuilder<unknown> {
  return sql`seen as (
    update alerts set resolved_at = ${now} from held
     where subject = ${`attempt:${attemptId}`} and resolved_at is null and ${!isActiveState(state)}::boolean
  )`
}
