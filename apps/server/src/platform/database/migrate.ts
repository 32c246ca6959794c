import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { StartupError } from '../config/startup-error.ts'

const FOLDER = join(import.meta.dirname, '../../migrations')
const TABLE = 'migrations'

/**
 * One transaction and a lock: servers can start at once.
 * @throws StartupError if a migration fails or sorts before an applied one
 */
export async function runPendingMigrations(client: pg.Client, folder = FOLDER): Promise<string[]> {
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
  }
}

/** @throws StartupError if the database is unreachable */
export async function isSchemaUpToDate(databaseUrl: string): Promise<boolean> {
  const client = await connectToDatabase(databaseUrl)
  try {
    return !(await hasPendingMigrations(client))
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** @throws StartupError if the database is unreachable */
export async function connectToDatabase(databaseUrl: string): Promise<pg.Client> {
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

export async function hasPendingMigrations(client: pg.Client, folder = FOLDER): Promise<boolean> {
  const { rows: tables } = await client.query<{ there: boolean }>(`select to_regclass('${TABLE}') is not null as there`)
  if (!tables[0]?.there) return true
  const { rows } = await client.query<{ name: string }>(`select name from ${TABLE}`)
  const applied = new Set(rows.map((row) => row.name))
  return readdirSync(folder).some((file) => file.endsWith('.sql') && !applied.has(file.slice(0, -'.sql'.length)))
}

/**
 * Updates planner statistics of tables with 10 or more pages. PostgreSQL plans for 10 pages when a table was never analyzed. Analyzing a
 * small one would lead prepared statements to sequential scans until the next autoanalyze.
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
