import type { SavedView } from '@tradefront/contract/desk-views'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

// Calls of the functions in `sql` about saved views. `secret` is the value of the session's cookie.

export async function listViews(db: Db, secret: Buffer): Promise<SavedView[]> {
  const { rows } = await sql<SavedView>`select id, name, address from list_operator_views(${secret})`.execute(db)
  return rows
}

/** @throws a database error by `operator_views_many` */
export async function saveView(db: Db, secret: Buffer, { id, name, address }: SavedView): Promise<void> {
  await sql`select save_operator_view(${secret}, ${id}::uuid, ${name}, ${address})`.execute(db)
}

export async function removeView(db: Db, secret: Buffer, id: string): Promise<void> {
  await sql`select remove_operator_view(${secret}, ${id}::uuid)`.execute(db)
}
