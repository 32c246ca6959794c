import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { StartupError } from '../config/startup-error.ts'

const FOLDER = join(import.meta.dirname, '../../migrations')
const TABLE = 'migrations'
/** Session lock: another server sees the migrations only with their hashes. */
const HASH_LOCK = 7_420_032

/**
 * One transaction and a lock: servers can start at once.
 * @throws StartupError if a migration fails, sorts before an applied one, or was changed after it was applied
 */
export async function runPendingMigrations(client: pg.Client, folder = FOLDER): Promise<string[]> {
  try {
    await client.query('select pg_advisory_lock($1)', [HASH_LOCK])
    await refuseChangedMigrations(client, folder)
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
    await keepHashes(client, folder)
    if (ran.length > 0) await analyzeGrownTables(client)
    return ran.map((migration) => migration.name)
  } catch (error) {
    throw new StartupError(`The database could not be migrated: ${getErrorMessage(error)}.`)
  } finally {
    await client.query('select pg_advisory_unlock($1)', [HASH_LOCK]).catch(() => undefined)
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
  if (!(await hasTable(client))) return true
  const { rows } = await client.query<{ name: string }>(`select name from ${TABLE}`)
  const applied = new Set(rows.map((row) => row.name))
  return readdirSync(folder).some((file) => file.endsWith('.sql') && !applied.has(file.slice(0, -'.sql'.length)))
}

/** Migrations are replaced in place until the first release, so a database can have tables that the code does not expect. */
async function refuseChangedMigrations(client: pg.Client, folder: string): Promise<void> {
  if (!(await hasTable(client))) return
  const { rows } = await client.query<{ name: string; hashes: string | null }>(
    `select name, obj_description('${TABLE}'::regclass) as hashes from ${TABLE} order by name`,
  )
  const kept: Record<string, string> = JSON.parse(rows[0]?.hashes ?? '{}')
  const present = hashMigrations(folder)
  const changed = rows.map(({ name }) => name).filter((name) => name in present && kept[name] !== present[name])
  if (changed.length > 0)
    throw new Error(
      `it was made by another version of ${changed[0]}${changed.length > 1 ? ` and ${changed.length - 1} more migrations` : ''}. Recreate it: delete the data folder, or the database that DATABASE_URL names`,
    )
  // Before the others run, so that a crash cannot separate them from their hashes.
  if (Object.keys(present).some((name) => !(name in kept))) await keepHashes(client, folder)
}

/** Of all migrations, in the comment of their table. */
async function keepHashes(client: pg.Client, folder: string): Promise<void> {
  await client.query(`comment on table ${TABLE} is ${client.escapeLiteral(JSON.stringify(hashMigrations(folder)))}`)
}

function hashMigrations(folder: string): Record<string, string> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  return Object.fromEntries(
    files.map((file) => [
      file.slice(0, -'.sql'.length),
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('base64url')
        .slice(0, 16),
    ]),
  )
}

async function hasTable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('${TABLE}') is not null as there`)
  return rows[0]?.there === true
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
