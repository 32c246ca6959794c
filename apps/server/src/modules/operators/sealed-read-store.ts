import type { SealedReadKind } from '@tradefront/contract/operator-actions'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

export type SealedRead = {
  readonly id: string
  readonly kind: SealedReadKind
  readonly subjects: string[]
  readonly publicKey: Buffer
}

/** Deletes reads that are a minute old, and claims those that no server works on, oldest first. */
export async function claimSealedReads(db: Db, limit: number): Promise<SealedRead[]> {
  const { rows } = await sql<SealedRead>`
    with forgotten as (
      delete from sealed_reads where created_at < clock_timestamp() - interval '1 minute'
    ), due as (
      select id from sealed_reads
       where sealed is null and failure is null and created_at >= clock_timestamp() - interval '1 minute'
         and (claimed_at is null or claimed_at < clock_timestamp() - interval '10 seconds')
       order by created_at limit ${limit} for update skip locked
    )
    update sealed_reads r set claimed_at = clock_timestamp() from due where r.id = due.id
    returning r.id, r.kind, r.subjects, r.public_key as "publicKey"`.execute(db)
  return rows
}

/** Stores the answer. @param answer sealed bytes, or the text that says why there are none */
export async function updateSealedRead(
  db: Db,
  id: string,
  answer: { readonly sealed: Uint8Array; readonly failure: null } | { readonly sealed: null; readonly failure: string },
): Promise<void> {
  const sealed = answer.sealed && Buffer.from(answer.sealed)
  await db.updateTable('sealed_reads').set({ sealed, failure: answer.failure }).where('id', '=', id).execute()
}
