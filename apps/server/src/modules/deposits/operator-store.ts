import type { ProcessorName } from '@tradefront/contract/processor-names'
import {
  type AttemptState,
  activeAttemptStates,
  type DepositState,
} from '@tradefront/rules/deposits/deposit-state-machine'
import { claimCodes } from '@tradefront/rules/deposits/claims'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { isUuid } from '../../platform/is-uuid.ts'

/** Amounts are in minor units, and the e-mail is masked. */
type OperatorListRow = {
  readonly depositId: string
  readonly userId: number
  readonly email: string
  readonly attemptReference: string | null
  readonly processorReference: string | null
  readonly processor: ProcessorName | null
  readonly amount: number
  readonly currency: string
}

export type ReviewRow = OperatorListRow & {
  readonly deposit: DepositState
  readonly attempt: AttemptState | null
  readonly money: string | null
  readonly since: Date
  readonly inquiryCount: number | null
  readonly nextCheckAt: Date | null
}

export type DepositFilter = { readonly states: readonly DepositState[] | null; readonly userId: number | null }

/** Amounts are in minor units, and the e-mail is masked. */
export type DepositRow = Pick<OperatorListRow, 'depositId' | 'userId' | 'email' | 'amount' | 'currency'> & {
  readonly method: string
  /** E.g. visa, skrill. */
  readonly instrument: string | null
  readonly bonus: number
  readonly state: DepositState
  readonly reason: string | null
  readonly since: Date
  readonly endedAt: Date | null
}

export type ClaimRow = Pick<OperatorListRow, 'depositId' | 'userId' | 'email' | 'amount' | 'currency'> & {
  readonly attemptReference: string
  readonly method: string
  /** What the trader wrote. */
  readonly note: string | null
  /** The trader's language. */
  readonly language: string
  /** Receipt numbers of other claims with the same transaction, separated by commas. */
  readonly sameTransaction: string | null
  readonly bonus: number
  readonly since: Date
}

export type SuspenseRow = OperatorListRow & {
  readonly status: 'suspense' | 'refund_due'
  readonly reason: string | null
  readonly requestedAmount: number
  readonly requestedCurrency: string
  readonly since: Date
}

export type ApprovalRateRow = {
  readonly processor: ProcessorName
  readonly attempts: number
  readonly approved: number
  readonly declined: number
  /** Number of attempts that were not charged, e.g. cancelled ones. */
  readonly notCharged: number
  readonly undecided: number
}

/** A charge or refund. The amount is in minor units and always positive. */
export type LedgerMovement = {
  readonly kind: 'charge' | 'refund'
  readonly entry: string
  readonly reference: string | null
  readonly depositId: string | null
  readonly processor: string
  readonly amount: number
  readonly currency: string
  readonly refundReference: string | null
  readonly status: string | null
  readonly at: Date
}

export type AttemptSummary = {
  readonly reference: string
  readonly depositId: string
  readonly processor: string
  readonly state: AttemptState
  readonly status: string | null
}

export type AttemptEventRow = {
  readonly at: Date
  readonly processor: string
  readonly source: string
  readonly reported: string
  readonly before: string
  readonly after: string
}

const maskedEmail = sql`left(u.email, 1) || '…@' || split_part(u.email, '@', 2)`
const claims = Object.values(claimCodes)
/** Other claims with the same transaction. Claims of coins are sent to one address, so that two traders can report the same one. */
const sameTransaction = sql`
  (select string_agg(upper(right(o.id::text, 12)), ', ' order by o.created_at) from deposits o
    where o.instrument_kind in ('bitcoin', 'litecoin') and o.instrument_kind = d.instrument_kind
      and o.instrument_hint = d.instrument_hint and o.id <> d.id and o.reason is distinct from 'wallets.claim_rejected')`
const activeStates = sql`any(${[...activeAttemptStates]}::text[])`

/** Lists deposits in review, oldest first. */
export async function listReviews(reports: Db, limit: number): Promise<ReviewRow[]> {
  // Two sources instead of `or`, so that each has its index.
  const { rows } = await sql<ReviewRow>`
    select d.id as "depositId", d.user_id as "userId", ${maskedEmail} as email, a.reference as "attemptReference", a.processor_reference as "processorReference",
           a.processor, d.amount, d.currency, d.state as deposit, a.state as attempt, a.inquiry_count as "inquiryCount", a.next_check_at as "nextCheckAt",
           coalesce(a.waiting_since, d.updated_at) as since,
           (select string_agg(c.status, ', ' order by c.attempt_id, c.number)
              from attempts t join captures c on c.attempt_id = t.id where t.deposit_id = d.id) as money
      from (select id from deposits where state = 'review'
            union select deposit_id from attempts where state = 'manual_review') as waiting
      join deposits d on d.id = waiting.id join user_accounts u on u.id = d.user_id
      left join attempts a on a.deposit_id = d.id and a.state = ${activeStates}
     where a.processor is null or a.processor <> all(${claims})
     order by d.created_at, d.id limit ${limit}`.execute(reports)
  return rows
}

/** Lists deposits, newest first. @param before id of the last one of the page before */
export async function listDeposits(
  reports: Db,
  { states, userId }: DepositFilter,
  before: string | null,
  limit: number,
): Promise<DepositRow[]> {
  const isAfter =
    before === null
      ? sql`true`
      : sql`(d.created_at, d.id) < (select c.created_at, c.id from deposits c where c.id = ${before}::uuid)`
  const ofTrader = sql`
    deposits d join user_accounts u on u.id = d.user_id
     where ${isAfter} and d.user_id = ${userId} and (${states === null} or d.state = any(${[...(states ?? [])]}::text[]))`
  // Each state has its part of the index.
  const ofStates = sql`
    unnest(${[...(states ?? [])]}::text[]) as wanted(state) cross join lateral (
      select d.* from deposits d where d.state = wanted.state and ${isAfter}
       order by d.created_at desc, d.id desc limit ${limit}) d
    -- The limit makes the planner look up one user after the other.
    cross join lateral (select * from user_accounts where id = d.user_id limit 1) u where true`
  const ofAll = sql`deposits d join user_accounts u on u.id = d.user_id where ${isAfter}`
  const { rows } = await sql<DepositRow>`
    select d.id as "depositId", d.user_id as "userId", ${maskedEmail} as email, d.method, d.instrument_kind as instrument, d.amount,
           d.currency, d.bonus, d.state, d.reason, d.created_at as since, d.ended_at as "endedAt"
      from ${userId !== null ? ofTrader : states !== null ? ofStates : ofAll}
     order by d.created_at desc, d.id desc limit ${limit}`.execute(reports)
  return rows
}

/** Lists claims that wait for a decision, oldest first. */
export async function listClaims(reports: Db, limit: number): Promise<ClaimRow[]> {
  const { rows } = await sql<ClaimRow>`
    select d.id as "depositId", d.user_id as "userId", ${maskedEmail} as email, a.reference as "attemptReference",
           d.instrument_kind as method, d.instrument_hint as note, d.amount, d.currency, d.bonus, d.created_at as since,
           u.language, ${sameTransaction} as "sameTransaction"
      from attempts a join deposits d on d.id = a.deposit_id join user_accounts u on u.id = d.user_id
     where a.state = 'manual_review' and a.processor = any(${claims})
     order by a.created_at, a.id limit ${limit}`.execute(reports)
  return rows
}

/** Returns receipt numbers, separated by commas. */
export async function findSameTransaction(reports: Db, depositId: string): Promise<string | null> {
  const { rows } = await sql<{ sameTransaction: string | null }>`
    select ${sameTransaction} as "sameTransaction" from deposits d where d.id = ${depositId}::uuid`.execute(reports)
  return rows[0]?.sameTransaction ?? null
}

/** Lists money in suspense, oldest first; includes running refunds. */
export async function listSuspense(reports: Db, limit: number): Promise<SuspenseRow[]> {
  const { rows } = await sql<SuspenseRow>`
    select d.id as "depositId", d.user_id as "userId", ${maskedEmail} as email, a.reference as "attemptReference", a.processor_reference as "processorReference",
           c.processor, c.amount, c.currency, c.status, c.reason, d.amount as "requestedAmount", d.currency as "requestedCurrency", c.created_at as since
      from captures c join attempts a on a.id = c.attempt_id join deposits d on d.id = c.deposit_id join user_accounts u on u.id = d.user_id
     where c.status in ('suspense', 'refund_due') order by c.created_at, c.attempt_id limit ${limit}`.execute(reports)
  return rows
}

/** Finds deposits by id, receipt number, or a reference of an attempt or processor. */
export async function findDepositsByReference(
  reports: Db,
  reference: string,
): Promise<{ depositId: string; userId: number; attemptReference: string | null }[]> {
  const lower = reference.toLowerCase()
  const uuid = isUuid(lower) ? lower : null
  const { rows } = await sql<{ depositId: string; userId: number; attemptReference: string | null }>`
    select id as "depositId", user_id as "userId", null as "attemptReference" from deposits where id = ${uuid}::uuid
    union all
    select id, user_id, null from deposits where right(id::text, 12) = ${lower}
    union all
    select d.id, d.user_id, a.reference::text from attempts a join deposits d on d.id = a.deposit_id
     where a.reference = ${uuid}::uuid
    union all
    select d.id, d.user_id, a.reference::text from attempts a join deposits d on d.id = a.deposit_id
     where a.processor_reference = ${reference}
    union all
    select d.id, d.user_id, a.reference::text
      from captures c join attempts a on a.id = c.attempt_id join deposits d on d.id = a.deposit_id
     where c.processor_reference = ${reference} and c.number > 1
     limit 3`.execute(reports)
  return rows
}

/** Lists events, oldest first. */
export async function listAttemptEvents(reports: Db, depositId: string): Promise<AttemptEventRow[]> {
  const { rows } = await sql<AttemptEventRow>`
    select e.created_at as at, a.processor, e.source, e.reported_state as reported, e.state_before as before, e.state_after as after
      from attempt_events e join attempts a on a.id = e.attempt_id where a.deposit_id = ${depositId}::uuid order by e.id`.execute(
    reports,
  )
  return rows
}

/** Lists rates for attempts that were started in the period. */
export async function listApprovalRates(reports: Db, from: Date, to: Date): Promise<ApprovalRateRow[]> {
  const { rows } = await sql<ApprovalRateRow>`
    with tries as (
      select a.processor, a.state, case when a.is_charging then a.state = 'succeeded' or c.attempt_id is not null
             else a.state = 'not_charged' end as approved
        from attempts a left join captures c on c.attempt_id = a.id and c.number = 1
       where a.created_at >= ${from} and a.created_at < ${to} and a.error_class is distinct from 'switched_off')
    select processor, count(*) as attempts, count(*) filter (where approved) as approved,
           count(*) filter (where not approved and state in ('declined_soft', 'declined_hard')) as declined,
           count(*) filter (where not approved and state = 'not_charged') as "notCharged",
           count(*) filter (where not approved and state = ${activeStates}) as undecided
      from tries group by processor order by processor`.execute(reports)
  return rows
}

/** Lists movements of the period, and those of `references` at any time. */
export async function listLedgerMovements(
  reports: Db,
  from: Date,
  to: Date,
  references: readonly string[],
): Promise<LedgerMovement[]> {
  const { rows } = await sql<LedgerMovement>`
    with movement as (
      select * from clearing_movements where created_at >= ${from} and created_at < ${to}
      union all
      select m.* from unnest(${references.filter(isUuid)}::uuid[]) as named(reference)
        join attempts a using (reference) join clearing_movements m on m.attempt_id = a.id
       where m.created_at < ${from} or m.created_at >= ${to}
      union all
      select m.* from unnest(${references.filter(isUuid)}::uuid[]) as named(reference)
        join attempts a using (reference)
        cross join lateral (select subject from payout_refunds where attempt_id = a.id offset 0) p
        join clearing_movements m on m.kind = 'payout.paid' and m.subject = p.subject
       where m.created_at < ${from} or m.created_at >= ${to})
    select case when m.amount < 0 then 'charge' else 'refund' end as kind, m.kind || ' ' || m.subject as entry,
           a.reference, a.deposit_id as "depositId", m.processor, abs(m.amount) as amount, m.currency,
           coalesce(p.reference, c.refund_reference) as "refundReference", case when p.reference is null then c.status end as status,
           m.created_at as at
      from movement m
      left join lateral (
        select * from payout_refunds
         where payout_id = case m.kind when 'payout.paid' then substr(m.subject, 8)::uuid end limit 1) p on true
      left join attempts a on a.id = coalesce(m.attempt_id, p.attempt_id)
      left join lateral (
        select * from captures c where c.attempt_id = a.id
         order by c.movement::text = split_part(m.subject, '/', 2) desc, c.number limit 1) c on true
     order by m.created_at, m.entry_id`.execute(reports)
  return rows
}

/** Lists attempts. @param references without duplicates */
export async function listAttemptsByReference(reports: Db, references: readonly string[]): Promise<AttemptSummary[]> {
  const { rows } = await sql<AttemptSummary>`
    select a.reference, a.deposit_id as "depositId", a.processor, a.state, c.status
      from unnest(${references.filter(isUuid)}::uuid[]) as named(reference) join attempts a using (reference)
      left join captures c on c.attempt_id = a.id and c.number = 1`.execute(reports)
  return rows
}
