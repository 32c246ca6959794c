import type { FileType } from '@tradefront/rules/documents/file-type'
import { type DocumentKind, maxPendingFiles, type RefusalReason } from '@tradefront/rules/documents/limits'
import { type FileState, getVerificationLevel } from '@tradefront/rules/documents/document-state'
import { sql } from 'kysely'

import { auditCte, type Operator } from '../../platform/audit.ts'
import type { BlobStoreName } from '../../platform/storage/blob-store.ts'
import type { Db } from '../../platform/database/database.ts'

/** A stored file of a trader. */
export type StoredFile = {
  readonly id: string
  readonly userId: number
  readonly kind: DocumentKind
  readonly state: FileState
  readonly type: FileType
  readonly bytes: number
  readonly store: BlobStoreName
  readonly sentAt: Date
  readonly reason: RefusalReason | null
}

/** A file whose row and bytes do not belong together: half stored or half removed. */
export type UnfinishedFile = Pick<StoredFile, 'id' | 'userId' | 'store'>

export type Decision =
  | { readonly approve: true; readonly reason: null }
  | { readonly approve: false; readonly reason: RefusalReason }

const columns = [
  'id',
  'user_id as userId',
  'kind',
  'state',
  'media_type as type',
  'bytes',
  'store',
  'sent_at as sentAt',
  'reason',
] as const
const countedStates = ['sent', 'approved', 'refused'] as const

/** The table's own checks allow no other. */
type NarrowedColumns = Pick<StoredFile, 'kind' | 'state' | 'type' | 'store' | 'reason'>

/** Whom a decision concerns, and whether it made them verified. */
export type DecisionRecipient = { readonly email: string; readonly language: string; readonly isVerifiedNow: boolean }

export type DocumentsStore = ReturnType<typeof createDocumentsStore>

export function createDocumentsStore(db: Db) {
  const files = () =>
    db.selectFrom('documents').select(columns).where('state', 'in', countedStates).$narrowType<NarrowedColumns>()

  return {
    /** The files that count, oldest first. */
    listFiles: (userId: number): Promise<StoredFile[]> =>
      files().where('user_id', '=', userId).orderBy('sent_at').orderBy('id').execute(),

    findFile: async (userId: number, id: string): Promise<StoredFile | null> =>
      (await files().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst()) ?? null,

    /** Whether a saved card can be charged, so that its picture is asked for. */
    hasCard: async (userId: number): Promise<boolean> => {
      const row = await db
        .selectFrom('cards')
        .where('user_id', '=', userId)
        .where('replaced_at', 'is', null)
        .select('id')
        .executeTakeFirst()
      return row !== undefined
    },

    /** Takes a free place for a file that is about to be stored; false where none is free. */
    reserveSlot: async (file: Omit<StoredFile, 'state' | 'reason'>): Promise<boolean> => {
      // Another upload may take the place that was free a moment ago: then the next one is looked for.
      for (let attempts = 0; attempts < maxPendingFiles[file.kind]; attempts += 1) {
        const { rows } = await sql<{ id: string }>`
          insert into documents (id, user_id, kind, slot, state, media_type, bytes, store, sent_at)
          select ${file.id}::uuid, ${file.userId}::bigint, ${file.kind}::text, slot, 'arriving', ${file.type}::text,
                 ${file.bytes}::integer, ${file.store}::text, ${file.sentAt}::timestamptz
            from generate_series(0, ${maxPendingFiles[file.kind] - 1}::integer) as slot
           where not exists (select 1 from documents d where d.user_id = ${file.userId} and d.kind = ${file.kind}
                              and d.slot = slot.slot and d.state in ('arriving', 'sent'))
           order by slot limit 1
          on conflict do nothing returning id`.execute(db)
        if (rows.length > 0) return true
      }
      return false
    },

    /** The store has the bytes: now the file is there. False where the row is gone meanwhile. */
    confirmUpload: async (id: string): Promise<boolean> => {
      const done = await db
        .updateTable('documents')
        .set({ state: 'sent' })
        .where('id', '=', id)
        .where('state', '=', 'arriving')
        .executeTakeFirst()
      return done.numUpdatedRows > 0
    },

    /** Gives an upload up that could not be stored: its place is free again. */
    abortUpload: async (id: string): Promise<void> => {
      await db
        .updateTable('documents')
        .set({ state: 'leaving' })
        .where('id', '=', id)
        .where('state', '=', 'arriving')
        .execute()
    },

    /** Begins to remove a file of the trader that was not accepted; false where there is none. */
    markDeleting: async (userId: number, id: string): Promise<boolean> => {
      const done = await db
        .updateTable('documents')
        .set({ state: 'leaving' })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('state', 'in', ['sent', 'refused'])
        .executeTakeFirst()
      return done.numUpdatedRows > 0
    },

    /** Ends a row whose bytes are gone, or never came. */
    deleteFile: async (id: string): Promise<void> => {
      await db.deleteFrom('documents').where('id', '=', id).where('state', 'in', ['arriving', 'leaving']).execute()
    },

    /** What was left half done: removals, and uploads that began before `before`. */
    listUnfinished: (before: Date): Promise<UnfinishedFile[]> =>
      db
        .selectFrom('documents')
        .select(['id', 'user_id as userId', 'store'])
        .where((or) =>
          or.or([or('state', '=', 'leaving'), or.and([or('state', '=', 'arriving'), or('sent_at', '<', before)])]),
        )
        .$narrowType<Pick<StoredFile, 'store'>>()
        .limit(200)
        .execute(),

    /** Files that wait to be looked at, oldest first, with whose they are. */
    listPending: () =>
      db
        .selectFrom('documents as d')
        .innerJoin('users as u', 'u.id', 'd.user_id')
        .where('d.state', '=', 'sent')
        .select([
          'd.id',
          'd.user_id as userId',
          'u.email',
          'd.kind',
          'd.media_type as type',
          'd.bytes',
          'd.store',
          'd.sent_at as sentAt',
        ])
        .$narrowType<Pick<StoredFile, 'kind' | 'type' | 'store'>>()
        .orderBy('d.sent_at')
        .limit(500)
        .execute(),

    /** Writes down that an operator looks at a file. */
    insertViewAudit: async ({ id, userId, kind }: StoredFile, by: Operator, at: Date): Promise<void> => {
      const entry = {
        by,
        action: 'documents.view',
        subject: `user:${userId}`,
        before: null,
        after: { kind, file: id },
        at,
      }
      await sql`with ${auditCte(entry)} select 1`.execute(db)
    },

    /**
     * Accepts or refuses the files `ids` of one kind, all of them or none, with its audit entry. What stood before of this kind
     * is superseded: everything by an acceptance, an older refusal by a refusal. An acceptance may raise the verification.
     * @param sendEmail what is written to the trader, in the same transaction
     * @returns false where one of them does not wait any more
     */
    decideFiles: (
      file: Pick<StoredFile, 'userId' | 'kind'>,
      ids: readonly string[],
      { approve, reason }: Decision,
      by: Operator,
      at: Date,
      sendEmail: (recipient: DecisionRecipient, on: Db) => Promise<void>,
    ): Promise<boolean> =>
      db
        .transaction()
        .execute(async (trx) => {
          const { userId, kind } = file
          const user = await trx
            .selectFrom('users')
            .where('id', '=', userId)
            .select(['verification', 'email', 'language'])
            .forUpdate()
            .executeTakeFirstOrThrow()
          const done = await trx
            .updateTable('documents')
            .set({ state: approve ? 'approved' : 'refused', decided_at: at, reason })
            .where('user_id', '=', userId)
            .where('kind', '=', kind)
            .where('state', '=', 'sent')
            .where('id', 'in', ids)
            .executeTakeFirst()
          if (Number(done.numUpdatedRows) !== ids.length) throw new ConcurrentDecisionError()
          await trx
            .updateTable('documents')
            .set({ state: 'superseded' })
            .where('user_id', '=', userId)
            .where('kind', '=', kind)
            .where('state', 'in', approve ? ['approved', 'refused'] : ['refused'])
            .where('id', 'not in', ids)
            .execute()
          const verification = approve ? await raiseVerification(trx, userId, user.verification) : user.verification
          const entry = {
            by,
            action: approve ? 'documents.approve' : 'documents.refuse',
            subject: `user:${userId}`,
            before: { verification: user.verification },
            after: { verification, kind, files: ids, reason },
            at,
          }
          await sql`with ${auditCte(entry)} select 1`.execute(trx)
          const isVerifiedNow = verification === 'Full' && user.verification !== 'Full'
          await sendEmail({ email: user.email, language: user.language, isVerifiedNow }, trx)
          return true
        })
        .catch((error: unknown) => {
          if (error instanceof ConcurrentDecisionError) return false
          throw error
        }),
  }
}

/** Ends the transaction of a decision that came too late. */
class ConcurrentDecisionError extends Error {}

/** Sets how far verification has come by what is accepted now; it is never lowered here. */
async function raiseVerification(trx: Db, userId: number, current: string): Promise<string> {
  const approved = await trx
    .selectFrom('documents')
    .where('user_id', '=', userId)
    .where('state', '=', 'approved')
    .select('kind')
    .$narrowType<{ kind: DocumentKind }>()
    .execute()
  const card = await trx
    .selectFrom('cards')
    .where('user_id', '=', userId)
    .where('replaced_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  const reached = getVerificationLevel(new Set(approved.map(({ kind }) => kind)), card !== undefined)
  if (current === 'Full' || reached === 'None') return current
  await trx.updateTable('users').set({ verification: reached }).where('id', '=', userId).execute()
  return reached
}
