import { sql } from 'kysely'

import { auditCte, type Operator } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import { raiseAlert, withdrawAlert } from '../alerts/service.ts'
import type { SettingName } from './schema.ts'
import { settingRules } from './setting-rules.ts'

export type SettingRow = { readonly name: string; readonly value: unknown }

export function listSettings(db: Db): Promise<SettingRow[]> {
  return db.selectFrom('settings').select(['name', 'value']).execute()
}

/** Counts bonuses that traders have or were promised with their terms, and that ask for at most this many times what they release. */
export async function findLowBonuses(
  db: Db,
  turnover: number,
): Promise<{ readonly count: number; readonly lowest: number }> {
  const { rows } = await sql<{ count: number; lowest: number }>`
    select count(*)::integer as count, coalesce(min(ratio), 0)::double precision as lowest
      from (select ratio from open_bonus_ratios union all
            select ratio from deposit_bonus_ratios union all
            select ratio from stored_code_ratios) r
     where ratio <= ${turnover}::numeric`.execute(db)
  return rows[0] ?? { count: 0, lowest: 0 }
}

/**
 * Changes a setting in one transaction with the audit log and the alert. Concurrent updates run one after the other.
 * @param getNextValue gets the rows of all settings, and returns undefined for no change
 */
export function upsertSetting(
  db: Db,
  name: SettingName,
  getNextValue: (rows: SettingRow[]) => unknown,
  by: Operator,
  at: Date,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`lock table settings in share row exclusive mode`.execute(trx)
    const rows = await trx.selectFrom('settings').select(['name', 'value']).execute()
    const value = getNextValue(rows)
    if (value === undefined) return
    const before = rows.find((row) => row.name === name)?.value ?? null
    const subject = `setting:${name}`
    const entry = { by, action: settingRules[name].action, subject, before, after: value, at }
    // The database takes no earlier time from a server.
    const changedAt = by.commandId === undefined ? sql`${at}` : sql`clock_timestamp()`
    if (name === 'tournament_prizes') await sql`select keep_begun_prizes(${at})`.execute(trx)
    await sql`
      with ${auditCte(entry)}
      insert into settings (name, value, changed_at) values (${name}, ${JSON.stringify(value)}::jsonb, ${changedAt})
      on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at`.execute(trx)
    // An alert that is open already would hide this change.
    const alert = { kind: 'setting.changed', subject, detail: { by: by.actor } } as const
    await withdrawAlert(trx, alert, at)
    await raiseAlert(trx, alert, at)
  })
}
