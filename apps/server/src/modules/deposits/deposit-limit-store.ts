import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

import type { Db } from '../../platform/database/database.ts'

export type DepositCounts = {
  readonly usedToday: number
  /** Failed deposits that reached a charging processor, by instrument, e.g. visa and 4242. */
  readonly recentFailures: readonly {
    readonly instrumentKind: string | null
    readonly instrumentHint: string | null
    readonly count: number
  }[]
}

/** Counts what the day limit and the fail limit compare. */
export function createDepositLimitStore(db: Db) {
  return {
    /** @param day UTC date @param since start of the period for failures */
    countDeposits: (userId: number, day: string, since: Date): Promise<DepositCounts> =>
      db
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
              .select((d) => [
                'd.instrument_kind as instrumentKind',
                'd.instrument_hint as instrumentHint',
                d.fn.countAll<number>().as('count'),
              ])
              .where('d.user_id', '=', userId)
              .where('d.state', '=', 'failed')
              .where('d.day_limit_date', 'is not', null)
              .where('d.ended_at', '>', since)
              .groupBy(['d.instrument_kind', 'd.instrument_hint']),
          ).as('recentFailures'),
        ])
        .executeTakeFirstOrThrow(),
  }
}
