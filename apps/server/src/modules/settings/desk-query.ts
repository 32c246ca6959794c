import type { SettingChange, SettingView } from '@tradefront/contract/desk-control'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { describeSetting, parseSettings, type SettingName } from './schema.ts'
import { settingRules } from './setting-rules.ts'

const maxChanges = 50

export async function listSettingViews(db: Db): Promise<SettingView[]> {
  const rows = await db.selectFrom('settings').select(['name', 'value', 'changed_at as changedAt']).execute()
  const [settings, defaults] = [parseSettings(rows), parseSettings([])]
  return (Object.keys(settingRules) as SettingName[]).map((name) => ({
    ...{ name, value: settings[name], default: defaults[name], schema: describeSetting(name) },
    ...settingRules[name],
    roles: [...settingRules[name].roles],
    changedAtMs: rows.find((row) => row.name === name)?.changedAt.getTime() ?? null,
  }))
}

export async function listDeskAddresses(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom('settings').select(['name', 'value']).where('name', '=', 'desk_addresses').execute()
  return parseSettings(rows).desk_addresses
}

/** Newest first. */
export async function listSettingChanges(db: Db, name: SettingName): Promise<SettingChange[]> {
  const { rows } = await sql<SettingChange>`
    select id, floor(extract(epoch from created_at) * 1000)::bigint as "atMs", actor as operator, detail -> 'before' as before,
           detail -> 'after' as after, reason, command_id is not null as "isSigned"
      from audit_log where subject = ${`setting:${name}`} and action in ('setting.change', 'setting.change_dangerous')
     order by id desc limit ${maxChanges}`.execute(db)
  return rows
}
