import { sql } from 'kysely'

import type { Validators } from '../../gateways/feeds/document-fetcher.ts'
import type { CalendarEvent } from '../../gateways/feeds/parse-calendar.ts'
import { type AuditEntry, auditCte } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'

export type ClaimedSource = Validators & { readonly url: string; readonly failures: number }

export type StoredItem = {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly html: string
  readonly link: string | null
  readonly publishedAt: Date | null
}

export type SourceState = {
  readonly triedAt: Date | null
  readonly succeededAt: Date | null
  readonly failures: number
}

export type ItemRetention = {
  /** How many items of a source are kept. */
  readonly maxItems: number
  /** Items older than this are deleted when the feed no longer has them. */
  readonly keptSince: Date
}

/** Adds sources that are new. They are due at once. */
export async function addSources(db: Db, urls: readonly string[], now: Date): Promise<void> {
  await sql`
    insert into news_sources (url, next_fetch_at) select url, ${now}::timestamptz from unnest(${urls}::text[]) as u(url)
    on conflict (url) do nothing`.execute(db)
}

/** Claims a source that is due, until `leaseEnd`: one server at a time has it. Returns null if none is due. */
export async function claimSource(
  db: Db,
  urls: readonly string[],
  now: Date,
  leaseEnd: Date,
): Promise<ClaimedSource | null> {
  const { rows } = await sql<ClaimedSource>`
    update news_sources set next_fetch_at = ${leaseEnd}, tried_at = ${now}
     where url = (select url from news_sources where url = any(${urls}::text[]) and next_fetch_at <= ${now}
                   order by next_fetch_at limit 1 for update skip locked)
    returning url, failures, etag, last_modified as "lastModified"`.execute(db)
  return rows[0] ?? null
}

/** Notes a success. Without validators, those of the last document stay. */
export async function noteSuccess(db: Db, url: string, at: Date, nextAt: Date, validators?: Validators): Promise<void> {
  const changed = validators && { etag: validators.etag, last_modified: validators.lastModified }
  await db
    .updateTable('news_sources')
    .set({ succeeded_at: at, failures: 0, fault: null, next_fetch_at: nextAt, ...changed })
    .where('url', '=', url)
    .execute()
}

export async function noteFailure(db: Db, url: string, fault: string, nextAt: Date): Promise<void> {
  await db
    .updateTable('news_sources')
    .set((eb) => ({ failures: eb('failures', '+', 1), fault, next_fetch_at: nextAt }))
    .where('url', '=', url)
    .execute()
}

export async function saveItems(
  db: Db,
  source: string,
  items: readonly StoredItem[],
  now: Date,
  { maxItems, keptSince }: ItemRetention,
): Promise<void> {
  const json = JSON.stringify(items)
  await sql`
    insert into news_items (id, source, title, summary, html, link, published_at)
    select id, ${source}, title, summary, html, link, least(coalesce("publishedAt", ${now}::timestamptz), ${now}::timestamptz)
      from jsonb_to_recordset(${json}::jsonb)
           as i(id text, title text, summary text, html text, link text, "publishedAt" timestamptz)
    on conflict (id) do update
       set title = excluded.title, summary = excluded.summary, html = excluded.html, link = excluded.link,
           published_at = case when excluded.published_at = ${now} then news_items.published_at
                               else excluded.published_at end`.execute(db)
  const current = items.map(({ id }) => id)
  await sql`
    delete from news_items
     where source = ${source} and id <> all(${current}::text[])
       and (published_at < ${keptSince}
            or id not in (select id from news_items where source = ${source}
                           order by published_at desc, id limit ${maxItems}))`.execute(db)
}

export async function replaceEvents(db: Db, source: string, events: readonly CalendarEvent[]): Promise<void> {
  await db.deleteFrom('calendar_events').where('source', '=', source).execute()
  await sql`
    insert into calendar_events (source, id, at, titles, currency, importance, previous, forecast, actual)
    select ${source}, id, at, titles, currency, importance, previous, forecast, actual
      from jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
           as e(id text, at timestamptz, titles jsonb, currency text, importance text, previous text, forecast text, actual text)`.execute(
    db,
  )
}

export async function findSource(db: Db, url: string): Promise<SourceState | null> {
  const row = await db
    .selectFrom('news_sources')
    .select(['tried_at as triedAt', 'succeeded_at as succeededAt', 'failures'])
    .where('url', '=', url)
    .executeTakeFirst()
  return row ?? null
}

/** Hides or shows an item. Returns false if there is no such item, or nothing changes. */
export async function updateHidden(db: Db, id: string, isHidden: boolean, entry: AuditEntry): Promise<boolean> {
  const { rows } = await sql`
    with changed as (
      update news_items set hidden_at = ${isHidden ? entry.at : null}::timestamptz
       where id = ${id} and (hidden_at is not null) <> ${isHidden} returning id
    ),
    ${auditCte(entry, sql`exists (select from changed)`)}
    select id from changed`.execute(db)
  return rows.length > 0
}

/** Lists items, without those that operators have hidden. */
export function listItems(db: Db, source: string, limit: number) {
  return db
    .selectFrom('news_items')
    .select(['id', 'title', 'summary', 'published_at as publishedAt'])
    .where('source', '=', source)
    .where('hidden_at', 'is', null)
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function findItem(db: Db, id: string) {
  const row = await db
    .selectFrom('news_items')
    .select(['source', 'title', 'summary', 'html', 'link', 'published_at as publishedAt'])
    .where('id', '=', id)
    .where('hidden_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function listCalendarEvents(db: Db, source: string, since: Date): Promise<CalendarEvent[]> {
  const { rows } = await sql<CalendarEvent>`
    select id, at, titles, currency, importance, previous, forecast, actual from calendar_events
     where source = ${source} and at >= ${since} order by at, id`.execute(db)
  return rows
}

/** Deletes sources with their items and events. */
export async function deleteSourcesUnusedSince(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('news_sources').where('next_fetch_at', '<', time).execute()
}
