import {
  activeAttemptStates,
  inquirableAttemptStates,
  openDepositStates,
} from '@tradefront/rules/deposits/deposit-state-machine'

import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/** Finds the attempts and deposits whose next time has come. */
export function createDueWorkStore(db: Db) {
  return {
    /** Returns references in no particular order. */
    async claimDueAttempts(now: Date, leaseUntil: Date, limit: number): Promise<string[]> {
      const rows = await db
        .updateTable('attempts')
        .set({ next_check_at: leaseUntil })
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('attempts')
            .select('id')
            .where('next_check_at', '<=', now)
            .orderBy('next_check_at')
            .limit(limit)
            .forUpdate()
            .skipLocked(),
        )
        .returning('reference')
        .execute()
      return rows.map(({ reference }) => reference)
    },

    async makeInquiryDue(reference: string, now: Date): Promise<void> {
      await db
        .updateTable('attempts')
        .set({ next_check_at: now })
        .where('reference', '=', reference)
        .where('state', 'in', inquirableAttemptStates)
        .execute()
    },

    /** Without an active attempt, last updated before `before`. */
    async listIdleDeposits(before: Date, limit: number): Promise<string[]> {
      const rows = await db
        .selectFrom('deposits as d')
        .select('d.id')
        // Literals, because the index is only for these states.
        .where(
          'd.state',
          'in',
          openDepositStates.map((state) => sql.lit(state)),
        )
        .where('d.updated_at', '<', before)
        .where((d) =>
          d.not(
            d.exists(
              d
                .selectFrom('attempts as a')
                .select('a.id')
                .whereRef('a.deposit_id', '=', 'd.id')
                .where('a.state', 'in', activeAttemptStates),
            ),
          ),
        )
        .orderBy('d.updated_at')
        .limit(limit)
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}
