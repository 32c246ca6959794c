import type { PayoutState } from '@tradefront/rules/withdrawal/withdrawal-states'
import type { WithdrawalMethod } from '@tradefront/rules/withdrawal/methods'
import { sql } from 'kysely'

import { type AuditEntry, auditCte } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Claim } from '../../platform/jobs/due-work.ts'
import { postEntriesCte, takeFrozenBonuses, unfreezeBonuses } from '../ledger/service.ts'
import { selectCoins, type SourceCapture } from './money-store.ts'
import { lockWithdrawal, selectHoldEntries, selectReturnEntries } from './decision-store.ts'

/** A payout that is sent or asked about now, in minor units. */
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
  /** Account that is paid. Null: a charge is refunded. */
  readonly account: string | null
  readonly holder: string
  /** Processor of the charge that goes back. */
  readonly processor: string | null
  readonly chargeReference: string | null
  /** The processor's own name of the charge. */
  readonly processorReference: string | null
  /** Coins that came for the charge. */
  readonly coins: SourceCapture['coins']
}

const dueColumns = sql`
  p.id, p.withdrawal_id as "withdrawalId", p.user_id as "userId", p.method, p.amount, p.currency, p.state, p.tries, p.reference,
  p.inquiry_count as "inquiryCount", (select account from withdrawal_destinations t where t.id = p.destination_id) as account,
  (select u.first_name || ' ' || u.last_name from user_accounts u where u.id = p.user_id) as holder, p.processor,
  (select i.reference from attempt_deposits i where i.attempt_id = p.attempt_id) as "chargeReference",
  (select c.processor_reference from charges c where c.attempt_id = p.attempt_id and c.number = p.capture_number) as "processorReference",
  (${selectCoins(sql`p.attempt_id`, sql`p.capture_number`)}) as coins`

/** Leases due payouts of a channel, earliest first. Skips those that another server is claiming. */
export async function claimDuePayouts(
  db: Db,
  methods: readonly WithdrawalMethod[],
  { now, leaseUntil, limit }: Claim,
): Promise<DuePayout[]> {
  const { rows } = await sql<DuePayout>`
    with p as (
      update payouts set next_check_at = ${leaseUntil}, updated_at = ${now}
       where id = any(array(
         select id from payouts where method = any(${[...methods]}::text[]) and next_check_at <= ${now}
          order by next_check_at limit ${limit} for update skip locked))
      returning *
    )
    select ${dueColumns} from p order by p.id`.execute(db)
  return rows
}

/** Claims a payout, due or not. Returns null if it is not being sent. */
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
    select distinct method from payouts where next_check_at <= ${now} order by method`.execute(db)
  return rows.map(({ method }) => method)
}

/**
 * Marks a payout as sent, which is committed before the channel is called. The first payout takes the bonuses that the withdrawal gives up.
 * Returns false if another server has sent it, or an operator has returned it.
 * @throws a database error if the charge was taken back, or the trader owes money
 */
export async function markPayoutSent(
  trx: Db,
  { id, withdrawalId, tries }: Pick<DuePayout, 'id' | 'withdrawalId' | 'tries'>,
  reference: string,
  askAt: Date,
  now: Date,
): Promise<boolean> {
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
  if (rows.length === 1) await takeFrozenBonuses(trx, withdrawalId, now)
  return rows.length === 1
}

/** Outcome of one try. `isByHand`: an operator has sent it, and no channel. */
export type PayoutResult =
  | {
      readonly state: 'paid'
      readonly sentReference: string | null
      readonly sentAs: string | null
      readonly isByHand?: true
    }
  | { readonly state: 'refused'; readonly reason: string }
  /** Outcome of a payout that was not sent: the charge was taken back, or the trader owes money. */
  | { readonly state: 'dropped'; readonly reason: string }

/** A payout of a locked withdrawal, in minor units. */
export type PayoutOfWithdrawal = {
  readonly id: string
  readonly number: number
  readonly state: PayoutState
  readonly reference: string | null
  readonly amount: number
}

export async function listPayouts(trx: Db, withdrawalId: string): Promise<PayoutOfWithdrawal[]> {
  const { rows } = await sql<PayoutOfWithdrawal>`
    select id, number, state, reference, amount from payouts where withdrawal_id = ${withdrawalId}::uuid order by number`.execute(
    trx,
  )
  return rows
}

export type PayoutEnd = {
  readonly payout: Pick<DuePayout, 'id' | 'withdrawalId'>
  readonly result: PayoutResult
  /** State that the withdrawal gets by this end. */
  readonly withdrawalState: 'paying' | 'paid' | 'paid_part' | 'returned'
  /** Money that returns to cash, in minor units. */
  readonly returned: number
  readonly audit: AuditEntry | null
  readonly at: Date
}

/**
 * Ends a payout in one statement with all entries of cash, so that balances are locked in the order of all transactions. The transaction
 * must have locked the withdrawal and read that the payout has not ended.
 */
export async function endPayout(trx: Db, end: PayoutEnd): Promise<void> {
  const { payout, result, withdrawalState, returned, audit, at } = end
  const isPaid = result.state === 'paid'
  const endedAt = withdrawalState === 'paying' ? null : at
  // Either nothing was sent, or the bonuses were taken with the first payout. They are unfrozen before cash is locked, as in all
  // transactions.
  if (withdrawalState === 'returned') await unfreezeBonuses(trx, payout.withdrawalId, at)
  const rest =
    withdrawalState === 'paid'
      ? selectHoldEntries('withdrawal.fee', 'fees', 'ended', sql`m.fee`, at)
      : selectReturnEntries('ended', sql`m.returned`, at)
  await sql`
    with moved as (
      update payouts
         set state = ${result.state}, next_check_at = null, updated_at = ${at},
             sent_reference = ${isPaid ? result.sentReference : null}, sent_as = ${isPaid ? result.sentAs : null},
             by_hand = ${isPaid && result.isByHand === true}, reason = ${isPaid ? null : result.reason}
       where id = ${payout.id}::uuid returning *
    ),
    ended as (
      update withdrawals set state = ${withdrawalState}, returned = ${returned}, ended_at = ${endedAt}::timestamptz, updated_at = ${at}
       where id = ${payout.withdrawalId}::uuid returning *, record_ended_withdrawal(id)
    ),
    ${postEntriesCte(sql`
      select jsonb_build_object('kind', 'payout.paid', 'subject', 'payout:' || m.id, 'at', ${at}::timestamptz, 'lines', jsonb_build_array(
               jsonb_build_object('account', 'withdrawal_hold', 'userId', m.user_id, 'currency', m.currency, 'amount', -m.amount),
               jsonb_build_object('account', case when m.destination_id is null then 'clearing:' || m.processor else 'payout' end, 'userId', null, 'currency', m.currency,
                                  'amount', m.amount)))
        from moved m where m.state = 'paid'
      union all
      ${rest}`)}
    ${audit === null ? sql`` : sql`, ${auditCte(audit, sql`exists (select from moved)`)}`}
    select id from moved`.execute(trx)
}

/**
 * Lists payouts that ended between the times, and were sent at least once, but not to cards or by hand. They are in the order of their
 * ends. @param after the last one
 */
export async function listEndedPayouts(
  db: Db,
  since: Date,
  until: Date,
  after: EndedPayout | null,
  limit: number,
): Promise<EndedPayout[]> {
  const { rows } = await sql<EndedPayout>`
    with p as (
      select * from payouts
       where state in ('paid', 'refused', 'dropped') and tries > 0 and not by_hand and destination_id is not null
         and updated_at < ${until}
         and (updated_at, id) > (${after?.endedAt ?? since}::timestamptz, ${after?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid)
       order by updated_at, id limit ${limit}
    )
    select ${dueColumns}, p.updated_at as "endedAt" from p`.execute(db)
  return rows
}

export type EndedPayout = Omit<DuePayout, 'state'> & {
  readonly state: 'paid' | 'refused' | 'dropped'
  readonly endedAt: Date
}

type Postponed = Pick<DuePayout, 'id' | 'reference' | 'state'>

/** Makes a payout due again, after the channel has promised never to carry out this try. */
export async function makePayoutDueAgain(
  db: Db,
  { reference }: Pick<DuePayout, 'reference'>,
  at: Date,
  now: Date,
): Promise<void> {
  await sql`
    update payouts set state = 'due', inquiry_count = 0, next_check_at = ${at}, updated_at = ${now}
     where reference = ${reference}::uuid and state in ('sent', 'in_doubt')`.execute(db)
}

/** Plans the next inquiry. @param inquiryCount those that were made */
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
