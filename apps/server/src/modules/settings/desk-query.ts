import type { SettingView } from '@tradefront/contract/desk-control'
import type { Db } from '../../platform/database/database.ts'
import { describeSetting, parseSettings, type SettingName } from './schema.ts'
import { settingRules } from './setting-rules.ts'

export async function listSettingViews(db: Db): Promise<SettingView[]> {
  const rows = await db.selectFrom('settings').select(['name', 'value', 'changed_at as changedAt']).execute()
  const [settings, defaults] = [parseSettings(rows), parseSettings([])]
  return (Object.keys(settingRules) as SettingName[]).map((name) => ({
    name,
    value: settings[name],
    default: defaults[name],
    schema: describeSetting(name),
    ...settingRules[name],
    roles: [...settingRules[name].roles],
    changedAtMs: rows.find((row) => row.name === name)?.changedAt.getTime() ?? null,
  }))
}

export async function listDeskAddresses(db: Db): Promise<readonly string[]> {
  const rows = await db.selectFrom('settings').select(['name', 'value']).where('name', '=', 'desk_addresses').execute()
  return parseSettings(rows).desk_addresses
}
