import type { DeskPage, DeskPageSummary } from '@tradefront/contract/desk-marketing'

import type { Db } from '../../platform/database/database.ts'
import { readSettings } from '../settings/service.ts'
import { parsePageKey } from './page-key.ts'
import { formatPageNumbers, toPageSettings } from './page-numbers.ts'
import { findPageSource, listPages } from './service.ts'
import { findPageOverride, listPageVersions } from './store.ts'

export async function listDeskPages(db: Db): Promise<DeskPageSummary[]> {
  return (await listPages({ db })).map(({ area, name, language, title, changedAt }) => ({
    page: `${area}/${name}/${language}`,
    area,
    name,
    language,
    title,
    changedAtMs: changedAt?.getTime() ?? null,
  }))
}

/** Finds a page with placeholders, and the numbers that readers see instead of them. */
export async function findDeskPage(db: Db, page: string): Promise<DeskPage | null> {
  const key = parsePageKey(page)
  const source = key && (await findPageSource({ db }, key.area, key.name, key.language))
  if (key === null || source === null) return null
  const [override, versions, settings] = await Promise.all([
    findPageOverride(db, key.area, key.name, key.language),
    listPageVersions(db, key),
    readSettings(db),
  ])
  return {
    page,
    ...key,
    ...source,
    changedAtMs: override?.changedAt.getTime() ?? null,
    versions,
    numbers: formatPageNumbers(toPageSettings(settings), key.language),
  }
}
