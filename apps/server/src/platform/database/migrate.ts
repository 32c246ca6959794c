import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { StartupError } from '../config/startup-error.ts'

const FOLDER = join(import.meta.dirname, '../../migrations')
const TABLE = 'migrations'

/**
 * Brings the database up to date with `src/migrations/*.sql`, all of them or none; of several servers starting at once one migrates
 * and the others wait.
 * @returns the names of the migrations that ran
 * @throws StartupError when the database cannot be reached or a migration fails
 */
export async function migrateDatabase(databaseUrl: string): Promise<string[]> {
  const client = await connect(databaseUrl)
  try {
    if (!(await hasPendingMigrations(client))) return []
    // Loaded only when there is something to do: it would cost every start 70 ms.
    const { runner } = await import('node-pg-migrate')
    const ran = await runner({
      dbClient: client,
      dir: FOLDER,
      migrationsTable: TABLE,
      direction: 'up',
      advisoryLockMode: 'wait',
      checkOrder: true,
      logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    })
    return ran.map((migration) => migration.name)
  } catch (error) {
    throw new StartupError(`The database could not be brought up to date: ${getErrorMessage(error)}.`)
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
    return !(await hasPendingMigrations(client))
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

async function hasPendingMigrations(client: pg.Client): Promise<boolean> {
  const { rows: tables } = await client.query<{ there: boolean }>(`select to_regclass('${TABLE}') is not null as there`)
  if (!tables[0]?.there) return true
  const { rows } = await client.query<{ name: string }>(`select name from ${TABLE}`)
  const appliedNames = new Set(rows.map((row) => row.name))
  return readdirSync(FOLDER).some((file) => file.endsWith('.sql') && !appliedNames.has(file.slice(0, -'.sql'.length)))
}

function getErrorMessage(error: unknown): string {
  // A refused connection to a name with several addresses has an empty message of its own.
  if (error instanceof AggregateError) return getErrorMessage(error.errors[0])
  return error instanceof Error ? error.message.replace(/\.$/, '') : 'unknown'
}
