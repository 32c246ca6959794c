import type { FileType } from '@tradefront/rules/uploads/file-type'
import type { DocumentKind } from '@tradefront/rules/documents/document-kinds'
import { sql } from 'kysely'

import { type AuditEntry, insertAuditEntry } from '../../platform/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import type { BlobStoreName } from '../../platform/storage/blob-store.ts'
import type { Decision } from './decide-files.ts'
import type { StoredFile } from './store.ts'
import { toQueueSamples } from '../../platform/metrics/measures.ts'
import type { Sample } from '../../platform/metrics/metrics.ts'

export type PendingFile = {
  readonly id: string
  readonly userId: number
  readonly email: string
  readonly country: string
  readonly kind: DocumentKind
  readonly type: FileType
  readonly bytes: number
  readonly pages: number
  readonly store: BlobStoreName
  readonly sentAt: Date
}

/** Lists files that wait, oldest first. */
export function listPendingFiles(db: Db): Promise<PendingFile[]> {
  return (
    db
      .selectFrom('documents as d')
      .innerJoin('user_accounts as u', 'u.id', 'd.user_id')
      // A literal, because the index is only for this state.
      .where('d.state', '=', sql.lit('sent'))
      .select([
        'd.id',
        'd.user_id as userId',
        'u.email',
        'u.country',
        'd.kind',
        'd.media_type as type',
        'd.bytes',
        'd.pages',
        'd.store',
        'd.sent_at as sentAt',
      ])
      // Columns of views are typed as nullable.
      .$narrowType<Pick<PendingFile, 'kind' | 'type' | 'store' | 'email' | 'country'>>()
      .orderBy('d.sent_at')
      .limit(500)
      .execute()
  )
}

/** Fewer files than this say nothing about the next one. */
const minMeasured = 10
const maxMeasured = 200

/** Measures within how many hours nine of ten of the latest files were decided, up to 200. Returns null if there are fewer than ten. */
export async function measureCheckHours(db: Db, since: Date): Promise<number | null> {
  const { rows } = await sql<{ count: number; seconds: number | null }>`
    select count(*)::integer as count, percentile_disc(0.9) within group (order by seconds)::double precision as seconds
      from (select extract(epoch from decided_at - sent_at) as seconds from documents
             where decided_at >= ${since} order by decided_at desc limit ${maxMeasured}) decided`.execute(db)
  const [row] = rows
  return row === undefined || row.seconds === null || row.count < minMeasured
    ? null
    : Math.max(1, Math.ceil(row.seconds / 3600))
}

/** Lists traders whose files wait, with the time of the first one. */
export async function listWaitingTraders(
  db: Db,
  before: Date,
  limit: number,
): Promise<{ userId: number; since: Date; count: number }[]> {
  const { rows } = await sql<{ userId: number; since: Date; count: number }>`
    select user_id as "userId", min(sent_at) as since, count(*)::integer as count from documents
     where state = 'sent' group by user_id having min(sent_at) <= ${before} order by 2, 1 limit ${limit}`.execute(db)
  return rows
}

/** Decides files, and skips those that no longer wait. Returns the number decided. */
export async function updateDecision(
  trx: Db,
  { userId, kind }: Pick<StoredFile, 'userId' | 'kind'>,
  ids: readonly string[],
  { approve, reason }: Decision,
  at: Date,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('documents')
    .set({ state: approve ? 'approved' : 'refused', decided_at: at, reason })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('state', '=', 'sent')
    .where('id', 'in', ids)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Replaces older decisions: an approval all of its kind, a refusal only older refusals. */
export async function supersedeOlderDecisions(
  trx: Db,
  { userId, kind }: Pick<StoredFile, 'userId' | 'kind'>,
  newIds: readonly string[],
  { approve }: Decision,
): Promise<void> {
  await trx
    .updateTable('documents')
    .set({ state: 'superseded' })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('state', 'in', approve ? ['approved', 'refused'] : ['refused'])
    .where('id', 'not in', newIds)
    .execute()
}

export async function listApprovedKinds(trx: Db, userId: number): Promise<DocumentKind[]> {
  const rows = await trx
    .selectFrom('documents')
    .where('user_id', '=', userId)
    .where('state', '=', 'approved')
    .select('kind')
    .$narrowType<{ kind: DocumentKind }>()
    .execute()
  return rows.map(({ kind }) => kind)
}

export function insertDocumentAudit(trx: Db, userId: number, entry: Omit<AuditEntry, 'subject'>): Promise<void> {
  return insertAuditEntry(trx, { ...entry, subject: `user:${userId}` })
}

/** Documents that wait for an operator. */
export async function measureDocuments(db: Db, now: Date): Promise<Sample[]> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*) as count, min(sent_at) as since from documents where state = 'sent'`.execute(db)
  return rows.flatMap((row) => toQueueSamples('documents', row, now))
}
