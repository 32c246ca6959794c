import type { FileType } from '@tradefront/rules/uploads/file-type'
import { type DocumentKind, maxPendingFiles, type RefusalReason } from '@tradefront/rules/documents/document-kinds'
import type { FileState } from '@tradefront/rules/documents/document-state'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { BlobStoreName } from '../../platform/storage/blob-store.ts'

export type StoredFile = {
  readonly id: string
  readonly userId: number
  readonly kind: DocumentKind
  readonly state: FileState
  /** `type`, `bytes` and `title` are those of the uploaded file. Only its pages are stored, as pictures. */
  readonly type: FileType
  readonly bytes: number
  /** Name of the uploaded file. Null: it has none. */
  readonly title: string | null
  readonly pages: number
  readonly store: BlobStoreName
  readonly sentAt: Date
  readonly reason: RefusalReason | null
}

/** A row that can be without bytes, or bytes without a row. */
export type UnfinishedFile = Pick<StoredFile, 'id' | 'userId' | 'store' | 'pages'>

/** Narrower types than those of the columns, which the table's checks guarantee. */
type NarrowedColumns = Pick<StoredFile, 'kind' | 'state' | 'type' | 'store' | 'reason'>

const columns = [
  'id',
  'user_id as userId',
  'kind',
  'state',
  'media_type as type',
  'bytes',
  'title',
  'pages',
  'store',
  'sent_at as sentAt',
  'reason',
] as const

const countedStates = ['sent', 'approved', 'refused'] as const

function selectCountedFiles(db: Db) {
  return db.selectFrom('documents').select(columns).where('state', 'in', countedStates).$narrowType<NarrowedColumns>()
}

/** Lists files, oldest first. */
export function listFiles(db: Db, userId: number): Promise<StoredFile[]> {
  return selectCountedFiles(db).where('user_id', '=', userId).orderBy('sent_at').orderBy('id').execute()
}

export async function findFile(db: Db, userId: number, id: string): Promise<StoredFile | null> {
  return (await selectCountedFiles(db).where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()) ?? null
}

/** Finds a file of any trader. */
export async function findCountedFile(db: Db, id: string): Promise<StoredFile | null> {
  return (await selectCountedFiles(db).where('id', '=', id).executeTakeFirst()) ?? null
}

/** Returns whether a card was charged, which makes its picture a required document. */
export async function hasPaidByCard(db: Db, userId: number): Promise<boolean> {
  const row = await db.selectFrom('user_cards').select('has_paid').where('user_id', '=', userId).executeTakeFirst()
  return row?.has_paid === true
}

/** Returns false when no position is free. */
export async function reservePosition(db: Db, file: Omit<StoredFile, 'state' | 'reason'>): Promise<boolean> {
  // A concurrent upload can take the position first.
  for (let attempt = 0; attempt < maxPendingFiles[file.kind]; attempt += 1) {
    const { rows } = await sql<{ id: string }>`
      insert into documents (id, user_id, kind, position, state, media_type, bytes, title, pages, store, sent_at)
      select ${file.id}::uuid, ${file.userId}::bigint, ${file.kind}::text, free.position, 'uploading',
             ${file.type}::text, ${file.bytes}::integer, ${file.title}::text, ${file.pages}::smallint, ${file.store}::text, ${file.sentAt}::timestamptz
        from generate_series(0, ${maxPendingFiles[file.kind] - 1}::integer) as free (position)
       where not exists (select 1 from documents d where d.user_id = ${file.userId} and d.kind = ${file.kind}
                          and d.position = free.position and d.state in ('uploading', 'sent'))
       order by free.position limit 1
      on conflict do nothing returning id`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}

/** Returns false if the row was removed during the upload. */
export async function confirmUpload(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('documents')
    .set({ state: 'sent' })
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export async function abortUpload(db: Db, id: string): Promise<void> {
  await db
    .updateTable('documents')
    .set({ state: 'deleting' })
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .execute()
}

/** Returns false for an approved or unknown file. */
export async function markFileDeleting(db: Db, userId: number, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('documents')
    .set({ state: 'deleting' })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('state', 'in', ['sent', 'refused'])
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Lists files in all states that have bytes, by id. */
export function listStoredFiles(db: Db, afterId: string | null, limit: number): Promise<UnfinishedFile[]> {
  return db
    .selectFrom('documents')
    .select(['id', 'user_id as userId', 'store', 'pages'])
    .where('id', '>', afterId ?? '00000000-0000-0000-0000-000000000000')
    .where('state', 'not in', ['uploading', 'deleting'])
    .orderBy('id')
    .limit(limit)
    .$narrowType<Pick<StoredFile, 'store'>>()
    .execute()
}

export async function deleteFile(db: Db, id: string): Promise<void> {
  await db.deleteFrom('documents').where('id', '=', id).where('state', 'in', ['uploading', 'deleting']).execute()
}

/** Lists files that are being removed, and uploads that started before `uploadsBefore`. */
export function listUnfinished(db: Db, uploadsBefore: Date): Promise<UnfinishedFile[]> {
  return db
    .selectFrom('documents')
    .select(['id', 'user_id as userId', 'store', 'pages'])
    .where((column) =>
      column.or([
        // Literals, because the index is only for these states.
        column('state', '=', sql.lit('deleting')),
        column.and([column('state', '=', sql.lit('uploading')), column('sent_at', '<', uploadsBefore)]),
      ]),
    )
    .$narrowType<Pick<StoredFile, 'store'>>()
    .limit(200)
    .execute()
}
