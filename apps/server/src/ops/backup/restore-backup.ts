import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

import { LocalPostgresError } from '@tradefront/local-postgres/local-postgres-error'
import { createClusterWriter } from '@tradefront/local-postgres/restore-cluster'
import pg from 'pg'

import { skipAddresses } from '../../modules/crypto/service.ts'
import { endOperatorSessions } from '../../modules/operators/service.ts'
import { startLocalPostgres } from '../../platform/database/local-postgres.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { getErrorCode } from '../../platform/error-code.ts'
import { insertQuarantine } from '../../platform/recovery/quarantine.ts'
import { CliError } from '../cli/cli-error.ts'
import type { OpenArchive } from './archive.ts'
import { openBackupFile, syncFolder } from './backup-file.ts'
import { checkClientTool, restoreDump } from './client-tools.ts'

type Environment = Readonly<Record<string, string | undefined>>
/** The recovery reads the write-ahead log, and writes all files to the disk. */
const recoveryLimitMs = 3_600_000

/**
 * Restores a backup of the embedded PostgreSQL into a data folder that is empty or does not exist. All is written beside it, recovered, marked
 * as being in quarantine and stopped, and only then gets its name.
 * @returns when the backup was made
 * @throws CliError with one sentence; the data folder is then as before
 */
export async function restoreDataFolder(file: string, keys: readonly Buffer[], dataDir: string): Promise<Date> {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new CliError(`${dataDir} is not empty: set DATA_DIR to a folder that is, or does not exist.`)
  const archive = await openBackupFile(file, keys)
  if (archive.head.kind !== 'cluster')
    throw new CliError(
      'This is a backup of a database of DATABASE_URL: set DATABASE_OWNER_URL to an empty database of PostgreSQL.',
    )
  const temporary = `${dataDir}.restoring-${process.pid}`
  let cluster: string | null = null
  try {
    mkdirSync(temporary, { recursive: true })
    // The user that PostgreSQL runs as must be able to enter it.
    chmodSync(temporary, existsSync(dataDir) ? statSync(dataDir).mode : 0o755)
    cluster = await writeCluster(archive, temporary, (folder) => {
      cluster = folder
    })
    await recover(temporary, new Date(archive.head.madeAt))
    renameSync(temporary, dataDir)
    await syncFolder(dirname(dataDir))
  } catch (error) {
    for (const folder of [temporary, cluster]) if (folder !== null) rmSync(folder, { recursive: true, force: true })
    if (error instanceof LocalPostgresError) throw new CliError(error.message)
    throw explainFolderError(error, dataDir)
  }
  return new Date(archive.head.madeAt)
}

/** The folder cannot be written beside DATA_DIR or get its name, e.g. because DATA_DIR is itself a mounted volume. */
export function explainFolderError(error: unknown, dataDir: string): unknown {
  const code = getErrorCode(error)
  if (code !== 'EXDEV' && code !== 'EBUSY' && code !== 'EACCES') return error
  return new CliError(
    `Set DATA_DIR to a folder inside of the volume: ${dataDir} cannot be replaced by the restored folder, which is written beside it (${code}). Nothing was restored.`,
  )
}

async function writeCluster(
  { head, files }: OpenArchive,
  folder: string,
  onCreated: (cluster: string) => void,
): Promise<string> {
  const writer = await createClusterWriter(folder, head.password)
  onCreated(writer.cluster)
  for await (const file of files) await writer.write(file)
  return writer.cluster
}

async function recover(folder: string, madeAt: Date): Promise<void> {
  const postgres = await startLocalPostgres({ dataDir: folder, recoveryLimitMs })
  try {
    await writeMark(postgres.ownerUrl, madeAt)
  } finally {
    await postgres.stop()
  }
}

/** More addresses of coins than a site hands out between a backup and its restore. */
const skippedAddresses = 10_000

/**
 * Puts the database into quarantine. Addresses of coins that were handed out after the backup are skipped, because each belongs to one
 * invoice for ever. It also ends the sessions of operators, because an operator can have logged out since the backup.
 */
async function writeMark(ownerUrl: string, madeAt: Date): Promise<void> {
  const database = openDatabase(ownerUrl, { maxConnections: 1 })
  try {
    await database.db.transaction().execute(async (trx) => {
      await insertQuarantine(trx, 'restored', madeAt)
      await skipAddresses(trx, skippedAddresses)
      await endOperatorSessions(trx)
    })
  } finally {
    await database.close()
  }
}

/**
 * Restores a dump into an empty database. The whole backup is read before the database is touched.
 * @returns when the backup was made @throws CliError with one sentence
 */
export async function restoreDatabase(
  file: string,
  keys: readonly Buffer[],
  ownerUrl: string,
  env: Environment,
): Promise<Date> {
  const client = new pg.Client({ connectionString: ownerUrl })
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; tables: number }>(
      `select current_setting('server_version_num')::int as version,
              (select count(*)::int from pg_tables where schemaname = 'public') as tables`,
    )
    const [{ version, tables } = { version: 0, tables: 1 }] = rows
    if (tables > 0) throw new CliError('The database of DATABASE_OWNER_URL is not empty: create a new one.')
    await checkClientTool('pg_restore', Math.floor(version / 10_000), env)
    const { head } = await readToEnd(file, keys)
    if (head.kind !== 'dump')
      throw new CliError(
        'This is a backup of an embedded PostgreSQL: restore it into a DATA_DIR, without DATABASE_URL and DATABASE_OWNER_URL.',
      )
    await restoreDump(ownerUrl, (await openBackupFile(file, keys)).files, env)
    const madeAt = new Date(head.madeAt)
    try {
      await client.query('create schema if not exists pgboss')
      await writeMark(ownerUrl, madeAt)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new CliError(
        `The database was restored, but could not be marked as being in quarantine. Start no server: drop the database and restore again. (${why})`,
      )
    }
    return madeAt
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Reads all files, which checks them. */
async function readToEnd(file: string, keys: readonly Buffer[]): Promise<OpenArchive> {
  const archive = await openBackupFile(file, keys)
  for await (const { read } of archive.files) if (read !== undefined) for await (const _chunk of read());
  return archive
}
