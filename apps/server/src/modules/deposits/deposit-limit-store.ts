import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

export type DepositCounts = {
  readonly usedToday: number
  /** Only if they reached a charging processor. */
  readonly recentFailures: number
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
          eb
            .selectFrom('deposits as d')
            .select((d) => d.fn.countAll<number>().as('count'))
            .where('d.user_id', '=', userId)
            .where('d.state', '=', 'failed')
            .where('d.day_limit_date', 'is not', null)
            .where('d.ended_at', '>', since)
            .$asScalar()
            .$notNull()
            .as('recentFailures'),
        ])
        .executeTakeFirstOrThrow(),
  }
}
