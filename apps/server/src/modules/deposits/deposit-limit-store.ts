import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { Db } from '../../platform/database/database.ts'

export type DepositCounts = {
  readonly usedToday: number
  /** Failed deposits by instrument, e.g. visa and 4242. */
  readonly recentFailures: readonly {
    readonly instrumentKind: string | null
    readonly instrumentHint: string | null
    /** Times of failures that reached a charging processor, newest first. */
    readonly failedAtMs: readonly number[]
    /** Time of the latest refusal of the pre-check for too many failures. */
    readonly refusedAtMs: number | null
  }[]
}

const toMs = sql`extract(epoch from d.ended_at) * 1000`

// These are the counts that the day limit and the fail limit compare.

/** Counts deposits. @param day UTC date @param since start of the period for failures */
export function countDeposits(db: Db, userId: number, day: string, since: Date): Promise<DepositCounts> {
  return db
    .selectNoFrom((eb) => [
      eb.fn
        .coalesce(
          eb
            .selectFrom('daily_deposit_counts as c')
            .select('c.count')
            .where('c.user_id', '=', userId)
            .where('c.day', '=', day),
          sql<number>`0`,
        )
        .as('usedToday'),
      jsonArrayFrom(
        eb
          .selectFrom('deposits as d')
          .select([
            'd.instrument_kind as instrumentKind',
            'd.instrument_hint as instrumentHint',
            sql<number[]>`coalesce(array_agg(${toMs} order by d.ended_at desc)
              filter (where d.day_limit_date is not null), '{}')`.as('failedAtMs'),
            sql<number | null>`max(${toMs}) filter (where d.reason = 'cards.limit')`.as('refusedAtMs'),
          ])
          .where('d.user_id', '=', userId)
          .where('d.state', '=', 'failed')
          .where((d) => d.or([d('d.day_limit_date', 'is not', null), d('d.reason', '=', 'cards.limit')]))
          .where('d.ended_at', '>', since)
          .groupBy(['d.instrument_kind', 'd.instrument_hint']),
      ).as('recentFailures'),
    ])
    .executeTakeFirstOrThrow()
}

/** `day` is the UTC date on which the first charging attempt of the deposit is inserted, for which it counts. */
export type DayLimit = { readonly day: string; readonly limit: number }

/**
 * Counts the deposit, as part of the statement that inserts the attempt. The constraint `daily_deposit_counts_check` refuses a count above
 * the limit.
 */
export function countDepositCte(userId: number, { day, limit }: DayLimit): RawBuilder<unknown> {
  return sql`
      counted as (
        insert into daily_deposit_counts as c (user_id, day, count, max_count)
        select ${userId}::bigint, ${day}::date, 1, ${limit}::integer from updated_deposit
        on conflict (user_id, day) do update set count = c.count + 1, max_count = excluded.max_count
      )`
}
