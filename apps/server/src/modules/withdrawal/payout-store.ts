import type { PayoutState } from '@tradefront/rules/withdrawal/withdrawal-states'
import type { WithdrawalMethod } from '@tradefront/rules/withdrawal/methods'
import { type RawBuilder, sql } from 'kysely'

import { type AuditEntry, auditCte } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import { postEntriesCte } from '../ledger/service.ts'
import { moveHoldCte } from './decision-store.ts'

/** A payout that is sent or asked about now. Minor units. */
export type DuePayout = {
  readonly id: string
  readonly withdrawalId: string
  readonly userId: number
  readonly method: WithdrawalMethod
  readonly amount: number
  readonly currency: string
  readonly state: 'due' | 'sent' | 'in_doubt'
  readonly tries: number
  readonly reference: string | null
  readonly inquiryCount: number
  readonly account: string | null
  readonly holder: string
  readonly processor: string | null
  /** The charge that is refunded. */
  readonly chargeReference: string | null
}

const dueColumns = sql`
  p.id, p.withdrawal_id as "withdrawalId", p.user_id as "userId", p.method, p.amount, p.currency, p.state, p.tries, p.reference,
  p.inquiry_count as "inquiryCount", (select account from withdrawal_destinations t where t.id = p.destination_id) as account,
  (select u.first_name || ' ' || u.last_name from user_accounts u where u.id = p.user_id) as holder, p.processor,
  (select i.reference from attempt_instruments i where i.attempt_id = p.attempt_id) as "chargeReference"`

/** Leases those of a channel whose time has come, earliest first. Skips what another server is claiming. */
export async function claimDuePayouts(
  db: Db,
  methods: readonly WithdrawalMethod[],
  now: Date,
  leaseUntil: Date,
  limit: number,
): Promise<DuePayout[]> {
  const { rows } = await sql<DuePayout>`
    with p as (
      update payouts set next_check_at = ${leaseUntil}, updated_at = ${now}
       where id = any(array(
         select id from payouts where method = any(${[...methods]}::text[]) and next_check_at <= ${now}
          order by next_check_at limit ${limit} for update skip locked))
         and next_check_at <= ${now}
      returning *
    )
    select ${dueColumns} from p`.execute(db)
  return rows
}

/** Due or not. Null if it is not being sent. */
export async function claimPayout(db: Db, id: string, now: Date, leaseUntil: Date): Promise<DuePayout | null> {
  const { rows } = await sql<DuePayout>`
    with p as (
      update payouts set next_check_at = ${leaseUntil}, updated_at = ${now}
       where id = ${id}::uuid and state in ('sent', 'in_doubt') returning *
    )
    select ${dueColumns} from p`.execute(db)
  return rows[0] ?? null
}

export async function listDueMethods(db: Db, now: Date): Promise<WithdrawalMethod[]> {
  const { rows } = await sql<{ method: WithdrawalMethod }>`
    select distinct method from payouts where next_check_at is not null and next_check_at <= ${now}`.execute(db)
  return rows.map(({ method }) => method)
}

/** Committed before the channel is called. False if another server has sent it, or an operator has returned it. */
export async function markPayoutSent(
  db: Db,
  { id, withdrawalId, tries }: DuePayout,
  reference: string,
  askAt: Date,
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockWithdrawal(trx, withdrawalId)
    const { rows } = await sql`
      with sent as (
        update payouts set state = 'sent', tries = tries + 1, reference = ${reference}::uuid, inquiry_count = 0,
               next_check_at = ${askAt}, updated_at = ${now}
         where id = ${id}::uuid and state = 'due' and tries = ${tries} returning withdrawal_id
      ),
      paying as (
        update withdrawals set state = 'paying', updated_at = ${now}
         where id = (select withdrawal_id from sent) and state = 'approved'
      )
      select withdrawal_id from sent`.execute(trx)
    return rows.length === 1
  })
}

/** Outcome of one try. Minor units. */
export type PayoutResult =
  | { readonly state: 'paid'; readonly sentReference: string | null; readonly sentAs: string | null }
  | { readonly state: 'refused'; readonly reason: string }

/** The order of all transactions: first the withdrawal, then its payouts. */
export async function lockWithdrawal(trx: Db, id: string): Promise<void> {
  await sql`select from withdrawals where id = ${id}::uuid for no key update`.execute(trx)
}

/** With its ledger entry. False if this try was decided before, or is not the last one. The transaction must have locked the withdrawal. */
export async function endPayout(
  trx: Db,
  { id, reference }: Pick<DuePayout, 'id' | 'reference'>,
  result: PayoutResult,
  audit: AuditEntry | null,
  at: Date,
): Promise<boolean> {
  const isPaid = result.state === 'paid'
  const { rows } = await sql`
    with moved as (
      update payouts
         set state = ${result.state}, next_check_at = null, updated_at = ${at},
             sent_reference = ${isPaid ? result.sentReference : null}, sent_as = ${isPaid ? result.sentAs : null},
             reason = ${isPaid ? null : result.reason}
       where id = ${id}::uuid and reference = ${reference}::uuid and state in ('sent', 'in_doubt') returning *
    ),
    ${postEntriesCte(sql`
      select jsonb_build_object('kind', 'payout.paid', 'subject', 'payout:' || m.id, 'at', ${at}::timestamptz, 'lines', jsonb_build_array(
               jsonb_build_object('account', 'withdrawal_hold', 'userId', m.user_id, 'currency', m.currency, 'amount', -m.amount),
               jsonb_build_object('account', coalesce('clearing:' || m.processor, 'payout'), 'userId', null, 'currency', m.currency,
                                  'amount', m.amount)))
        from moved m where m.state = 'paid'`)}
    ${audit === null ? sql`` : sql`, ${auditCte(audit, sql`exists (select from moved)`)}`}
    select id from moved`.execute(trx)
  return rows.length === 1
}

export async function listPayoutStates(trx: Db, withdrawalId: string): Promise<PayoutState[]> {
  const { rows } = await sql<{ state: PayoutState }>`
    select state from payouts where withdrawal_id = ${withdrawalId}::uuid`.execute(trx)
  return rows.map(({ state }) => state)
}

/** Books the fee if everything was paid, and returns what was not. The transaction must have locked the withdrawal. */
export async function endPayingWithdrawal(
  trx: Db,
  id: string,
  state: 'paid' | 'paid_part' | 'returned',
  reason: string | null,
  at: Date,
): Promise<void> {
  const returned: RawBuilder<unknown> =
    state === 'paid'
      ? sql`0`
      : sql`amount - coalesce((select sum(p.amount)::bigint from payouts p where p.withdrawal_id = w.id and p.state = 'paid'), 0)`
  const entries =
    state === 'paid'
      ? moveHoldCte('withdrawal.fee', 'fees', 'moved', sql`m.fee`, at)
      : moveHoldCte('withdrawal.returned', 'cash', 'moved', sql`m.returned`, at)
  await sql`
    with moved as (
      update withdrawals w set state = ${state}, returned = ${returned}, reason = ${reason}, ended_at = ${at}, updated_at = ${at}
       where id = ${id}::uuid and state = 'paying' returning *
    ),
    ${entries}
    select id from moved`.execute(trx)
}

type Postponed = Pick<DuePayout, 'id' | 'reference' | 'state'>

/** The channel has promised never to carry out this try: the payout is due again. */
export async function makePayoutDueAgain(db: Db, { id, reference }: Postponed, at: Date, now: Date): Promise<void> {
  await sql`
    update payouts set state = 'due', inquiry_count = 0, next_check_at = ${at}, updated_at = ${now}
     where id = ${id}::uuid and reference = ${reference}::uuid and state in ('sent', 'in_doubt')`.execute(db)
}

/** @param inquiryCount those that were made */
export async function postponePayout(
  db: Db,
  { id, reference, state }: Postponed,
  inquiryCount: number,
  at: Date,
  now: Date,
): Promise<void> {
  await sql`
    update payouts
       set state = case state when 'due' then 'due' else 'in_doubt' end, inquiry_count = ${inquiryCount}, next_check_at = ${at},
           updated_at = ${now}
     where id = ${id}::uuid and reference is not distinct from ${reference}::uuid
       and state = any(${state === 'due' ? ['due'] : ['sent', 'in_doubt']}::text[])`.execute(db)
}
