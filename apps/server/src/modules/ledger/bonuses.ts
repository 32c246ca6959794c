import { ok, refuse, type Result } from '@tradefront/rules/result'
import { sql } from 'kysely'

import type { ConstraintName } from '../../platform/database/constraints.ts'
import type { Db } from '../../platform/database/database.ts'
import { retryConflicts } from '../../platform/database/retry.ts'
import { lockUser } from '../users/service.ts'
import { postEntriesCte } from './store.ts'

/** A bonus and the turnover that it requires, in minor units. */
export type Bonus = {
  readonly id: number
  /** What gave the bonus: `deposit:<id>`, or `promo:<code>:<user>`. */
  readonly source: string
  readonly depositId: string | null
  readonly currency: string
  readonly bonus: number
  readonly required: number
  readonly done: number
  /** Most that moves to cash when the turnover is done. */
  readonly releaseMax: number
  /** What has moved to cash. Null until the turnover is done. */
  readonly released: number | null
  /** True while a withdrawal waits that gives the bonus up. */
  readonly isFrozen: boolean
  /** True for a gift that another account of the same person has had: nothing is released. */
  readonly isGivenBefore: boolean
  readonly createdAt: Date
  readonly cancelledAt: Date | null
}

/** A trade can change the balance between reading and taking it, or before the database compares the two. These constraints refuse that. */
export const balanceConstraints: readonly ConstraintName[] = [
  'ledger_balances_amount_check',
  'ledger_balances_bonus_bound',
]
const maxTries = 10

/** Lists open bonuses, the oldest first, which is the order in which turnover counts. */
export function listOpenBonuses(db: Db, userId: number): Promise<Bonus[]> {
  return selectBonuses(db, userId)
    .where('cancelled_at', 'is', null)
    .where('finished_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Lists bonuses whose turnover is done, or that were given up or taken back, newest first. @param before an id, not included */
export function listEndedBonuses(db: Db, userId: number, before: number | null, limit: number): Promise<Bonus[]> {
  return selectBonuses(db, userId)
    .where((eb) => eb.or([eb('cancelled_at', 'is not', null), eb('finished_at', 'is not', null)]))
    .$if(before !== null, (query) => query.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Takes the bonus back and ends its requirement. Returns the money taken, in minor units. */
export async function giveUpBonus(
  db: Db,
  userId: number,
  id: number,
  at: Date,
): Promise<Result<number, 'promo.bonus_over' | 'promo.bonus_staked' | 'promo.bonus_frozen'>> {
  const done = await retryConflicts(maxTries, balanceConstraints, () =>
    db.transaction().execute(async (trx) => {
      // Each of two bonuses given up at once must see that the other one needs no more cover.
      await lockUser(trx, userId)
      const bonus = await findRunningBonus(trx, userId, id)
      if (bonus === null) return refuse('promo.bonus_over')
      if (bonus.isFrozen) return refuse('promo.bonus_frozen')
      if (await hasStakedBonus(trx, userId)) return refuse('promo.bonus_staked')
      const taken = await cancelBonus(trx, userId, id, at)
      return taken === null ? refuse('promo.bonus_over') : ok(taken)
    }),
  )
  if (done === null) throw new Error('the balance changed too often while a bonus was given up')
  return done.value
}

function selectBonuses(db: Db, userId: number) {
  return db
    .selectFrom('wagering_requirements')
    .select(['id', 'source', 'deposit_id as depositId', 'currency', 'bonus', 'required', 'done'])
    .select(['release_max as releaseMax', 'released', 'created_at as createdAt', 'cancelled_at as cancelledAt'])
    .select(sql<boolean>`frozen_for is not null`.as('isFrozen'))
    .select(
      sql<boolean>`case when finished_at is null then gift is not null and find_gift_holder(id) is not null
                          else given_before_to is not null end`.as('isGivenBefore'),
    )
    .where('user_id', '=', userId)
}

/** A trader's money, in minor units. */
export type BonusMoney = {
  readonly cash: number
  /** Bonus money, which all belongs to bonuses whose turnover is not done. */
  readonly bonus: number
  /** Number of open bonuses, including those that are frozen. */
  readonly openCount: number
  /** Number of bonuses that are frozen for a withdrawal. */
  readonly frozenCount: number
  /** Amount that finished bonuses have released to cash. */
  readonly released: number
  /** Turnover of all bonuses that were not given up. */
  readonly turnoverDone: number
  readonly turnoverRequired: number
}

export async function findBonusMoney(db: Db, userId: number, currency: string): Promise<BonusMoney> {
  const { rows } = await sql<BonusMoney>`
    select coalesce(b.cash, 0) as cash, coalesce(b.bonus, 0) as bonus, w.open_count as "openCount", w.frozen_count as "frozenCount",
           w.released, w.done as "turnoverDone", w.required as "turnoverRequired"
      from (select count(*) filter (where finished_at is null)::integer as open_count,
                   count(*) filter (where frozen_for is not null)::integer as frozen_count,
                   coalesce(sum(released), 0)::bigint as released,
                   coalesce(sum(least(done, required)), 0)::bigint as done, coalesce(sum(required), 0)::bigint as required
              from wagering_requirements
             where user_id = ${userId} and currency = ${currency} and cancelled_at is null) w
      left join account_balances b on b.user_id = ${userId} and b.currency = ${currency}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('invariant: an aggregate returns a row')
  return row
}

/** Locks open bonuses. All transactions lock bonuses before captures and balances. */
export async function lockOpenBonuses(trx: Db, userId: number): Promise<void> {
  await sql`
    select from wagering_requirements where user_id = ${userId} and cancelled_at is null and finished_at is null
     order by id for no key update`.execute(trx)
}

export async function lockFrozenBonuses(trx: Db, withdrawalId: string): Promise<void> {
  await sql`
    select from wagering_requirements where frozen_for = ${withdrawalId}::uuid order by id for no key update`.execute(
    trx,
  )
}

/**
 * Freezes all open bonuses for a withdrawal that gives them up: their money cannot be staked, and their turnover does not count. The
 * transaction must have locked the user and the bonuses, and no bonus money is staked.
 */
export async function freezeOpenBonuses(trx: Db, userId: number, withdrawalId: string, at: Date): Promise<void> {
  await sql`
    with moved as (
      update wagering_requirements set frozen_for = ${withdrawalId}::uuid
       where user_id = ${userId} and cancelled_at is null and finished_at is null and frozen_for is null returning user_id, currency
    ),
    ${moveBonusMoneyCte('bonus.frozen', 'bonus', 'bonus_hold', withdrawalId, at)}
    select from moved`.execute(trx)
}

/** Gives back what was frozen for a withdrawal of which nothing was sent. The transaction must have locked the bonuses. */
export async function unfreezeBonuses(trx: Db, withdrawalId: string, at: Date): Promise<void> {
  await sql`
    with moved as (
      update wagering_requirements set frozen_for = null where frozen_for = ${withdrawalId}::uuid returning user_id, currency
    ),
    ${moveBonusMoneyCte('bonus.unfrozen', 'bonus_hold', 'bonus', withdrawalId, at)}
    select from moved`.execute(trx)
}

/** Takes what was frozen for a withdrawal of which the first payout is sent. The transaction must have locked the bonuses. */
export async function takeFrozenBonuses(trx: Db, withdrawalId: string, at: Date): Promise<void> {
  await sql`
    with moved as (
      update wagering_requirements set frozen_for = null, cancelled_at = ${at} where frozen_for = ${withdrawalId}::uuid
      returning user_id, currency
    ),
    ${moveBonusMoneyCte('bonus.given_up', 'bonus_hold', 'bonus_expense', withdrawalId, at)}
    select from moved`.execute(trx)
}

/** State of the bonus money that a withdrawal gives up, in minor units. */
export type WithdrawalBonus = {
  readonly kind: 'bonus.frozen' | 'bonus.given_up' | 'bonus.unfrozen'
  readonly amount: number
}

/** Returns null if the withdrawal has frozen no bonus money. */
export async function findWithdrawalBonus(db: Db, withdrawalId: string): Promise<WithdrawalBonus | null> {
  const row = await db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_lines as l', 'l.entry_id', 'e.id')
    .select(['e.kind', sql<number>`abs(l.amount)`.as('amount')])
    .where('e.kind', 'in', ['bonus.frozen', 'bonus.given_up', 'bonus.unfrozen'])
    .where('e.subject', '=', `withdrawal:${withdrawalId}`)
    .orderBy('e.id', 'desc')
    .limit(1)
    .$narrowType<{ kind: WithdrawalBonus['kind'] }>()
    .executeTakeFirst()
  return row ?? null
}

/** Moves all money of an account of the traders in the rows `moved`. */
function moveBonusMoneyCte(
  kind: string,
  from: 'bonus' | 'bonus_hold',
  to: 'bonus' | 'bonus_hold' | 'bonus_expense',
  withdrawalId: string,
  at: Date,
) {
  return postEntriesCte(sql`
    select jsonb_build_object('kind', ${kind}::text, 'subject', 'withdrawal:' || ${withdrawalId}::text, 'at', ${at}::timestamptz,
             'lines', jsonb_build_array(
               jsonb_build_object('account', ${from}::text, 'userId', b.user_id, 'currency', b.currency, 'amount', -b.amount),
               jsonb_build_object('account', ${to}::text, 'userId', case when ${to}::text <> 'bonus_expense' then b.user_id end,
                 'currency', b.currency, 'amount', b.amount)))
      from (select distinct user_id, currency from moved) m
      join ledger_balances b on b.user_id = m.user_id and b.currency = m.currency and b.account = ${from}::text and b.amount > 0`)
}

/** Returns whether bonus money is staked. Then no bonus can be given up: the trade could return that money later, without its turnover. */
export async function hasStakedBonus(trx: Db, userId: number): Promise<boolean> {
  const row = await trx.selectFrom('staked_bonuses').select('amount').where('user_id', '=', userId).executeTakeFirst()
  return (row?.amount ?? 0) > 0
}

/** Finds a bonus. Returns null if it is over, or of another trader. */
async function findRunningBonus(trx: Db, userId: number, id: number): Promise<{ readonly isFrozen: boolean } | null> {
  const row = await trx
    .selectFrom('wagering_requirements')
    .select('frozen_for')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('cancelled_at', 'is', null)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? null : { isFrozen: row.frozen_for !== null }
}

/**
 * Cancels a bonus: takes all bonus money but what other open bonuses can release. Nothing of a bonus is free before its turnover is done,
 * winnings included.
 * @returns null if the bonus is not open
 */
async function cancelBonus(trx: Db, userId: number, id: number, at: Date): Promise<number | null> {
  const { rows } = await sql<{ amount: number }>`
    with given_up as (
      update wagering_requirements set cancelled_at = ${at}
       where id = ${id} and user_id = ${userId} and cancelled_at is null and finished_at is null and frozen_for is null
      returning id, user_id, source, currency
    ),
    taken as (
      select g.*, greatest(0,
               coalesce((select b.amount from ledger_balances b
                          where b.user_id = g.user_id and b.account = 'bonus' and b.currency = g.currency), 0)
             - coalesce((select sum(w.release_max) from wagering_requirements w
                          where w.user_id = g.user_id and w.currency = g.currency and w.cancelled_at is null and w.finished_at is null
                            and w.frozen_for is null and w.id <> g.id), 0))::bigint as amount
        from given_up g
    ),
    ${postEntriesCte(sql`
      select jsonb_build_object('kind', 'bonus.given_up', 'subject', t.source, 'at', ${at}::timestamptz, 'lines', jsonb_build_array(
               jsonb_build_object('account', 'bonus', 'userId', t.user_id, 'currency', t.currency, 'amount', -t.amount),
               jsonb_build_object('account', 'bonus_expense', 'userId', null, 'currency', t.currency, 'amount', t.amount)))
        from taken t where t.amount > 0`)}
    select amount from taken`.execute(trx)
  return rows[0]?.amount ?? null
}
