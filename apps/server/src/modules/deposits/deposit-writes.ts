import {
  type AttemptState,
  attemptTransitions,
  type CaptureStatus,
  type DepositState,
  depositTransitions,
  isActiveState,
  requireTransition,
} from '@tradefront/rules/deposits/deposit-state-machine'
import type { TextKey } from '@tradefront/texts/keys'
import { sql, type RawBuilder } from 'kysely'

import { type AuditEntry, auditCte } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import { VersionConflict } from '../../platform/database/retry.ts'
import { postEntryCte, type LedgerEntry } from '../ledger/service.ts'
import type { Attempt, Capture, Deposit, ProcessorCode } from './deposit.ts'
import type { AlertKind } from '../alerts/service.ts'
import type { AttemptResult } from './attempt-result.ts'
import { insertAlertsCte, resolveAlertsCte } from '../alerts/service.ts'
import { countDepositCte, type DayLimit } from './deposit-limit-store.ts'
import { captureStatusEffects, depositEndEffects } from './effects-in-other-modules.ts'

export type NewAttempt = {
  readonly processor: ProcessorCode
  readonly isCharging: boolean
  /** `pending` if there is no call to wait for. */
  readonly state?: 'sent' | 'pending'
  readonly reference: string
  /** Hash of the mark of the card or payee that the attempt charges. */
  readonly payerMark?: Buffer | null
  readonly nextCheckAt: Date | null
}

export type SuspenseResolution = {
  readonly capture: Pick<Capture, 'attemptId' | 'number' | 'movement'>
  readonly nextMovement: number
  readonly attemptState: AttemptState
  readonly stateBefore: AttemptState
  readonly depositState: DepositState
  readonly ended: boolean
  readonly reason: TextKey
  /** Reason of the capture. Null: it stays what it was. */
  readonly captureReason: string | null
  readonly status: CaptureStatus
  readonly refundReference: string | null
  readonly entry: LedgerEntry | null
  readonly audit: AuditEntry | null
  readonly alert: AlertKind | null
  readonly source: AttemptResult['source']
}

// One statement each. The deposit's update is the expression `updated_deposit`: it matches no row if the version has changed, and all other
// parts select from it. They throw VersionConflict then: call them in `updateDeposit`.

function buildDepositUpdate({ id, version, state }: Deposit, now: Date, set: RawBuilder<unknown> = sql``) {
  return sql`
    update deposits set version = version + 1, updated_at = ${now}${set}
     where id = ${id}::uuid and version = ${version} and state = ${state} returning id, ${depositEndEffects}`
}

function updatedDepositCte(deposit: Deposit, now: Date, set?: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`updated_deposit as (${buildDepositUpdate(deposit, now, set)})`
}

async function execute(db: Db, statement: RawBuilder<unknown>): Promise<void> {
  const { numAffectedRows } = await statement.execute(db)
  if (numAffectedRows === 0n) throw new VersionConflict()
}

function changeDepositState(deposit: Deposit, to: DepositState): DepositState {
  return requireTransition(depositTransitions, deposit.state, to)
}

function changeAttemptState(deposit: Deposit, attemptId: number, to: AttemptState): AttemptState {
  const attempt = deposit.attempts.find(({ id }) => id === attemptId)
  return attempt === undefined ? to : requireTransition(attemptTransitions, attempt.state, to)
}

/** Inserts an attempt. The first charging one counts for the day if there is a limit. Returns the deposit after it. */
export async function insertAttempt(
  db: Db,
  deposit: Deposit,
  attempt: NewAttempt,
  dayLimit: DayLimit | null,
  now: Date,
): Promise<Deposit> {
  const state = changeDepositState(deposit, 'processing')
  const seq = deposit.attempts.length + 1
  const attemptState = attempt.state ?? 'sent'
  const limitToCount = attempt.isCharging && !deposit.isCounted ? dayLimit : null
  const counted = limitToCount ? sql`, ${countDepositCte(deposit.userId, limitToCount)}` : sql``
  const dayLimitDate = limitToCount ? sql`, day_limit_date = ${limitToCount.day}::date` : sql``
  const set = sql`, state = ${state}${dayLimitDate}`
  const { rows } = await sql<{ id: number }>`
    with ${updatedDepositCte(deposit, now, set)}${counted}
    insert into attempts
      (deposit_id, seq, processor, is_charging, state, reference, payer_mark, next_check_at, waiting_since, created_at, updated_at)
    select updated_deposit.id, ${seq}, ${attempt.processor}, ${attempt.isCharging}, ${attemptState},
      ${attempt.reference}::uuid, ${attempt.payerMark ?? null}::bytea, ${attempt.nextCheckAt}::timestamptz,
      ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      from updated_deposit
    returning id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new VersionConflict()
  const { processor, isCharging, reference, nextCheckAt } = attempt
  const inserted: Attempt = {
    id: row.id,
    seq,
    processor,
    isCharging,
    state: attemptState,
    reference,
    processorReference: null,
    errorClass: null,
    action: null,
    hadPage: false,
    replayedReplies: {},
    inquiryCount: 0,
    nextCheckAtMs: nextCheckAt?.getTime() ?? null,
    waitingSinceMs: now.getTime(),
    createdAtMs: now.getTime(),
  }
  return {
    ...deposit,
    version: deposit.version + 1,
    state,
    isCounted: deposit.isCounted || limitToCount !== null,
    attempts: [...deposit.attempts, inserted],
  }
}

/** Marks the attempt before the user's token or code is sent. Earlier replies are no longer repeated. */
export async function markAttemptResent(
  db: Db,
  deposit: Deposit,
  attemptId: number,
  nextCheckAt: Date | null,
  now: Date,
): Promise<void> {
  await execute(
    db,
    sql`
    with ${updatedDepositCte(deposit, now)}
    update attempts a
       set state = ${changeAttemptState(deposit, attemptId, 'sent')}, inquiry_count = 0, replayed_replies = replayed_replies - 'complete', waiting_since = ${now},
           next_check_at = ${nextCheckAt}, updated_at = ${now}
      from updated_deposit where a.id = ${attemptId} and a.deposit_id = updated_deposit.id`,
  )
}

/** Closes a deposit without an active attempt. */
export async function closeDeposit(db: Db, deposit: Deposit, reason: TextKey, now: Date): Promise<void> {
  const set = sql`, close_requested = true, reason = ${reason}, state = ${changeDepositState(deposit, 'failed')}, ended_at = ${now}`
  await execute(db, buildDepositUpdate(deposit, now, set))
}

/** Requests that the deposit is closed when its active attempt has ended without a charge. */
export async function requestClose(db: Db, deposit: Deposit, reason: TextKey, now: Date): Promise<void> {
  await execute(db, buildDepositUpdate(deposit, now, sql`, close_requested = true, reason = ${reason}`))
}

export async function scheduleInquiry(
  db: Db,
  deposit: Deposit,
  attemptId: number,
  inquiryCount: number,
  nextCheckAt: Date | null,
  needsReview: boolean,
  now: Date,
): Promise<void> {
  const movesToReview = needsReview && deposit.state === 'processing'
  const set = movesToReview
    ? sql`, state = ${changeDepositState(deposit, 'review')}, reason = 'deposits.review'`
    : sql``
  await execute(
    db,
    sql`
    with ${updatedDepositCte(deposit, now, set)}
    update attempts a set inquiry_count = ${inquiryCount}, next_check_at = ${nextCheckAt}, updated_at = ${now}
      from updated_deposit where a.id = ${attemptId} and a.deposit_id = updated_deposit.id`,
  )
}

export async function updateSuspense(
  db: Db,
  deposit: Deposit,
  resolution: SuspenseResolution,
  now: Date,
): Promise<void> {
  const { attemptState, depositState, entry, status, audit, alert } = resolution
  const { attemptId, number, movement } = resolution.capture
  const end = resolution.ended ? sql`, reason = ${resolution.reason}, ended_at = ${now}` : sql``
  const isMoved = sql`exists (select from capture)`
  const parts = [
    updatedDepositCte(deposit, now, sql`, state = ${changeDepositState(deposit, depositState)}${end}`),
    sql`capture as (
      update captures c
         set status = ${status}, movement = ${resolution.nextMovement}, reason = coalesce(${resolution.captureReason}, c.reason), refund_reference = ${resolution.refundReference}::uuid,
             refund_inquiry_count = 0, next_check_at = ${status === 'refund_due' ? now : null}::timestamptz, updated_at = ${now}
        from updated_deposit
       where c.attempt_id = ${attemptId} and c.number = ${number} and c.movement = ${movement} and c.deposit_id = updated_deposit.id
      returning c.attempt_id, ${captureStatusEffects}
    )`,
    sql`attempt as (
      update attempts a set state = ${changeAttemptState(deposit, attemptId, attemptState)}, action = null, next_check_at = null, updated_at = ${now}
        from updated_deposit where a.id = ${attemptId} and a.deposit_id = updated_deposit.id and a.state <> ${attemptState}
    )`,
    entry === null ? null : postEntryCte(entry, isMoved),
    audit === null ? null : auditCte(audit, isMoved),
    alert === null
      ? null
      : insertAlertsCte(sql`select ${alert}::text, ${`attempt:${attemptId}`}::text, ${now}::timestamptz from capture`),
    isActiveState(attemptState)
      ? null
      : resolveAlertsCte(sql`select ${`attempt:${attemptId}`}::text, ${now}::timestamptz from capture`),
  ]
  await execute(
    db,
    sql`
    with ${sql.join(parts.filter((part) => part !== null))}
    insert into attempt_events (attempt_id, created_at, source, reported_state, state_before, state_after, detail)
    select ${attemptId}::bigint, ${now}::timestamptz, ${resolution.source}, ${attemptState}, ${resolution.stateBefore}, ${attemptState},
      ${JSON.stringify({ capture: status, deposit: depositState })}::jsonb from capture`,
  )
}
