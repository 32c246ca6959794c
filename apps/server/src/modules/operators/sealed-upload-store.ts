import { sql } from 'kysely'

import type { AppContext } from '../../context.ts'
import type { Db } from '../../platform/database/database.ts'
import { createServerReaderKey } from './answer-sealed-reads.ts'

/** @param secret of the session @throws a database error by `sealed_uploads_many` */
export async function storeSealedUpload(db: Db, secret: Buffer, id: string, sealed: Buffer): Promise<void> {
  await sql`select store_sealed_upload(${secret}, ${id}::uuid, ${sealed})`.execute(db)
}

/** What an operator's browser has sealed. Null: it is gone, or was sealed for something else. */
export async function openSealedUpload(context: AppContext, id: string): Promise<Buffer | null> {
  const row = await context.db.selectFrom('sealed_uploads').select('sealed').where('id', '=', id).executeTakeFirst()
  if (row === undefined) return null
  const key = await createServerReaderKey(context)
  try {
    return Buffer.from(await key.open(Uint8Array.from(row.sealed), `upload:${id}`))
  } catch {
    return null
  }
}

export async function deleteSealedUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sealed_uploads').where('id', '=', id).execute()
}
