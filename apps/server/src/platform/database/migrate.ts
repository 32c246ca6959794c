import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import type { MigrationBuilder } from 'node-pg-migrate'
import pg from 'pg'

import { StartupError } from '../config/startup-error.ts'
import { applyRepeatables, hasPendingRepeatables, readRepeatableFiles } from './repeatable-sql.ts'

const SOURCE_FOLDER = join(import.meta.dirname, '../..')
const TABLE = 'migrations'
const SCHEMA_LOCK = 7_420_032

/**
 * Runs pending migrations, then the functions, triggers and views whose files have changed. One transaction and a lock: servers can start
 * at once.
 * @returns the names of the migrations and files
 * @throws StartupError if one fails, or if a migration sorts before an applied one, or was changed after it was applied
 */
export async function updateSchema(client: pg.Client, sourceFolder = SOURCE_FOLDER): Promise<string[]> {
  try {
    await client.query('select pg_advisory_lock($1)', [SCHEMA_LOCK])
    await refuseChangedMigrations(client, sourceFolder)
    if (!(await hasPendingChanges(client, sourceFolder))) return []
    await client.query('begin')
    const migrations = await runMigrations(client, sourceFolder)
    await keepHashes(client, sourceFolder)
    const files = await applyRepeatables(client, readRepeatableFiles(sourceFolder))
    await client.query('commit')
    if (migrations.length > 0) await analyzeGrownTables(client)
    return [...migrations, ...files]
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw new StartupError(`The database could not be migrated: ${getErrorMessage(error)}.`)
  } finally {
    // This also releases the lock of the runner, which cannot do it after an error within our transaction.
    await client.query('select pg_advisory_unlock_all()').catch(() => undefined)
  }
}

/** Runs migrations within the caller's transaction. */
async function runMigrations(client: pg.Client, sourceFolder: string): Promise<string[]> {
  // The runner is loaded on demand, because that takes 70 ms.
  const { runner } = await import('node-pg-migrate')
  const ran = await runner({
    dbClient: client,
    dir: join(sourceFolder, 'migrations'),
    migrationsTable: TABLE,
    direction: 'up',
    advisoryLockMode: 'wait',
    checkOrder: true,
    singleTransaction: false,
    migrationLoaderStrategies: [{ extensions: ['.sql'], loader: loadWithoutTransaction }],
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  return ran.map(({ name }) => name)
}

/** Loads migrations so that the runner does not commit them before the functions. */
async function loadWithoutTransaction(paths: readonly string[]) {
  return paths.map((path) => ({
    id: path,
    filePaths: [path],
    actions: {
      up: (pgm: MigrationBuilder) => {
        pgm.noTransaction()
        pgm.sql(readFileSync(path, 'utf8'))
      },
    },
  }))
}

/** Returns whether nothing is pending. @throws StartupError if the database is unreachable */
export async function isSchemaUpToDate(databaseUrl: string): Promise<boolean> {
  const client = await connectToDatabase(databaseUrl)
  try {
    return !(await hasPendingChanges(client))
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Opens a connection. @throws StartupError if the database is unreachable */
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

/** Returns whether a change is pending. Returns false for a database that a newer version has changed. */
export async function hasPendingChanges(client: pg.Client, sourceFolder = SOURCE_FOLDER): Promise<boolean> {
  if (!(await hasTable(client))) return true
  const { rows } = await client.query<{ name: string }>(`select name from ${TABLE}`)
  const applied = new Set(rows.map((row) => row.name))
  const present = listMigrations(sourceFolder)
  if (present.some((name) => !applied.has(name))) return true
  // A newer version has changed this database. Its functions stay, too.
  if (applied.size > present.length) return false
  return hasPendingRepeatables(client, readRepeatableFiles(sourceFolder))
}

/**
 * Refuses a database with changed migrations: they are replaced in place until the first release, so it can have tables that the code does
 * not expect.
 */
async function refuseChangedMigrations(client: pg.Client, sourceFolder: string): Promise<void> {
  if (!(await hasTable(client))) return
  const { rows } = await client.query<{ name: string; hashes: string | null }>(
    `select name, obj_description('${TABLE}'::regclass) as hashes from ${TABLE} order by name`,
  )
  const kept: Record<string, string> = JSON.parse(rows[0]?.hashes ?? '{}')
  const present = hashMigrations(sourceFolder)
  const changed = rows.map(({ name }) => name).filter((name) => name in present && kept[name] !== present[name])
  if (changed.length > 0)
    throw new Error(
      `it was made by another version of ${changed[0]}${changed.length > 1 ? ` and ${changed.length - 1} more migrations` : ''}. Recreate it: delete the data folder, or the database that DATABASE_URL names`,
    )
}

/** Stores the hashes of all migrations in the comment of their table. */
async function keepHashes(client: pg.Client, sourceFolder: string): Promise<void> {
  await client.query(
    `comment on table ${TABLE} is ${client.escapeLiteral(JSON.stringify(hashMigrations(sourceFolder)))}`,
  )
}

function hashMigrations(sourceFolder: string): Record<string, string> {
  return Object.fromEntries(
    listMigrations(sourceFolder).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(sourceFolder, `migrations/${name}.sql`)))
        .digest('base64url')
        .slice(0, 16),
    ]),
  )
}

function listMigrations(sourceFolder: string): string[] {
  return readdirSync(join(sourceFolder, 'migrations'))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => basename(file, '.sql'))
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
