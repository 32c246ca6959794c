import { sql } from 'kysely'

import { auditCte, type Operator } from '../../platform/audit.ts'
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
): Promise<PageContent | null> {
  const row = await db
    .selectFrom('pages')
    .select(['title', 'html'])
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

/** Null deletes. Concurrent changes run one after the other. */
export function replacePage(
  db: Db,
  area: PageArea,
  name: string,
  language: string,
  content: PageContent | null,
  by: Operator,
  at: Date,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`lock table pages in share row exclusive mode`.execute(trx)
    const subject = `page:${area}/${name}/${language}`
    const before = (await findPageOverride(trx, area, name, language)) ?? null
    const entry = { by, action: content ? 'page.write' : 'page.reset', subject, before, after: content, at }
    const key = sql`area = ${area} and name = ${name} and language = ${language}`
    await (
      content === null
        ? sql`with ${auditCte(entry)} delete from pages where ${key}`
        : sql`
          with ${auditCte(entry)}
          insert into pages (area, name, language, title, html, changed_at)
          values (${area}, ${name}, ${language}, ${content.title}, ${content.html}, ${at})
          on conflict (area, name, language)
          do update set title = excluded.title, html = excluded.html, changed_at = excluded.changed_at`
    ).execute(trx)
  })
}
