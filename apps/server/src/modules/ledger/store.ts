import { sql, type RawBuilder } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/** Amounts are in minor units. Positive amounts are owed to the account. System accounts have no user. */
export type LedgerLine = {
  readonly account: string
  readonly userId: number | null
  readonly currency: string
  readonly amount: number
}

/** Lines sum to zero per currency. `kind` and `subject` are unique together. */
export type LedgerEntry = {
  readonly kind: string
  readonly subject: string
  readonly at: Date
  readonly lines: readonly LedgerLine[]
}

/** Amounts are in minor units; `source` is the deposit or promo code, and unique. */
export type WageringRequirement = {
  readonly userId: number
  readonly source: string
  /** The deposit with which the bonus came. */
  readonly depositId: string | null
  readonly currency: string
  readonly bonus: number
  readonly required: number
  /** At most this moves to cash when the turnover is done. */
  readonly releaseMax: number
  /** Gift that a person gets once. Null: no gift. */
  readonly gift: string | null
  readonly at: Date
}

/** The end of a trade with real money, in minor units; `source` is the trade, and unique. */
export type Turnover = {
  readonly userId: number
  readonly source: string
  readonly currency: string
  /** Amount that counts towards wagering requirements. */
  readonly amount: number
  /** Bonus money that was staked, and the part of it that the trade returns. */
  readonly bonusStake: number
  readonly bonusReturned: number
  readonly at: Date
}

/** Posts an entry. @throws a database error for a duplicate, an unbalanced entry, or a negative user account */
export async function postEntry(db: Db, entry: LedgerEntry): Promise<void> {
  await sql`with ${postEntryCte(entry)} select 1`.execute(db)
}

/** Posts an entry in the statement of the change that it books. @param condition SQL condition under which the change happens */
export function postEntryCte(entry: LedgerEntry, condition: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> {
  return postEntriesCte(sql`select ${JSON.stringify(entry)}::jsonb where ${condition}`)
}

/**
 * Posts entries as common table expressions. The trigger checks an entry's balance per statement, so that all its lines are in this one, and so is what
 * the history shows of them. Cash that is credited to a trader who owes money pays the debt first, by another entry of the same statement.
 * What an entry must fulfil is in the triggers whose files begin with `ledger-`, in the folders `sql` of the modules, and in `bonus-*.sql` here.
 * @param entries SQL query for one column, `LedgerEntry` as jsonb
 */
export function postEntriesCte(entries: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    given_entry as (
      select e.kind, e.subject, e.at, e.lines
        from (${entries}) as given(entry), jsonb_to_record(given.entry) as e(kind text, subject text, at timestamptz, lines jsonb)
    ),
    cash_credit as (
      select l."userId" as user_id, l.currency, sum(l.amount)::bigint as amount, min(g.at) as at,
             (array_agg(g.kind order by l.amount desc, g.kind, g.subject))[1] as kind,
             (array_agg(g.subject order by l.amount desc, g.kind, g.subject))[1] as subject
        from given_entry g, jsonb_to_recordset(g.lines) as l(account text, "userId" bigint, currency text, amount bigint)
       where l.account = 'cash' group by l."userId", l.currency having sum(l.amount) > 0
    ),
    debt_payment as (
      select c.*, least(c.amount, lock_debt(c.user_id, c.currency)) as paid
        from (select * from cash_credit order by user_id, currency) c
    ),
    entry as (
      select kind, subject, at, lines from given_entry
      union all
      select 'debt.paid', kind || '/' || subject, at,
             jsonb_build_array(
               jsonb_build_object('account', 'cash', 'userId', user_id, 'currency', currency, 'amount', -paid),
               jsonb_build_object('account', 'debt', 'userId', user_id, 'currency', currency, 'amount', paid))
        from debt_payment where paid > 0
    ),
    new_entry as (
      insert into ledger_entries (kind, subject, created_at) select kind, subject, at from entry
      returning id, kind, subject, attempt_id
    ),
    -- The lines wait for it: the history is locked before the balances, which the trigger of the lines changes.
    recorded as (
      select record_movements(jsonb_agg(jsonb_build_object(
               'id', n.id, 'kind', kind, 'subject', subject, 'attemptId', n.attempt_id, 'at', entry.at, 'lines', entry.lines)))
        from entry join new_entry n using (kind, subject)
    ),
    new_lines as (
      insert into ledger_lines (entry_id, account, user_id, currency, amount)
      select n.id, l.account, l."userId", l.currency, l.amount
        from recorded, entry join new_entry n using (kind, subject),
             jsonb_to_recordset(entry.lines) as l(account text, "userId" bigint, currency text, amount bigint)
    )`
}

export async function insertWageringRequirement(db: Db, requirement: WageringRequirement): Promise<void> {
  await sql`with ${wageringRequirementsCte(sql`select ${JSON.stringify(requirement)}::jsonb`)} select 1`.execute(db)
}

/** Inserts wagering requirements. @param requirements SQL query for one column, `WageringRequirement` as jsonb */
export function wageringRequirementsCte(requirements: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    new_requirements as (
      insert into wagering_requirements (user_id, source, deposit_id, currency, bonus, required, release_max, gift, created_at)
      select r."userId", r.source, r."depositId", r.currency, r.bonus, r.required, r."releaseMax", r.gift, r.at
        from (${requirements}) as given(requirement),
             jsonb_to_record(given.requirement)
               as r("userId" bigint, source text, "depositId" uuid, currency text, bonus bigint, required bigint, "releaseMax" bigint,
                 gift text, at timestamptz)
    )`
}

/**
 * Common table expressions that count turnover towards the oldest open requirements first, and finish those whose turnover is done once no
 * bonus money is staked: at most `release_max` moves to cash, oldest first, and nothing of a gift that the person has had. Without another
 * open bonus, the rest of the bonus money goes back to the house. The last one, `bonus_entries`, has the column `entry` for the ledger.
 * The transaction must have locked the users, so that the turnover of others is seen. @param turnovers SQL query for one column, `Turnover` as jsonb
 */
export function countTurnoverCte(turnovers: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    turnover as (
      select e."userId" as user_id, e.source, e.currency, e.amount, e."bonusStake" as bonus_stake, e."bonusReturned" as bonus_returned, e.at
        from (${turnovers}) as given(turnover),
             jsonb_to_record(given.turnover)
               as e("userId" bigint, source text, currency text, amount bigint, "bonusStake" bigint, "bonusReturned" bigint, at timestamptz)
    ),
    new_turnover as (
      insert into turnover_events (user_id, source, currency, amount, has_bonus, created_at)
      select user_id, source, currency, amount, exists (select from bonus_holders b where b.user_id = turnover.user_id), at
        from turnover where amount > 0
    ),
    trader_turnover as (
      select t.*,
             t.bonus_returned + coalesce((select b.amount from ledger_balances b
                                           where b.user_id = t.user_id and b.account = 'bonus' and b.currency = t.currency), 0) as bonus_left,
             coalesce((select s.amount from staked_bonuses s where s.user_id = t.user_id), 0) > t.bonus_stake as is_staked
        from (select user_id, currency, sum(amount)::bigint as amount, sum(bonus_stake)::bigint as bonus_stake,
                     sum(bonus_returned)::bigint as bonus_returned, max(source) as source, max(at) as at
                from turnover group by user_id, currency) t
    ),
    open_requirement as (
      select w.id, w.user_id, w.currency, w.created_at, w.release_max, w.gift, w.required - w.done as missing, t.amount, t.bonus_left, t.is_staked,
             t.at,
             (sum(w.required - w.done) over (partition by w.user_id, w.currency order by w.created_at, w.id)
               - (w.required - w.done))::bigint as missing_before
        from trader_turnover t join wagering_requirements w on w.user_id = t.user_id and w.currency = t.currency
       where w.cancelled_at is null and w.finished_at is null and w.frozen_for is null
    ),
    decided_requirement as (
      select o.*, least(o.missing, greatest(0, o.amount - o.missing_before)) as counted,
             o.missing <= greatest(0, o.amount - o.missing_before) and not o.is_staked as is_finished
        from open_requirement o
    ),
    releasable_requirement as (
      select *, case when given_before_to is null then release_max else 0 end as releasable
        from (select *, case when is_finished and gift is not null then find_gift_holder(id) end as given_before_to
                from decided_requirement) d
    ),
    -- Finished ones are the oldest: what they release together is at most the bonus money that is left.
    released_requirement as (
      select d.id, d.counted, d.at, d.is_finished, d.given_before_to,
             greatest(0, least(d.releasable, d.bonus_left - coalesce(sum(d.releasable) over (
               partition by d.user_id, d.currency order by d.created_at, d.id rows between unbounded preceding and 1 preceding), 0)))::bigint
               as released
        from releasable_requirement d
    ),
    counted_requirement as (
      update wagering_requirements w
         set done = w.done + r.counted, finished_at = case when r.is_finished then r.at end,
             released = case when r.is_finished then r.released end, given_before_to = r.given_before_to
        from released_requirement r
       where w.id = r.id and (r.counted > 0 or r.is_finished)
         and w.cancelled_at is null and w.finished_at is null and w.frozen_for is null
      returning w.user_id, w.source, w.currency, w.finished_at, w.released
    ),
    unbound_bonus as (
      select t.user_id, t.currency, t.source, t.at,
             t.bonus_left - coalesce((select sum(c.released) from counted_requirement c
                                       where c.user_id = t.user_id and c.currency = t.currency), 0)::bigint as amount
        from trader_turnover t
       where not exists (select from decided_requirement d
                          where d.user_id = t.user_id and d.currency = t.currency and not d.is_finished)
    ),
    bonus_entries as (
      select jsonb_build_object('kind', 'bonus.released', 'subject', c.source, 'at', c.finished_at, 'lines', jsonb_build_array(
               jsonb_build_object('account', 'bonus', 'userId', c.user_id, 'currency', c.currency, 'amount', -c.released),
               jsonb_build_object('account', 'cash', 'userId', c.user_id, 'currency', c.currency, 'amount', c.released))) as entry
        from counted_requirement c where c.released > 0
      union all
      select jsonb_build_object('kind', 'bonus.ended', 'subject', u.source, 'at', u.at, 'lines', jsonb_build_array(
               jsonb_build_object('account', 'bonus', 'userId', u.user_id, 'currency', u.currency, 'amount', -u.amount),
               jsonb_build_object('account', 'bonus_expense', 'userId', null, 'currency', u.currency, 'amount', u.amount)))
        from unbound_bonus u where u.amount > 0
    )`
}

/** Money of the bonuses that came with a deposit, in minor units. */
export type DepositBonuses = {
  /** Money of bonuses that count turnover, of those that are frozen for a withdrawal, and what finished ones have released to cash. */
  readonly open: number
  readonly frozen: number
  readonly released: number
}

const sumDepositBonusesSql = sql<DepositBonuses>`
  coalesce(sum(bonus) filter (where finished_at is null and frozen_for is null), 0)::bigint as open,
  coalesce(sum(bonus) filter (where frozen_for is not null), 0)::bigint as frozen, coalesce(sum(released), 0)::bigint as released`

/** Locks the bonuses that came with a deposit and are not taken back yet. */
export function depositBonusesCte(depositId: string): RawBuilder<unknown> {
  return sql`
    deposit_bonuses as (
      select id, bonus, finished_at, frozen_for, released from wagering_requirements
       where deposit_id = ${depositId}::uuid and cancelled_at is null
       order by id for no key update
    )`
}

/** SQL condition that the bonuses have not changed since they were read. It follows `depositBonusesCte`. */
export function areDepositBonuses({ open, frozen, released }: DepositBonuses): RawBuilder<unknown> {
  return sql`(select (open, frozen, released) = (${open}::bigint, ${frozen}::bigint, ${released}::bigint)
                from (select ${sumDepositBonusesSql} from deposit_bonuses) b)`
}

/** Takes the bonuses back, after `depositBonusesCte`. @param condition SQL condition under which they are taken back */
export function cancelDepositBonusesCte(at: Date, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    cancelled_requirement as (
      update wagering_requirements set cancelled_at = ${at}, frozen_for = null
       where id in (select id from deposit_bonuses) and ${condition}
    )`
}

/** Sums the bonuses of a deposit, without those that are given up or taken back. */
export async function countDepositBonuses(db: Db, depositId: string): Promise<DepositBonuses> {
  const { rows } = await sql<DepositBonuses>`
    with ${depositBonusesCte(depositId)} select ${sumDepositBonusesSql} from deposit_bonuses`.execute(db)
  return rows[0] ?? { open: 0, frozen: 0, released: 0 }
}

/** Returns the most that the open bonuses of a trader release, in minor units. */
export async function findReleaseMax(
  db: Db,
  userId: number,
  currency: string,
  { isFrozen, exceptDepositId }: { readonly isFrozen: boolean; readonly exceptDepositId: string },
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(release_max), 0)::bigint as total from wagering_requirements
     where user_id = ${userId} and currency = ${currency} and cancelled_at is null and finished_at is null
       and (frozen_for is not null) = ${isFrozen} and deposit_id is distinct from ${exceptDepositId}::uuid`.execute(db)
  return rows[0]?.total ?? 0
}

/** Lists balances in minor units, one row for each account and currency. */
export function listBalances(db: Db, userId: number): Promise<{ account: string; currency: string; amount: number }[]> {
  return db
    .selectFrom('ledger_balances')
    .select(['account', 'currency', 'amount'])
    .where('user_id', '=', userId)
    .execute()
}

/** Returns what the trader owes us, in minor units. */
export async function findDebt(db: Db, userId: number, currency: string): Promise<number> {
  const row = await db
    .selectFrom('ledger_balances')
    .select('amount')
    .where('user_id', '=', userId)
    .where('account', '=', 'debt')
    .where('currency', '=', currency)
    .executeTakeFirst()
  return Math.abs(row?.amount ?? 0)
}
