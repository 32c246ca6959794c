import { resolve } from 'node:path'

import { copyCluster } from '@tradefront/local-postgres/copy-cluster'
import { LocalPostgresError } from '@tradefront/local-postgres/local-postgres-error'
import { sql } from 'kysely'

import type { AppContext } from '../../context.ts'
import { parseSettings, resolveDataDir } from '../../platform/config/config.ts'
import { environmentSchema } from '../../platform/config/environment.ts'
import { createSeal, splitSecretKeys } from '../../platform/crypto/seal.ts'
import { insertBackup } from '../../platform/recovery/backups.ts'
import { writeBackupFile } from '../backup/backup-file.ts'
import { checkClientTool, dumpDatabase } from '../backup/client-tools.ts'
import { restoreDatabase, restoreDataFolder } from '../backup/restore-backup.ts'
import { CliError, usageError } from '../cli/cli-error.ts'
import type { OperatorCommand } from '../cli/operator-command.ts'
import type { Terminal } from '../cli/terminal.ts'

type Environment = Readonly<Record<string, string | undefined>>

const keyPurpose = 'backup'

const backupDescription = `Write a backup into FOLDER (default: BACKUP_DIR), while the servers work: the whole database with documents, unless they are in a bucket, sealed with a key that is derived from SECRET_KEY. SECRET_KEY itself is not in it: keep it elsewhere. The file is tradefront-TIME.backup, and has another name until it is complete.

The embedded PostgreSQL needs nothing else. For the database of DATABASE_URL, PATH must have pg_dump of its version.`

const restoreDescription = `Restore a backup into DATA_DIR, which must be empty or not exist, or into the empty database of DATABASE_OWNER_URL. SECRET_KEY must be the key of that time, alone or after a new one and a comma. A backup that was changed or is not complete is refused, and nothing is written.

What was restored is in quarantine: the servers start, but no money moves, no trader gets mail and no webhook is taken, until two operators end the quarantine at the desk under Recovery.`

export function addBackupCommands(program: OperatorCommand, terminal: Terminal, env: Environment): void {
  program
    .command('backup')
    .argument('[FOLDER]', 'where the backup is written')
    .summary('write a backup of the database')
    .description(backupDescription)
    .handle(async ({ app, print }, folder) => {
      const target = folder ?? app.config.backupDir
      if (target === undefined) throw usageError('Name the folder for the backup, or set BACKUP_DIR.')
      const { file, bytes } = await makeBackup(app, resolve(target), env)
      const bucket = app.config.s3 ? ' Documents are in the bucket, and not in it.' : ''
      print({ file, bytes }, `Wrote ${file} (${(bytes / 1e6).toFixed(1)} MB).${bucket}\n`)
    })
  program
    .command('restore')
    .argument('<FILE>', 'the backup')
    .summary('restore a backup, in quarantine')
    .description(restoreDescription)
    .action(async (file: string) => {
      const keys = readBackupKeys(env)
      const ownerUrl = env['DATABASE_OWNER_URL'] || env['DATABASE_URL']
      const dataDir = resolveDataDir(env)
      const madeAt = ownerUrl
        ? await restoreDatabase(resolve(file), keys, ownerUrl, env)
        : await restoreDataFolder(resolve(file), keys, dataDir)
      terminal.out(
        `Restored the backup of ${madeAt.toISOString()} into ${ownerUrl ? 'the database of DATABASE_OWNER_URL' : dataDir}. It is in quarantine: start the servers, compare it with the statements of all processors, and end the quarantine at the desk under Recovery.\n`,
      )
    })
}

async function makeBackup(
  app: AppContext,
  folder: string,
  env: Environment,
): Promise<{ readonly file: string; readonly bytes: number }> {
  const madeAt = app.clock.now()
  const name = `tradefront-${madeAt.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup`
  const file = resolve(folder, name)
  const key = app.seal.deriveKey(keyPurpose)
  const url = env['DATABASE_OWNER_URL'] || env['DATABASE_URL']
  try {
    let bytes: number
    if (url) {
      await checkClientTool('pg_dump', await readMajorVersion(app), env)
      const head = { kind: 'dump', madeAt: madeAt.toISOString(), password: '' } as const
      bytes = await writeBackupFile(file, key, head, dumpDatabase(url, env))
    } else {
      const { password, files } = await copyCluster(resolveDataDir(env))
      bytes = await writeBackupFile(file, key, { kind: 'cluster', madeAt: madeAt.toISOString(), password }, files)
    }
    await insertBackup(app.db, madeAt, bytes)
    return { file, bytes }
  } catch (error) {
    if (error instanceof LocalPostgresError) throw new CliError(`No backup was made. ${error.message}`)
    throw error
  }
}

async function readMajorVersion({ db }: AppContext): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(db)
  return Math.floor((rows[0]?.version ?? 0) / 10_000)
}

function readBackupKeys(env: Environment): Buffer[] {
  const { SECRET_KEY: keys } = parseSettings(environmentSchema.pick({ SECRET_KEY: true }), env)
  if (!keys)
    throw new CliError(
      'Set SECRET_KEY to the key that the servers had when the backup was made. If it was generated, it is in the file secret-key of their DATA_DIR.',
    )
  return splitSecretKeys(keys).map((key) => createSeal(key).deriveKey(keyPurpose))
}
