import { sql } from 'kysely'

import type { Db } from '../database/database.ts'

export async function insertBackup(db: Db, madeAt: Date, bytes: number): Promise<void> {
  await db.insertInto('backups').values({ made_at: madeAt, bytes }).execute()
}

/** Returns when `npm run ops -- backup` has made the newest backup. Null: none. */
export async function findNewestBackup(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ madeAt: Date | null }>`select max(made_at) as "madeAt" from backups`.execute(db)
  return rows[0]?.madeAt ?? null
}
