import { ok, refuse, type Result } from '@tradefront/rules/result'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { getViolatedConstraint } from '../../platform/http/errors.ts'
import { lockUser } from '../users/service.ts'
import { postEntriesCte } from './store.ts'

/** A bonus and the turnover that it requires. Minor units. */
export type Bonus = {
  readonly id: number
  /** `deposit:<id>`, or `promo:<code>:<user>`. */
  readonly source: string
  readonly depositId: string | null
  readonly currency: string
  readonly bonus: number
  readonly required: number
  readonly done: number
  readonly createdAt: Date
  readonly cancelledAt: Date | null
}

/** A trade can change the balance between reading and taking it, or before the database compares the two. */
export const balanceConstraints = ['ledger_balances_amount_check', 'wagering_requirements_given_up']
const maxTries = 10

export function createBonuses(db: Db) {
  const selectBonuses = (userId: number) =>
    db
      .selectFrom('wagering_requirements')
      .select(['id', 'source', 'deposit_id as depositId', 'currency', 'bonus', 'required', 'done'])
      .select(['created_at as createdAt', 'cancelled_at as cancelledAt'])
      .where('user_id', '=', userId)

  return {
    /** The oldest first, which is the order in which turnover counts. */
    listOpenBonuses: (userId: number): Promise<Bonus[]> =>
      selectBonuses(userId)
        .where('cancelled_at', 'is', null)
        .whereRef('done', '<', 'required')
        .orderBy('created_at')
        .orderBy('id')
        .execute(),

    /** Whose turnover is done, or that were given up or taken back. Newest first. @param before an id, not included */
    listEndedBonuses: (userId: number, before: number | null, limit: number): Promise<Bonus[]> =>
      selectBonuses(userId)
        .where((eb) => eb.or([eb('cancelled_at', 'is not', null), eb('done', '>=', eb.ref('required'))]))
        .$if(before !== null, (query) => query.where('id', '<', before))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),

    /** Takes the bonus back and ends its requirement. Returns the money taken, in minor units. */
    giveUpBonus: async (
      userId: number,
      id: number,
      at: Date,
    ): Promise<Result<number, 'promo.bonus_over' | 'promo.bonus_staked'>> => {
      for (let tries = 0; tries < maxTries; tries += 1) {
        try {
          const taken = await db.transaction().execute(async (trx) => {
            // Each of two bonuses given up at once must see that the other one needs no more cover.
            await lockUser(trx, userId)
            return (await hasStakedBonus(trx, userId)) ? 'staked' : cancelBonus(trx, userId, id, at)
          })
          if (taken === 'staked') return refuse('promo.bonus_staked')
          return taken === null ? refuse('promo.bonus_over') : ok(taken)
        } catch (error) {
          if (!balanceConstraints.includes(getViolatedConstraint(error) ?? '')) throw error
        }
      }
      throw new Error('the balance changed too often while a bonus was given up')
    },
  }
}

/** A trader's money. Minor units. */
export type BonusMoney = {
  readonly cash: number
  readonly bonus: number
  /** Bonuses whose turnover is not done. */
  readonly openBonuses: number
  readonly openCount: number
  /** Turnover of all bonuses that were not given up. */
  readonly turnoverDone: number
  readonly turnoverRequired: number
}

export async function findBonusMoney(db: Db, userId: number, currency: string): Promise<BonusMoney> {
  const { rows } = await sql<BonusMoney>`
    select coalesce(b.cash, 0) as cash, coalesce(b.bonus, 0) as bonus, w.open as "openBonuses", w.open_count as "openCount",
           w.done as "turnoverDone", w.required as "turnoverRequired"
      from (select coalesce(sum(bonus) filter (where done < required), 0)::bigint as open,
                   count(*) filter (where done < required)::integer as open_count,
                   coalesce(sum(least(done, required)), 0)::bigint as done, coalesce(sum(required), 0)::bigint as required
              from wagering_requirements
             where user_id = ${userId} and currency = ${currency} and cancelled_at is null) w
      left join account_balances b on b.user_id = ${userId} and b.currency = ${currency}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('invariant: an aggregate returns a row')
  return row
}

/**
 * Gives up all bonuses whose turnover is not done. The transaction must have locked the user, and no bonus money is staked. The
 * database compares the bonuses with the balance at the commit.
 */
export async function giveUpOpenBonuses(trx: Db, userId: number, at: Date): Promise<void> {
  const open = await trx
    .selectFrom('wagering_requirements')
    .select('id')
    .where('user_id', '=', userId)
    .where('cancelled_at', 'is', null)
    .whereRef('done', '<', 'required')
    .orderBy('id')
    .execute()
  for (const { id } of open) await cancelBonus(trx, userId, id, at)
}

/** While bonus money is staked, the bonus cannot be given up: the trade could return that money later, without its turnover. */
export async function hasStakedBonus(trx: Db, userId: number): Promise<boolean> {
  const row = await trx.selectFrom('staked_bonuses').select('amount').where('user_id', '=', userId).executeTakeFirst()
  return (row?.amount ?? 0) > 0
}

/**
 * Takes only money of this bonus: what is left after all other open bonuses are covered. Money lost in trades is the house's loss.
 * A bonus whose turnover is done is the trader's own money, which trades take first: it is not covered.
 * @returns null if the bonus is not open
 */
async function cancelBonus(trx: Db, userId: number, id: number, at: Date): Promise<number | null> {
  const { rows } = await sql<{ amount: number }>`
    with given_up as (
      update wagering_requirements set cancelled_at = ${at}
       where id = ${id} and user_id = ${userId} and cancelled_at is null and done < required
      returning id, user_id, source, currency, bonus
    ),
    taken as (
      select g.*, least(g.bonus, greatest(0,
               coalesce((select b.amount from ledger_balances b
                          where b.user_id = g.user_id and b.account = 'bonus' and b.currency = g.currency), 0)
             - coalesce((select sum(w.bonus) from wagering_requirements w
                          where w.user_id = g.user_id and w.cancelled_at is null and w.done < w.required and w.id <> g.id), 0)))::bigint
               as amount
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
