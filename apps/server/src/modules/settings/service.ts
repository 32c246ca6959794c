import { isDeepStrictEqual } from 'node:util'

import { type Result, ok, refuse } from '@tradefront/rules/result'

import type { Operator } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import {
  computeHouseEdge,
  findSettingProblem,
  type SettingName,
  type Settings,
  parseSetting,
  parseSettings,
} from './schema.ts'
import { findLowBonuses, listSettings, type SettingRow, upsertSetting } from './store.ts'

export { toDepositLimits } from './schema.ts'
export type { SettingName, Settings }

/** After this time a change is visible on all servers. */
const cacheMs = 1000

/** Reads the settings from the database, without the cache. */
export async function readSettings(db: Db): Promise<Settings> {
  return parseSettings(await listSettings(db))
}

export type SettingsService = ReturnType<typeof createSettingsService>

export function createSettingsService({ db, clock }: { db: Db; clock: Clock }) {
  let cached: { readonly atMs: number; readonly settings: Promise<Settings> } | null = null

  const getSettings = (): Promise<Settings> => {
    const nowMs = clock.now().getTime()
    if (cached && Math.abs(nowMs - cached.atMs) < cacheMs) return cached.settings
    const entry = { atMs: nowMs, settings: readSettings(db) }
    cached = entry
    // Failed reads are not cached.
    entry.settings.catch(() => {
      if (cached === entry) cached = null
    })
    return entry.settings
  }

  /**
   * Changes a setting. Returns false if it is unchanged.
   * @throws ZodError for an invalid value
   */
  const updateSetting = async <N extends SettingName>(
    name: N,
    getNextValue: (current: Settings[N]) => Settings[N],
    by: Operator,
  ) => {
    let isChanged = false
    const decideValue = (rows: SettingRow[]) => {
      const current = parseSettings(rows)[name]
      const value = getNextValue(current)
      parseSettings([...rows.filter((row) => row.name !== name), { name, value }])
      isChanged = !isDeepStrictEqual(value, current)
      return isChanged ? value : undefined
    }
    await upsertSetting(db, name, decideValue, by, clock.now())
    cached = null
    return isChanged
  }

  /**
   * Says why present bonuses forbid a change. They keep their terms: a lower house edge would make a gift of those whose turnover was only
   * just enough.
   */
  const findBonusProblem = async (rows: readonly SettingRow[], changed: SettingRow): Promise<string | undefined> => {
    const edge = computeHouseEdge(parseSettings([...rows.filter(({ name }) => name !== changed.name), changed]))
    if (edge >= computeHouseEdge(parseSettings(rows))) return undefined
    const needed = 1 / edge
    const { count, lowest } = await findLowBonuses(db, needed)
    const [has, needs] = [lowest, needed].map((times) => Number(times.toFixed(2)))
    return count === 0
      ? undefined
      : `Of the bonuses that traders have or were promised, ${count} would release more than their turnover costs on average: one of them asks for ${has} times what it releases, and more than ${needs} times are needed. Wait until they have ended.`
  }

  /** Says why a setting cannot have a value. Returns undefined if it can. */
  const findProblem = async (name: SettingName, value: unknown): Promise<string | undefined> => {
    const rows = await listSettings(db)
    return findSettingProblem(rows, name, value) ?? findBonusProblem(rows, { name, value })
  }

  return {
    getSettings,
    findProblem,
    getSetting: async <N extends SettingName>(name: N): Promise<Settings[N]> => (await getSettings())[name],
    updateSetting,
    setSetting: <N extends SettingName>(name: N, value: Settings[N], by: Operator) =>
      updateSetting(name, () => value, by),

    /** Sets a value that was typed. Returns false if it is unchanged. A refusal says why. */
    setTypedSetting: async (
      name: SettingName,
      value: unknown,
      by: Operator,
    ): Promise<Result<boolean, 'errors.field_invalid'>> => {
      const parsed = parseSetting(name, value)
      const problem = await findProblem(name, value)
      return parsed === undefined || problem !== undefined
        ? refuse('errors.field_invalid', { reason: problem ?? '' })
        : ok(await updateSetting(name, () => parsed, by))
    },
  }
}
