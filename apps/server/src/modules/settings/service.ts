import { isDeepStrictEqual } from 'node:util'

import type { Boot } from '@tradefront/contract/settings'

import type { Operator } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { type SettingName, type Settings, fitSetting, readSettings } from './schema.ts'
import { createSettingsStore, type SettingRow } from './store.ts'

export type { SettingName, Settings }

/** What is different for every request. */
export type BootInput = {
  readonly user: SessionUser | null
  readonly csrf: string
  readonly language: string
  readonly country: string
}

export type MakeBoot = (input: BootInput) => Promise<Boot>

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
    const reading = { atMs: nowMs, settings: store.all().then(readSettings) }
    cached = reading
    // A failed read is not kept: the next request tries again.
    reading.settings.catch(() => {
      if (cached === reading) cached = null
    })
    return reading.settings
  }

  /** Sets one value by what it is now; the audit log keeps who did it. Throws zod's error for a value that does not fit. */
  const change = async <N extends SettingName>(name: N, next: (now: Settings[N]) => Settings[N], by: Operator) => {
    let changed = false
    const decide = (rows: SettingRow[]) => {
      const now = readSettings(rows)[name]
      const value = next(now)
      readSettings([{ name, value }])
      changed = !isDeepStrictEqual(value, now)
      return changed ? value : undefined
    }
    await store.change(name, decide, by, clock.now())
    cached = null
    return changed
  }

  return {
    all,
    get: async <N extends SettingName>(name: N): Promise<Settings[N]> => (await all())[name],
    change,
    /** The same for a value that a person has typed; `invalid`, and nothing written, where it does not fit. */
    setByHand: async (name: SettingName, value: unknown, by: Operator): Promise<boolean | 'invalid'> => {
      const fitting = fitSetting(name, value)
      return fitting === undefined ? 'invalid' : change(name, () => fitting[name], by)
    },
    set: <N extends SettingName>(name: N, value: Settings[N], by: Operator) => change(name, () => value, by),
  }
}
