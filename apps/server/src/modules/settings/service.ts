import { isDeepStrictEqual } from 'node:util'

import type { Operator } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { type SettingName, type Settings, parseSetting, parseSettings } from './schema.ts'
import { createSettingsStore, type SettingRow } from './store.ts'

export type { SettingName, Settings }

/** How long a copy of the server may go on with what it read: a change holds everywhere after this. */
const cacheMs = 1000

export type SettingsService = ReturnType<typeof createSettingsService>

/** What operators set. Reading is cheap: the rows are read at most once a second. */
export function createSettingsService({ db, clock }: { db: Db; clock: Clock }) {
  const store = createSettingsStore(db)
  let cached: { readonly atMs: number; readonly settings: Promise<Settings> } | null = null

  const all = (): Promise<Settings> => {
    const nowMs = clock.now().getTime()
    if (cached && Math.abs(nowMs - cached.atMs) < cacheMs) return cached.settings
    const entry = { atMs: nowMs, settings: store.listSettings().then(parseSettings) }
    cached = entry
    // A failed read is not kept: the next request tries again.
    entry.settings.catch(() => {
      if (cached === entry) cached = null
    })
    return entry.settings
  }

  /** Sets one value by what it is now; the audit log keeps who did it. Throws zod's error for a value that does not fit. */
  const updateSetting = async <N extends SettingName>(
    name: N,
    getNextValue: (now: Settings[N]) => Settings[N],
    by: Operator,
  ) => {
    let isChanged = false
    const decideValue = (rows: SettingRow[]) => {
      const now = parseSettings(rows)[name]
      const value = getNextValue(now)
      parseSettings([{ name, value }])
      isChanged = !isDeepStrictEqual(value, now)
      return isChanged ? value : undefined
    }
    await store.updateSetting(name, decideValue, by, clock.now())
    cached = null
    return isChanged
  }

  return {
    all,
    get: async <N extends SettingName>(name: N): Promise<Settings[N]> => (await all())[name],
    change: updateSetting,
    /** The same for a value that a person has typed; `invalid`, and nothing written, where it does not fit. */
    parseAndSet: async (name: SettingName, value: unknown, by: Operator): Promise<boolean | 'invalid'> => {
      const parsed = parseSetting(name, value)
      return parsed === undefined ? 'invalid' : updateSetting(name, () => parsed[name], by)
    },
    set: <N extends SettingName>(name: N, value: Settings[N], by: Operator) => updateSetting(name, () => value, by),
  }
}
