import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { StartupError } from '../config/startup-error.ts'

const FOLDER = join(import.meta.dirname, '../../migrations')
const TABLE = 'migrations'

/**
 * Runs the pending migrations in one transaction. If several servers start at once, one migrates and the others wait.
 * @returns the names of the migrations that ran
 * @throws StartupError when the database cannot be reached, or a migration fails or sorts before one that already ran
 */
export async function migrateDatabase(databaseUrl: string, folder = FOLDER): Promise<string[]> {
  const client = await connect(databaseUrl)
  try {
    if (!(await hasPendingMigrations(client, folder))) return []
    // Loaded on demand, because it takes 70 ms.
    const { runner } = await import('node-pg-migrate')
    const ran = await runner({
      dbClient: client,
      dir: folder,
      migrationsTable: TABLE,
      direction: 'up',
      advisoryLockMode: 'wait',
      checkOrder: true,
      singleTransaction: true,
      logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    })
    if (ran.length > 0) await analyzeGrownTables(client)
    return ran.map((migration) => migration.name)
  } catch (error) {
    throw new StartupError(`The database could not be migrated: ${getErrorMessage(error)}.`)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Whether the database has every migration of this version.
 * @throws StartupError when it cannot be reached
 */
export async function isSchemaUpToDate(databaseUrl: string): Promise<boolean> {
  const client = await connect(databaseUrl)
  try {
    return !(await hasPendingMigrations(client, FOLDER))
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function connect(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    const { host, pathname } = new URL(databaseUrl)
    throw new StartupError(`The database ${pathname.slice(1)} at ${host} cannot be reached: ${getErrorMessage(error)}.`)
  }
}

async function hasPendingMigrations(client: pg.Client, folder: string): Promise<boolean> {
  const { rows: tables } = await client.query<{ there: boolean }>(`select to_regclass('${TABLE}') is not null as there`)
  if (!tables[0]?.there) return true
  const { rows } = await client.query<{ name: string }>(`select name from ${TABLE}`)
  const applied = new Set(rows.map((row) => row.name))
  return readdirSync(folder).some((file) => file.endsWith('.sql') && !applied.has(file.slice(0, -'.sql'.length)))
}

/**
 * Updates the planner's statistics of all tables that have 10 pages or more. Smaller ones are left alone: PostgreSQL plans
 * for 10 pages when a table was never analyzed, which leads to index scans, but for the actual size once it was, which
 * leads to sequential scans. Prepared statements keep these plans while the table grows, until the next autoanalyze.
 */
async function analyzeGrownTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace
        and pg_relation_size(oid) >= 10 * current_setting('block_size')::integer`,
  )
  if (rows.length > 0) await client.query(`analyze ${rows.map(({ name }) => name).join(', ')}`)
}

function getErrorMessage(error: unknown): string {
  // The error of a host name with several addresses has an empty message.
  if (error instanceof AggregateError) return getErrorMessage(error.errors[0])
  return error instanceof Error ? error.message.replace(/\.$/, '') : 'unknown'
}
