import { openDepositStates } from '@tradefront/rules/deposits/deposit-state-machine'
import { sql } from 'kysely'

import type { AppContext } from '../../context.ts'
import { minuteMs } from '../../platform/clock.ts'

/** Clocks of servers differ by less than this. */
const toleranceMs = minuteMs

/**
 * Corrects due times. A server whose clock is ahead writes times that others reach much later. Rows that were written in the future get the
 * same pause from now.
 */
export async function repairDueTimes({ clock, db }: AppContext): Promise<void> {
  const now = clock.now()
  const future = new Date(now.getTime() + toleranceMs)
  await sql`
    update attempts
       set next_check_at = next_check_at - (updated_at - ${now}::timestamptz), waiting_since = least(waiting_since, ${now}), updated_at = ${now}
     where next_check_at is not null and updated_at > ${future}`.execute(db)
  await sql`
    update captures set next_check_at = next_check_at - (updated_at - ${now}::timestamptz), updated_at = ${now}
     where next_check_at is not null and updated_at > ${future}`.execute(db)
  await sql`
    update processor_webhooks set next_try_at = next_try_at - (updated_at - ${now}::timestamptz), updated_at = ${now}
     where next_try_at is not null and updated_at > ${future}`.execute(db)
  await sql`
    update statement_comparisons set next_try_at = next_try_at - (updated_at - ${now}::timestamptz), updated_at = ${now}
     where next_try_at is not null and updated_at > ${future}`.execute(db)
  await db
    .updateTable('deposits')
    .set({ updated_at: now })
    // Literals, because the index is only for these states.
    .where(
      'state',
      'in',
      openDepositStates.map((state) => sql.lit(state)),
    )
    .where('updated_at', '>', future)
    .execute()
}
