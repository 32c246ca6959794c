import {
  type AttemptState,
  type CaptureStatus,
  type DepositState,
  isActiveState,
} from '@tradefront/rules/deposits/deposit-state-machine'
import { sql } from 'kysely'

import type { AppContext } from '../../context.ts'
import { type AuditEntry, auditEntriesCte, toAuditRow } from '../../platform/audit.ts'
import { createBatchedQuery } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/database.ts'
import { VersionConflict } from '../../platform/database/retry.ts'
import {
  type LedgerEntry,
  postEntriesCte,
  type WageringRequirement,
  wageringRequirementsCte,
} from '../ledger/service.ts'
import { type CreditedDeposit, grantStoredCodesCte } from '../promo/service.ts'
import type { AlertKind } from '../alerts/service.ts'
import { insertAlertsCte, resolveAlertsCte } from '../alerts/service.ts'
import type { AttemptAction, Deposit, NativeReply, ProcessorCode } from './deposit.ts'
import { captureStatusEffects, depositEndEffects, newCaptureEffects } from './effects-in-other-modules.ts'

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
    readonly number: number
    readonly movement: number
    readonly processor: ProcessorCode
    readonly processorReference: string | null
    readonly amount: number
    readonly currency: string
    readonly status: CaptureStatus
    readonly reason: string | null
    readonly refundReference: string | null
    readonly nextCheckAt: Date | null
  } | null
  readonly entry: LedgerEntry | null
  readonly wagering: WageringRequirement | null
  /** Set if a stored promo code can add its bonus. */
  readonly promo: CreditedDeposit | null
  readonly alert: { readonly kind: AlertKind; readonly subject: string } | null
  readonly audit: AuditEntry | null
}

type PendingWrite = {
  readonly deposit: Pick<Deposit, 'id' | 'version'>
  readonly write: ResultWrite
  readonly now: Date
}

/**
 * Writes a result. @throws VersionConflict, and writes nothing, if the deposit has changed since it was read: call it in `updateDeposit`
 */
export async function writeResult(
  { depositBatches: { results }, clock }: Pick<AppContext, 'depositBatches' | 'clock'>,
  deposit: Deposit,
  write: ResultWrite,
): Promise<void> {
  const pending = { deposit, write, now: clock.now() }
  // A rejected result rolls back its batch; then each is written alone.
  const written = await results.writeInBatch(pending).catch(() => results.writeAlone(pending))
  if (written === null) throw new VersionConflict()
}

/** Creates what a server needs once: concurrent results are one statement, whose cost is mostly independent of their number. */
export function createResultBatches(db: Db) {
  const writeAll = (pending: readonly PendingWrite[]) => writeResults(db, pending)
  return {
    writeInBatch: createBatchedQuery(writeAll),
    writeAlone: async (pending: PendingWrite) => (await writeAll([pending]))[0] ?? null,
  }
}

/**
 * Writes in one statement, which is one transaction in one round trip: deposits are locked for as short as possible. The results are one
 * JSON parameter, so that a batch of any size is the same prepared statement. The parts read top to bottom:
 *
 * 1. `change`: the results to write.
 * 2. `locked`, `updated_deposit`, `written`: the states. Skips changed versions and second results for a deposit. The attempt is
 *    compared as well: after a lost commit, another change can have the same version.
 * 3. The rest inserts what belongs to each written result: its ledger entry by `postEntriesCte` in `modules/ledger/store.ts`.
 *
 * @returns places of the written results, from 1
 */
async function writeResults(db: Db, pending: readonly PendingWrite[]): Promise<{ place: number }[]> {
  const changes = pending.map(({ deposit, write, now }, index) => ({
    ...write,
    place: index + 1,
    at: now,
    depositId: deposit.id,
    version: deposit.version,
    audit: write.audit === null ? null : toAuditRow(write.audit),
    resolvesAlerts: write.audit !== null && !isActiveState(write.attempt.state),
  }))
  // Left out of most statements: traders seldom have a code.
  const hasPromo = pending.some(({ write }) => write.promo !== null)
  const grantPromo = hasPromo
    ? sql`${grantStoredCodesCte(sql`select promo from written where promo is not null`)},`
    : sql``
  const promoEntries = hasPromo ? sql`union all select entry from promo_grants` : sql``
  const promoRequirements = hasPromo ? sql`union all select requirement from promo_grants` : sql``
  const { rows } = await sql<{ place: number }>`
    with change as (
      select c.place, c.at, c."depositId" as deposit_id, c.version, c.deposit, c.attempt, c.event, c.capture, c.entry,
             c.wagering, c.promo, c.audit, c.alert, c."resolvesAlerts" as resolves_alerts
        from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
          as c(place integer, at timestamptz, "depositId" uuid, version integer, deposit jsonb, attempt jsonb, event jsonb,
            capture jsonb, entry jsonb, wagering jsonb, promo jsonb, audit jsonb, alert jsonb, "resolvesAlerts" boolean)
    ),
    ${updateStates},
    ${insertEvents},
    ${insertCaptures},
    ${grantPromo}
    ${postEntriesCte(sql`select entry from written where entry is not null ${promoEntries}`)},
    ${wageringRequirementsCte(sql`select wagering from written where wagering is not null ${promoRequirements}`)},
    ${auditEntriesCte(sql`select audit from written where audit is not null`)},
    ${insertAlertsCte(sql`select alert->>'kind', alert->>'subject', at from written where alert is not null`)},
    ${resolveAlertsCte(sql`select 'attempt:' || attempt_id, at from written where resolves_alerts`)}
    select place from written`.execute(db)
  return rows
}

/** Locks deposits by id, to prevent deadlocks. An array is evaluated first, so that the primary key finds each deposit. */
const updateStates = sql`
    locked as (
      select id from deposits where id = any(array(select deposit_id from change)) order by id for no key update
    ),
    updated_deposit as (
      update deposits d
         set version = d.version + 1, state = n.state, reason = n.reason, reason_text = n."reasonText", updated_at = c.at,
             ended_at = case when n.ended then coalesce(d.ended_at, c.at) else d.ended_at end
        from change c,
             jsonb_to_record(c.deposit) as n(state text, reason text, "reasonText" text, ended boolean)
       where d.id = any(array(select id from locked)) and d.id = c.deposit_id and d.version = c.version
         and exists (
           select from attempts a
            where a.id = (c.attempt->>'id')::bigint and a.deposit_id = d.id and a.state = c.event->>'stateBefore')
      returning c.place, d.id, ${depositEndEffects}
    ),
    written as (
      update attempts a
         set state = n.state, processor_reference = n."processorReference", error_class = n."errorClass", action = n.action,
             had_page = a.had_page or n.action->>'kind' is not distinct from 'redirect',
             replayed_replies = a.replayed_replies || n."replayedReplies", inquiry_count = n."inquiryCount",
             waiting_since = n."waitingSince", next_check_at = n."nextCheckAt", updated_at = c.at
        from updated_deposit u join change c on c.place = u.place,
             jsonb_to_record(c.attempt) as n(id bigint, state text, "processorReference" text, "errorClass" text, action jsonb,
               "replayedReplies" jsonb, "inquiryCount" integer, "waitingSince" timestamptz, "nextCheckAt" timestamptz)
       where a.id = n.id and a.deposit_id = u.id
      returning c.*, a.id as attempt_id, a.state as attempt_state
    )`

const insertEvents = sql`
    new_events as (
      insert into attempt_events (attempt_id, created_at, source, reported_state, state_before, state_after, detail)
      select w.attempt_id, w.at, e.source, e."reportedState", e."stateBefore", w.attempt_state, e.detail
        from written w,
             jsonb_to_record(w.event) as e(source text, "reportedState" text, "stateBefore" text, detail jsonb)
    )`

const insertCaptures = sql`
    new_captures as (
      insert into captures (attempt_id, number, movement, deposit_id, processor, processor_reference, amount, currency,
        status, reason, refund_reference, next_check_at, created_at, updated_at)
      select w.attempt_id, c.number, c.movement, w.deposit_id, c.processor, c."processorReference", c.amount, c.currency,
             c.status, c.reason, c."refundReference", c."nextCheckAt", w.at, w.at
        from written w,
             jsonb_to_record(w.capture) as c(number smallint, movement integer, processor text, "processorReference" text,
               amount bigint, currency text, status text, reason text, "refundReference" uuid, "nextCheckAt" timestamptz)
       where w.capture is not null
      returning ${newCaptureEffects}, ${captureStatusEffects}
    )`
