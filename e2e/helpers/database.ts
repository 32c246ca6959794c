import pg from 'pg'

import { type Db, openDatabase } from '../../apps/server/src/platform/database/database.ts'

/** Connections of this worker. The end of its process closes them. */
let owner: pg.Pool | null = null
let ownerDb: Db | null = null

/** Runs a query as the owner, who can create triggers. */
export async function queryDatabase(sql: string, values: readonly unknown[] = []): Promise<Record<string, unknown>[]> {
  owner ??= new pg.Pool({ connectionString: process.env['E2E_OWNER_URL'], max: 2 })
  return (await owner.query(sql, [...values])).rows
}

/** Changes rows whatever the triggers of the tables say: for times, which the database never changes. */
export async function changeFixedRows(sql: string, values: readonly unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: process.env['E2E_SUPERUSER_URL'] })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(sql, [...values])
  } finally {
    await client.end()
  }
}

/** Returns a database for functions of the server that prepare what a test needs, with rights to book what no server would. */
export function getOwnerDb(): Db {
  ownerDb ??= openDatabase(process.env['E2E_OWNER_URL'] ?? '', { maxConnections: 2 }).db
  return ownerDb
}
