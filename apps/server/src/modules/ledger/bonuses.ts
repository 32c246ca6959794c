import { ok, refuse, type Result } from '@tradefront/rules/result'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { getViolatedConstraint } from '../../platform/http/errors.ts'
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

/** The trader can stake bonus money between reading the balance and taking it. */
const maxTries = 10

export function createBonuses(db: Db) {
  return {
    /** The oldest first, which is the order in which turnover counts. */
    listBonuses: async (userId: number): Promise<Bonus[]> =>
      db
        .selectFrom('wagering_requirements')
        .select(['id', 'source', 'deposit_id as depositId', 'currency', 'bonus', 'required', 'done'])
        .select(['created_at as createdAt', 'cancelled_at as cancelledAt'])
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),

    /** Takes the bonus back and ends its requirement. Returns the money taken, in minor units. */
    giveUpBonus: async (userId: number, id: number, at: Date): Promise<Result<number, 'promo.bonus_over'>> => {
      for (let tries = 0; tries < maxTries; tries += 1) {
        try {
          const taken = await cancelBonus(db, userId, id, at)
          return taken === null ? refuse('promo.bonus_over') : ok(taken)
        } catch (error) {
          if (getViolatedConstraint(error) !== 'ledger_balances_amount_check') throw error
        }
      }
      throw new Error('the balance changed too often while a bonus was given up')
    },
  }
}

/**
 * Takes only money of this bonus: what is left after all other bonuses are covered. Money lost in trades is the house's loss.
 * @returns null if the bonus is not open
 */
async function cancelBonus(db: Db, userId: number, id: number, at: Date): Promise<number | null> {
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
                          where w.user_id = g.user_id and w.cancelled_at is null and w.id <> g.id), 0)))::bigint as amount
        from given_up g
    ),
    ${postEntriesCte(sql`
      select jsonb_build_object('kind', 'bonus.given_up', 'subject', t.source, 'at', ${at}::timestamptz, 'lines', jsonb_build_array(
               jsonb_build_object('account', 'bonus', 'userId', t.user_id, 'currency', t.currency, 'amount', -t.amount),
               jsonb_build_object('account', 'bonus_expense', 'userId', null, 'currency', t.currency, 'amount', t.amount)))
        from taken t where t.amount > 0`)}
    select amount from taken`.execute(db)
  return rows[0]?.amount ?? null
}
