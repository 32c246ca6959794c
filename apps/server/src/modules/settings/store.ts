import { sql } from 'kysely'

import type { Db } from '../../platform/db.ts'

export type SettingRow = { readonly name: string; readonly value: unknown }

export type SettingsStore = ReturnType<typeof createSettingsStore>

export function createSettingsStore(db: Db) {
  return {
    all: (): Promise<SettingRow[]> => db.selectFrom('settings').select(['name', 'value']).execute(),

    /** Writes a setting and who did it, or neither. */
    write: (name: string, value: unknown, actor: string, at: Date): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const json = JSON.stringify(value)
        const before = await trx.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
        await sql`insert into settings (name, value, changed_at) values (${name}, ${json}::jsonb, ${at})
          on conflict (name) do update set value = excluded.value, changed_at = excluded.changed_at`.execute(trx)
        const detail = JSON.stringify({ before: before?.value ?? null, after: value })
        await trx.insertInto('audit_log').values({ at, actor, action: 'setting', subject: name, detail }).execute()
      }),
  }
}
