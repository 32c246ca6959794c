import type { PlannedPayout } from '@tradefront/rules/withdrawal/plan-payouts'
import type { WithdrawalState } from '@tradefront/rules/withdrawal/withdrawal-states'
import { type RawBuilder, sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { buildTransferLines, type LedgerEntry, postEntryCte } from '../ledger/service.ts'
import type { Withdrawal } from './withdrawal.ts'
import { toMs } from '../../platform/database/to-ms.ts'

type WithdrawalRow = Withdrawal

/** Columns of a withdrawal, from `withdrawals w`. */
const withdrawalColumns = sql`
  w.id, w.user_id as "userId", w.method, w.currency, w.amount, w.fee, w.case_name as "caseName", w.preview_id as "previewId",
  w.state, w.returned, w.reason,
  ${toMs(sql`w.created_at`)} as "createdAtMs", ${toMs(sql`w.confirmed_at`)} as "confirmedAtMs",
  ${toMs(sql`w.ended_at`)} as "endedAtMs", ${toMs(sql`w.expires_at`)} as "expiresAtMs",
  (select coalesce(jsonb_agg(jsonb_build_object(
            'id', p.id, 'number', p.number, 'method', p.method, 'amount', p.amount, 'state', p.state, 'tries', p.tries,
            'reference', p.reference, 'processor', p.processor,
            'account', (select account from withdrawal_destinations t where t.id = p.destination_id),
            'cardKind', (select instrument_kind from attempt_deposits i where i.attempt_id = p.attempt_id),
            'cardHint', (select instrument_hint from attempt_deposits i where i.attempt_id = p.attempt_id),
            'charge', (select jsonb_build_object('depositId', c.deposit_id, 'amount', c.amount, 'status', c.status)
                         from charges c where c.attempt_id = p.attempt_id and c.number = p.capture_number),
            'sentReference', p.sent_reference, 'sentAs', p.sent_as, 'reason', p.reason) order by p.number), '[]')
     from payouts p where p.withdrawal_id = w.id) as payouts`

async function selectOne(db: Db, condition: RawBuilder<unknown>): Promise<Withdrawal | null> {
  const { rows } = await sql<WithdrawalRow>`select ${withdrawalColumns} from withdrawals w where ${condition}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Finds a withdrawal. @param userId null: of any trader */
export function findWithdrawal(db: Db, id: string, userId: number | null): Promise<Withdrawal | null> {
  return selectOne(db, sql`w.id = ${id}::uuid and (${userId}::bigint is null or w.user_id = ${userId})`)
}

/** Lists confirmed withdrawals, newest first. @param before id of the last one of the page before; another trader's finds nothing */
export async function listWithdrawalsOfTrader(
  db: Db,
  userId: number,
  before: string | null,
  limit: number,
): Promise<Withdrawal[]> {
  const isAfter =
    before === null
      ? sql`true`
      : sql`(w.confirmed_at, w.id) < (select c.confirmed_at, c.id from withdrawals c
              where c.id = ${before}::uuid and c.user_id = ${userId})`
  const { rows } = await sql<WithdrawalRow>`
    select ${withdrawalColumns} from withdrawals w
     where w.user_id = ${userId} and w.confirmed_at is not null and ${isAfter}
     order by w.confirmed_at desc, w.id desc limit ${limit}`.execute(db)
  return rows
}

/** Counts withdrawals that wait. The transaction must have locked the user. */
export async function countWaitingWithdrawals(trx: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from withdrawals
     where user_id = ${userId} and state in ('waiting_documents', 'waiting_approval', 'approved', 'paying')`.execute(
    trx,
  )
  return rows[0]?.count ?? 0
}

/** Sums what withdrawals have taken of the money that finished bonuses have released, in minor units. */
export async function sumTakenBonus(db: Db, userId: number, currency: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(bonus), 0)::bigint as total from withdrawals
     where user_id = ${userId} and currency = ${currency} and confirmed_at is not null and returned < amount`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

/** Finds when the last withdrawal was confirmed that an operator has approved. */
export async function findLastApproved(db: Db, userId: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(confirmed_at) as at from withdrawals
     where user_id = ${userId} and confirmed_at is not null and state in ('approved', 'paying', 'paid', 'paid_part')`.execute(
    db,
  )
  return rows[0]?.at ?? null
}

type NewWithdrawal = Pick<
  Withdrawal,
  'id' | 'userId' | 'method' | 'currency' | 'amount' | 'fee' | 'caseName' | 'previewId'
> & {
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Inserts an unconfirmed withdrawal. The transaction must have given up an earlier one. */
export async function insertWithdrawal(trx: Db, withdrawal: NewWithdrawal): Promise<void> {
  const { id, userId, method, currency, amount, fee, caseName, previewId, createdAt, expiresAt } = withdrawal
  await trx
    .insertInto('withdrawals')
    .values({
      id,
      method,
      currency,
      amount,
      fee,
      state: 'unconfirmed',
      user_id: userId,
      case_name: caseName,
      preview_id: previewId,
      created_at: createdAt,
      updated_at: createdAt,
      expires_at: expiresAt,
    })
    .execute()
}

/** Gives up unconfirmed requests. The third parameter selects them: null matches any method or id. */
export async function giveUpUnconfirmed(
  trx: Db,
  userId: number,
  { method, id }: { readonly method: string | null; readonly id: string | null },
  at: Date,
): Promise<void> {
  await trx
    .updateTable('withdrawals')
    .set({ state: 'given_up', ended_at: at, updated_at: at })
    .where('user_id', '=', userId)
    // The state is not a parameter, so that every plan can use its index.
    .where(sql<boolean>`state = 'unconfirmed'`)
    .$if(method !== null, (query) => query.where('method', '=', method))
    .$if(id !== null, (query) => query.where('id', '=', id))
    .execute()
}

/** Finds the trader's only unconfirmed request, and locks it until the end of the transaction. */
export function lockUnconfirmed(trx: Db, userId: number): Promise<Withdrawal | null> {
  return selectOne(trx, sql`w.user_id = ${userId} and w.state = 'unconfirmed' for no key update of w`)
}

export async function expireUnconfirmed(db: Db, now: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    update withdrawals set state = 'expired', ended_at = ${now}, updated_at = ${now}
     where id = any(array(select id from withdrawals where state = 'unconfirmed' and expires_at < ${now}
                           order by expires_at limit ${limit} for update skip locked))
    returning id`.execute(db)
  return rows.length
}

export type NewPayout = PlannedPayout & {
  readonly id: string
  readonly number: number
  readonly destinationId: string | null
  readonly processor: string | null
}

/** Inserts payouts. The database locks the charges that are refunded, and checks what is left of them. */
export async function insertPayouts(
  trx: Db,
  { id, userId, currency }: Pick<Withdrawal, 'id' | 'userId' | 'currency'>,
  payouts: readonly NewPayout[],
  at: Date,
): Promise<void> {
  await trx
    .insertInto('payouts')
    .values(
      payouts.map((payout) => ({
        id: payout.id,
        withdrawal_id: id,
        number: payout.number,
        user_id: userId,
        method: payout.method,
        destination_id: payout.destinationId,
        attempt_id: payout.capture?.attemptId ?? null,
        capture_number: payout.capture?.number ?? null,
        processor: payout.processor,
        amount: payout.amount,
        untraded: payout.untraded,
        currency,
        state: 'waiting',
        created_at: at,
        updated_at: at,
      })),
    )
    .execute()
}

export type Confirmation = {
  readonly state: 'waiting_documents' | 'waiting_approval'
  /** Parts of the amount: `bonus` is what finished bonuses had released. */
  readonly cash: number
  readonly bonus: number
  readonly at: Date
}

/** Confirms a withdrawal, and moves the money to hold. @throws a database error for too little money */
export async function updateConfirmed(trx: Db, withdrawal: Withdrawal, confirmation: Confirmation): Promise<void> {
  const { id } = withdrawal
  const { state, cash, bonus, at } = confirmation
  await sql`
    with ${postEntryCte(buildHoldEntry(withdrawal, confirmation))}
    update withdrawals set state = ${state}, cash = ${cash}, bonus = ${bonus}, confirmed_at = ${at}, updated_at = ${at}
     where id = ${id}::uuid`.execute(trx)
}

function buildHoldEntry({ id, userId, currency, amount }: Withdrawal, { at }: Confirmation): LedgerEntry {
  const lines = buildTransferLines(
    { account: 'cash', userId },
    { account: 'withdrawal_hold', userId },
    amount,
    currency,
  )
  return { kind: 'withdrawal.held', subject: `withdrawal:${id}`, at, lines }
}

export type WithdrawalListFilter = {
  readonly states: readonly WithdrawalState[] | null
  readonly userId: number | null
}

/** Lists confirmed withdrawals of all traders, newest first. @param before id of the last one of the page before */
export async function listWithdrawalRows(
  db: Db,
  { states, userId }: WithdrawalListFilter,
  before: string | null,
  limit: number,
): Promise<(Withdrawal & { readonly email: string })[]> {
  const isAfter =
    before === null
      ? sql`true`
      : sql`(w.confirmed_at, w.id) < (select c.confirmed_at, c.id from withdrawals c where c.id = ${before}::uuid)`
  const isListed = sql`w.confirmed_at is not null and ${isAfter}`
  const ofTrader = sql`
    withdrawals w join user_accounts u on u.id = w.user_id
     where ${isListed} and w.user_id = ${userId} and (${states === null} or w.state = any(${[...(states ?? [])]}::text[]))`
  // Each state has its part of the index.
  const ofStates = sql`
    unnest(${[...(states ?? [])]}::text[]) as wanted(state) cross join lateral (
      select w.* from withdrawals w where w.state = wanted.state and ${isListed}
       order by w.confirmed_at desc, w.id desc limit ${limit}) w
    join user_accounts u on u.id = w.user_id where true`
  const ofAll = sql`withdrawals w join user_accounts u on u.id = w.user_id where ${isListed}`
  const { rows } = await sql<Withdrawal & { readonly email: string }>`
    select ${withdrawalColumns}, left(u.email, 1) || '…@' || split_part(u.email, '@', 2) as email
      from ${userId !== null ? ofTrader : states !== null ? ofStates : ofAll}
     order by w.confirmed_at desc, w.id desc limit ${limit}`.execute(db)
  return rows
}

/** Finds withdrawals by the id or its last twelve characters. */
export async function findByNumber(db: Db, number: string): Promise<Withdrawal[]> {
  const { rows } = await sql<WithdrawalRow>`
    select ${withdrawalColumns} from withdrawals w where right(w.id::text, 12) = right(${number.toLowerCase()}::text, 12)
     and w.id::text like '%' || ${number.toLowerCase()}::text limit 2`.execute(db)
  return rows
}

export async function upsertTabView(db: Db, userId: number, method: string, at: Date): Promise<void> {
  await sql`
    insert into withdrawal_tab_views (user_id, method, last_at) values (${userId}, ${method}, ${at})
    on conflict (user_id, method) do update set count = withdrawal_tab_views.count + 1, last_at = excluded.last_at`.execute(
    db,
  )
}
