import type { FileType } from '@tradefront/rules/uploads/file-type'
import { maxPostFiles } from '@tradefront/rules/support/limits'
import { sql, type RawBuilder } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { BlobStoreName } from '../../platform/storage/blob-store.ts'

export type StoredAttachment = {
  readonly id: string
  readonly userId: number
  /** `type`, `bytes` and `title` are those of the uploaded file. */
  readonly type: FileType
  readonly bytes: number
  readonly title: string | null
  readonly pages: number
  readonly store: BlobStoreName
}

/** A file that is not sent yet. `draft` is the text that it is for; null for a file of a mail, which is sent at once. */
export type NewAttachment = StoredAttachment & {
  readonly draft: string | null
  readonly isFirst: boolean
  readonly at: Date
}

export type SentAttachment = StoredAttachment & { readonly postId: string }
export type UnsentAttachment = StoredAttachment & { readonly draft: string }

/** Selects the trader's unsent files that belong to a text. */
export type DraftSelection =
  | { readonly ids: readonly string[] }
  | { readonly drafts: readonly string[] }
  /** Selects all but the files of replies. */
  | 'new_ticket'

/** Sent in place of a ticket's id by clients that do not know the ids. */
export const replyDraft = 'post'
/** How many unsent files a trader can have. */
const maxUnsent = 10

const columns = sql`id, user_id as "userId", media_type as type, bytes, title, pages, store`

/** Returns false if the trader has too many unsent files, in all or for this text. */
export async function reserveAttachment(db: Db, file: NewAttachment): Promise<boolean> {
  // A concurrent upload can take the place first.
  for (let attempt = 0; attempt < maxUnsent; attempt += 1) {
    const { rows } = await sql`
      insert into ticket_attachments (id, user_id, draft, place, slot, state, media_type, bytes, title, pages, store, uploaded_at)
      select ${file.id}::uuid, ${file.userId}::bigint, ${file.draft}::text,
             ${file.isFirst ? sql`coalesce(min(u.place), 0) - 1` : sql`coalesce(max(u.place), 0) + 1`}, free.slot, 'uploading',
             ${file.type}::text, ${file.bytes}::integer, ${file.title}::text, ${file.pages}::smallint, ${file.store}::text, ${file.at}::timestamptz
        from (select s as slot from generate_series(0, ${maxUnsent - 1}::integer) s
               where not exists (select from ticket_attachments a where a.user_id = ${file.userId} and a.slot = s)
               order by s limit 1) free
             left join ticket_attachments u on u.user_id = ${file.userId} and u.slot is not null and u.draft = ${file.draft}::text
       group by free.slot having count(u.id) < ${maxPostFiles}
      on conflict do nothing returning id`.execute(db)
    if (rows.length > 0) return true
    if (!(await hasFreePlace(db, file))) return false
  }
  return false
}

async function hasFreePlace(db: Db, { userId, draft }: NewAttachment): Promise<boolean> {
  const { rows } = await sql<{ all: number; own: number }>`
    select count(*)::int as all, count(*) filter (where draft = ${draft}::text)::int as own
      from ticket_attachments where user_id = ${userId} and slot is not null`.execute(db)
  const [used] = rows
  return used !== undefined && used.all < maxUnsent && used.own < maxPostFiles
}

/** Inserts a file of a mail, which takes no slot. */
export async function insertMailedAttachment(db: Db, file: NewAttachment, place: number): Promise<void> {
  await sql`
    insert into ticket_attachments (id, user_id, place, state, media_type, bytes, title, pages, store, uploaded_at)
    values (${file.id}, ${file.userId}, ${place}, 'uploading', ${file.type}, ${file.bytes}, ${file.title}, ${file.pages}, ${file.store}, ${file.at})`.execute(
    db,
  )
}

/** Returns false if the attachment has been removed. */
export async function confirmAttachment(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    update ticket_attachments set state = 'ready' where id = ${id} and state = 'uploading' returning id`.execute(db)
  return rows.length > 0
}

/** Lists unsent files by their place. */
export async function listUnsent(db: Db, userId: number): Promise<UnsentAttachment[]> {
  const { rows } = await sql<UnsentAttachment>`
    select ${columns}, draft from ticket_attachments
     where user_id = ${userId} and slot is not null and state = 'ready' order by draft, place`.execute(db)
  return rows
}

/** Marks unsent files, and returns what has to be deleted. @param id null: all of the trader */
export async function markDeleting(db: Db, userId: number, id: string | null): Promise<StoredAttachment[]> {
  const { rows } = await sql<StoredAttachment>`
    update ticket_attachments set state = 'deleting', slot = null
     where user_id = ${userId} and slot is not null ${id === null ? sql`` : sql`and id = ${id}::uuid`}
    returning ${columns}`.execute(db)
  return rows
}

/** Returns the number of files sent. */
export async function attachUnsent(
  trx: Db,
  userId: number,
  postId: string,
  selection: DraftSelection,
): Promise<number> {
  const { rows } = await sql`
    with chosen as (
      select id, row_number() over (order by ${toOrder(selection)}, id) - 1 as place
        from (select id, place from ticket_attachments
               where user_id = ${userId} and slot is not null and state = 'ready' and ${toCondition(selection)} for update) own
       order by place limit ${maxPostFiles})
    update ticket_attachments a set post_id = ${postId}::uuid, slot = null, draft = null, place = chosen.place
      from chosen where a.id = chosen.id returning a.id`.execute(trx)
  return rows.length
}

function toOrder(selection: DraftSelection): RawBuilder<unknown> {
  return typeof selection === 'object' && 'ids' in selection
    ? sql`array_position(${selection.ids}::uuid[], id)`
    : sql`place`
}

function toCondition(selection: DraftSelection): RawBuilder<unknown> {
  if (selection === 'new_ticket') return sql`draft <> ${replyDraft} and draft !~ '^[0-9a-f]{8}-[0-9a-f-]{27}$'`
  return 'ids' in selection ? sql`id = any(${selection.ids}::uuid[])` : sql`draft = any(${selection.drafts}::text[])`
}

/** Attaches the files of a mail, which `insertMailedAttachment` has put in order. */
export async function attachMailed(trx: Db, postId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update ticket_attachments set post_id = ${postId}::uuid where id = any(${ids}::uuid[]) and post_id is null and state = 'ready'`.execute(
    trx,
  )
}

/** Lists files by post, in their order. */
export async function listSent(db: Db, postIds: readonly string[]): Promise<SentAttachment[]> {
  if (postIds.length === 0) return []
  const { rows } = await sql<SentAttachment>`
    select ${columns}, post_id as "postId" from ticket_attachments
     where post_id = any(${postIds}::uuid[]) order by post_id, place`.execute(db)
  return rows
}

export async function findSent(db: Db, userId: number, postId: string, id: string): Promise<StoredAttachment | null> {
  const { rows } = await sql<StoredAttachment>`
    select ${columns} from ticket_attachments
     where id = ${id}::uuid and post_id = ${postId}::uuid and user_id = ${userId}`.execute(db)
  return rows[0] ?? null
}

/** Finds a sent attachment by its id, whatever its ticket. */
export async function findSentById(db: Db, id: string): Promise<StoredAttachment | null> {
  const { rows } = await sql<StoredAttachment>`
    select ${columns} from ticket_attachments where id = ${id}::uuid and post_id is not null`.execute(db)
  return rows[0] ?? null
}

export async function deleteAttachment(db: Db, id: string): Promise<void> {
  await sql`delete from ticket_attachments where id = ${id}::uuid and post_id is null`.execute(db)
}

type UnsentLimits = { readonly uploadsBefore: Date; readonly unsentBefore: Date }

/** Claims files whose removal or upload was not finished, and files that were never sent. */
export async function claimAbandoned(
  db: Db,
  { uploadsBefore, unsentBefore }: UnsentLimits,
): Promise<StoredAttachment[]> {
  const { rows } = await sql<StoredAttachment>`
    update ticket_attachments set state = 'deleting', slot = null
     where id in (
       select id from ticket_attachments
        where post_id is null and (state = 'deleting' or uploaded_at < ${unsentBefore}
              or (state = 'uploading' and uploaded_at < ${uploadsBefore})
              or (slot is null and uploaded_at < ${uploadsBefore}))
        order by uploaded_at limit 200 for update skip locked)
    returning ${columns}`.execute(db)
  return rows
}

/** Lists files for `resealRows`, by id. */
export async function listStored(db: Db, after: string | null, limit: number): Promise<StoredAttachment[]> {
  const { rows } = await sql<StoredAttachment>`
    select ${columns} from ticket_attachments
     where id > ${after ?? '00000000-0000-0000-0000-000000000000'}::uuid and state = 'ready' order by id limit ${limit}`.execute(
    db,
  )
  return rows
}
