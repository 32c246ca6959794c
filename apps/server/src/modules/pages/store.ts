import { sql } from 'kysely'

import { type AuditEntry, auditCte } from '../../platform/audit.ts'
import { listSubjectChanges, type SubjectChange } from '../../platform/audit-query.ts'
import type { Db } from '../../platform/database/database.ts'

export type PageArea = 'pg' | 'ag' | 'modal'
export type PageContent = { readonly title: string; readonly html: string }

export type PageOverride = {
  readonly area: PageArea
  readonly name: string
  readonly language: string
  readonly title: string
  readonly changedAt: Date
}

export async function findPageOverride(
  db: Db,
  area: PageArea,
  name: string,
  language: string,
): Promise<(PageContent & { readonly changedAt: Date }) | null> {
  const row = await db
    .selectFrom('pages')
    .select(['title', 'html', 'changed_at as changedAt'])
    .where('area', '=', area)
    .where('name', '=', name)
    .where('language', '=', language)
    .executeTakeFirst()
  return row ?? null
}

export function listPageOverrides(db: Db): Promise<PageOverride[]> {
  return db
    .selectFrom('pages')
    .select(['area', 'name', 'language', 'title', 'changed_at as changedAt'])
    .orderBy('area')
    .orderBy('name')
    .orderBy('language')
    .$narrowType<{ area: PageArea }>()
    .execute()
}

export type PageKey = { readonly area: PageArea; readonly name: string; readonly language: string }

/**
 * Replaces a page. Concurrent changes run one after the other. Returns false, and writes nothing, if the page is not the one that is
 * replaced.
 * @param content null deletes the page
 * @param expected when the version was written that is replaced; null for none
 */
export function replacePage(
  db: Db,
  { area, name, language }: PageKey,
  content: PageContent | null,
  entry: Pick<AuditEntry, 'by' | 'action' | 'at'>,
  expected?: Date | null,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await sql`lock table pages in share row exclusive mode`.execute(trx)
    const before = await findPageOverride(trx, area, name, language)
    if (expected !== undefined && before?.changedAt.getTime() !== expected?.getTime()) return false
    const subject = toPageSubject({ area, name, language })
    const replaced = before && { title: before.title, html: before.html }
    const cte = auditCte({ ...entry, subject, before: replaced, after: content })
    const key = sql`area = ${area} and name = ${name} and language = ${language}`
    await (
      content === null
        ? sql`with ${cte} delete from pages where ${key}`
        : sql`
          with ${cte}
          insert into pages (area, name, language, title, html, changed_at)
          values (${area}, ${name}, ${language}, ${content.title}, ${content.html}, ${entry.at})
          on conflict (area, name, language)
          do update set title = excluded.title, html = excluded.html, changed_at = excluded.changed_at`
    ).execute(trx)
    return true
  })
}

const toPageSubject = ({ area, name, language }: PageKey) => `page:${area}/${name}/${language}`

export type PageVersion = Omit<SubjectChange, 'after'> & {
  /** Content of the version. Null: the text of the product came back. */
  readonly content: PageContent | null
}

/** Lists versions that operators wrote, newest first. */
export async function listPageVersions(db: Db, key: PageKey): Promise<PageVersion[]> {
  const changes = await listSubjectChanges(db, toPageSubject(key))
  return changes.map(({ after, ...change }) => ({ ...change, content: after as PageContent | null }))
}
