import { type AttemptState, isActiveState } from '@tradefront/rules/deposits/deposit-state-machine'
import { sql, type RawBuilder } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

export type Alert = { readonly kind: string; readonly subject: string; readonly at: Date }

/** Ignores existing alerts. */
export async function insertAlerts(db: Db, alerts: readonly Alert[]): Promise<void> {
  if (alerts.length === 0) return
  await db
    .insertInto('alerts')
    .values(alerts.map(({ kind, subject, at }) => ({ kind, subject, created_at: at })))
    .onConflict((on) => on.columns(['kind', 'subject']).doNothing())
    .execute()
}

/** As the common table expression `resolved_alerts`. @param condition SQL condition under which the state changes */
export function resolveAlertCte(
  attemptId: number,
  state: AttemptState,
  now: Date,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`resolved_alerts as (
    update alerts set resolved_at = ${now}
     where subject = ${`attempt:${attemptId}`} and resolved_at is null and ${!isActiveState(state)}::boolean and ${condition}
  )`
}
