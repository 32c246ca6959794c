import { sql, type Transaction } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/database-types.ts'
import { invariant } from '../../platform/http/errors.ts'

export type ContactKind = 'message' | 'call'

export type ContactRow = {
  readonly id: string
  readonly kind: ContactKind
  readonly created_at: Date
  readonly user_id: number | null
  readonly language: string
  readonly sealed: Buffer
  readonly address_hash: Buffer
  readonly phone_hash: Buffer | null
  readonly email_hash: Buffer | null
  readonly content_hash: Buffer
}

/** Counts of requests of one kind. */
export type RecentRequestCounts = {
  readonly by_address: number
  readonly by_phone: number
  readonly by_email: number
  readonly is_duplicate: boolean
}

export type CountWindows = {
  readonly hourAgo: Date
  readonly dayAgo: Date
  readonly duplicateSince: Date
  /** Later requests are ignored: the clock was set back since. */
  readonly latest: Date
}

/** Key of the advisory lock for counting requests. */
const contactLock = 20_261_142

export function withContactLock<T>(db: Db, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${contactLock})`.execute(trx)
    return work(trx)
  })
}

export async function countRecentRequests(
  trx: Db,
  row: ContactRow,
  { hourAgo, dayAgo, duplicateSince, latest }: CountWindows,
): Promise<RecentRequestCounts> {
  const { rows } = await sql<RecentRequestCounts>`
    select count(*) filter (where created_at > ${hourAgo} and address_hash = ${row.address_hash})::int as by_address,
           count(*) filter (where phone_hash = ${row.phone_hash})::int as by_phone,
           count(*) filter (where email_hash = ${row.email_hash})::int as by_email,
           coalesce(bool_or(created_at > ${duplicateSince} and content_hash = ${row.content_hash}), false) as is_duplicate
      from contact_requests where kind = ${row.kind} and created_at > ${dayAgo} and created_at <= ${latest}`.execute(
    trx,
  )
  const [counts] = rows
  invariant(counts, 'an aggregate returns a row')
  return counts
}

export async function insertRequest(trx: Db, row: ContactRow): Promise<void> {
  await trx.insertInto('contact_requests').values(row).execute()
}

export function listSealedRequests(db: Db, limit: number) {
  return db
    .selectFrom('contact_requests')
    .select(['id', 'kind', 'created_at as at', 'user_id as userId', 'language', 'sealed'])
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}

export function listSealed(db: Db, afterId: string | null, limit: number) {
  return db
    .selectFrom('contact_requests')
    .select(['id', 'sealed'])
    .where('id', '>', afterId ?? '00000000-0000-0000-0000-000000000000')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function replaceSealed(db: Db, id: string, sealed: Buffer): Promise<void> {
  await db.updateTable('contact_requests').set({ sealed }).where('id', '=', id).execute()
}

export async function deleteRequestsBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('contact_requests').where('created_at', '<', time).execute()
}
