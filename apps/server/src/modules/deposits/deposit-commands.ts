import type { AttemptState, DepositState } from '@tradefront/rules/deposits/deposit-state-machine'
import type { ProcessorName } from '@tradefront/contract/processor-names'
import { sql, type RawBuilder } from 'kysely'

import { type AuditEntry, auditCte } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import { postEntryCte, type LedgerEntry } from '../ledger/service.ts'
import type { Deposit } from './deposit.ts'
import { resolveAlertCte, depositHeldCondition, type ResultWrite, type ResultWriter } from './result-writer.ts'

export type DepositCommands = ReturnType<typeof createDepositCommands>

/** Somebody else has changed the deposit since it was read: nothing was written. */
export class VersionConflict extends Error {}

export type NewAttempt = {
  readonly processor: ProcessorName
  readonly charges: boolean
  readonly ourRef: string
  readonly nextCheckAt: Date | null
}

/** What an operator's decision about money in suspense changes. */
export type SuspenseResolution = {
  readonly attemptId: number
  readonly attemptState: AttemptState
  readonly stateBefore: AttemptState
  readonly depositState: DepositState
  readonly ended: boolean
  readonly place: 'refund_due' | 'credited_late'
  readonly refundRef: string | null
  readonly entry: LedgerEntry | null
  readonly audit: AuditEntry | null
}

/**
 * What may be done to a deposit as it was read. Each is one statement that does all of it if the deposit's version is still
 * the one that was read, and otherwise nothing.
 * @throws Overtaken when it is not
 */
export function createDepositCommands(db: Db, deposit: Deposit, writeResult: ResultWriter) {
  const executeVersioned = async (statement: RawBuilder<unknown>): Promise<void> => {
    const { numAffectedRows } = await statement.execute(db)
    if (numAffectedRows === 0n) throw new VersionConflict()
  }
  const buildDepositUpdate = (now: Date, set: RawBuilder<unknown> = sql``): RawBuilder<unknown> => sql`
    update deposits set version = version + 1, updated_at = ${now}${set}
     where id = ${deposit.id}::uuid and version = ${deposit.version} returning id`
  /** The deposit moved, as the expression `held` that everything else in the statement hangs on. */
  const buildHeldCte = (now: Date, set?: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`held as (${buildDepositUpdate(now, set)})`

  return {
    /**
     * Starts an attempt, and counts the deposit against the day's limit with its first charging one.
     * The constraint `card_days_check` refuses the one too many.
     */
    async insertAttempt(attempt: NewAttempt, day: string, dayLimit: number, now: Date): Promise<void> {
      const countsTowardsDayLimit = attempt.charges && !deposit.counted
      const countCte = sql`counted as (
        insert into card_days as t (user_id, day, used, most) select ${deposit.userId}::bigint, ${day}::date, 1, ${dayLimit}::integer from held
        on conflict (user_id, day) do update set used = t.used + 1, most = excluded.most
      )`
      const set = countsTowardsDayLimit
        ? sql`, state = 'processing', counted_on = ${day}::date`
        : sql`, state = 'processing'`
      await executeVersioned(sql`
        with ${sql.join([buildHeldCte(now, set), ...(countsTowardsDayLimit ? [countCte] : [])])}
        insert into attempts (deposit_id, seq, processor, charges, state, our_ref, next_check_at, waiting_since, created_at, updated_at)
        select held.id, ${deposit.attempts.length + 1}, ${attempt.processor}, ${attempt.charges}, 'sent', ${attempt.ourRef}::uuid,
          ${attempt.nextCheckAt}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz from held`)
    },

    /** The trader's answer to a waiting step is about to go out; what was said to an earlier one is past. */
    async markAttemptResent(attemptId: number, nextCheckAt: Date | null, now: Date): Promise<void> {
      await executeVersioned(sql`
        with ${buildHeldCte(now)}
        update attempts a set state = 'sent', checks = 0, answers = answers - 'complete', waiting_since = ${now}, next_check_at = ${nextCheckAt},
          updated_at = ${now}
          from held where a.id = ${attemptId} and a.deposit_id = held.id`)
    },

    /** Ends a deposit that has nothing undecided, or marks one to be closed as soon as that is so. */
    async closeDeposit(reason: string, ended: boolean, now: Date): Promise<void> {
      const end = ended ? sql`, state = 'failed', ended_at = ${now}` : sql``
      await executeVersioned(buildDepositUpdate(now, sql`, closing = true, reason = ${reason}${end}`))
    },

    /** When to ask again about an attempt that nothing new is known of, and whether its deposit goes to review. */
    async scheduleInquiry(
      attemptId: number,
      inquiryCount: number,
      nextCheckAt: Date | null,
      needsReview: boolean,
      now: Date,
    ): Promise<void> {
      const movesToReview = needsReview && deposit.state === 'processing'
      const set = movesToReview ? sql`, state = 'review', reason = 'cards.review'` : sql``
      await executeVersioned(sql`
        with ${buildHeldCte(now, set)}
        update attempts a set checks = ${inquiryCount}, next_check_at = ${nextCheckAt}, updated_at = ${now}
          from held where a.id = ${attemptId} and a.deposit_id = held.id`)
    },

    /** Writes what a piece of evidence changed: states, event, capture, ledger, wagering and alert. */
    async writeResult(write: ResultWrite, now: Date): Promise<void> {
      if (!(await writeResult({ deposit, write, now }))) throw new VersionConflict()
    },

    /** Sends money in suspense where an operator has decided. */
    async resolveSuspense(resolution: SuspenseResolution, now: Date): Promise<void> {
      const { attemptId, attemptState, depositState, entry, place, ended, audit } = resolution
      const end = ended ? sql`, reason = 'cards.other_amount', ended_at = ${now}` : sql``
      const parts = [
        buildHeldCte(now, sql`, state = ${depositState}${end}`),
        sql`moved as (
          update captures p set place = ${place}, refund_ref = ${resolution.refundRef}::uuid, refund_checks = 0,
            next_check_at = ${place === 'refund_due' ? now : null}::timestamptz, updated_at = ${now}
            from held where p.attempt_id = ${attemptId} and p.deposit_id = held.id and p.place = 'suspense'
        )`,
        sql`moved_attempt as (
          update attempts a set state = ${attemptState}, action = null, next_check_at = null, updated_at = ${now}
            from held where a.id = ${attemptId} and a.deposit_id = held.id and a.state <> ${attemptState}
        )`,
        entry === null ? null : postEntryCte(entry, depositHeldCondition),
        audit === null ? null : auditCte(audit, depositHeldCondition),
        resolveAlertCte(attemptId, attemptState, now),
      ]
      await executeVersioned(sql`
        with ${sql.join(parts.filter((part) => part !== null))}
        insert into attempt_events (attempt_id, at, source, verdict, state_before, state_after, detail)
        select ${attemptId}::bigint, ${now}::timestamptz, 'operator', ${attemptState}, ${resolution.stateBefore}, ${attemptState},
          ${JSON.stringify({ booking: place, deposit: depositState })}::jsonb from held`)
    },
  }
}
