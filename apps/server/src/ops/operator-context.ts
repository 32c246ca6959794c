import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { createContext, type OpenContext } from '../create-context.ts'
import { systemAccounts } from '../modules/ledger/system-accounts.ts'
import { systemClock } from '../platform/clock.ts'
import { type Config, resolveDataDir, readConfig } from '../platform/config/config.ts'
import { openDatabase } from '../platform/database/database.ts'
import { isSchemaUpToDate } from '../platform/database/migrate.ts'
import { prepareDatabase } from '../platform/database/prepare-database.ts'
import { findRunningLocalDatabase, startLocalPostgres } from '../platform/database/local-postgres.ts'
import { StartupError } from '../platform/config/startup-error.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** How long a command waits for others that use the database that it has started. */
const otherClientsLimitMs = 60_000

/**
 * Opens the same database as a server with this environment, as the role that owns it, which can act without a signature at the desk:
 * `DATABASE_OWNER_URL`, else `DATABASE_URL`, or the local one of `DATA_DIR`. If no server is
 * running on the local database, it is started for this command and stopped by `close`.
 * @throws StartupError with one sentence
 */
export async function openOperatorContext(
  env: Environment,
  printLine: (sentence: string) => void,
  findRunningDatabase = findRunningLocalDatabase,
): Promise<OpenContext> {
  const url = env['DATABASE_OWNER_URL'] || env['DATABASE_URL']
  const running = url
    ? { url, leave: () => Promise.resolve() }
    : await joinLocalDatabase(await findRunningDatabase(resolveDataDir(env), 'owner'))
  if (running !== null) {
    try {
      const config = readConfig(env)
      if (!(await isSchemaUpToDate(running.url)))
        throw new StartupError('The database is older than this command: restart the server with this version first.')
      return openContext(config, running.url, running.leave)
    } catch (error) {
      await running.leave()
      throw error
    }
  }
  const config = readConfig(env)
  printLine(`No server runs on ${config.dataDir}: its database is started for this command and stopped again.`)
  const postgres = await startLocalPostgres({ dataDir: config.dataDir })
  const stop = async () => {
    const lock = await lockOutOtherCommands(postgres.url)
    await postgres.stop()
    await lock.end().catch(() => undefined)
  }
  try {
    await prepareDatabase(postgres, systemAccounts)
    return openContext(config, postgres.ownerUrl, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

function openContext(config: Config, databaseUrl: string, stop: () => Promise<void>): OpenContext {
  const database = openDatabase(databaseUrl, { maxConnections: 4 })
  // Jobs are not started: the servers send the pushes and mails.
  const { context, close } = createContext({
    config: { ...config, publicUrl: config.publicUrl ?? '' },
    secretKey: config.secretKey,
    database,
    databaseUrl,
    clock: systemClock,
    onError: () => undefined,
    onAlert: () => undefined,
  })
  let closing: Promise<void> | null = null
  const closeAll = async () => {
    await close()
    await database.close()
    await stop()
  }
  return {
    context,
    close: () => {
      closing ??= closeAll()
      return closing
    },
  }
}

/** Key of an advisory lock: shared by commands that use the local database, exclusive for the one that stops it. */
const localDatabaseLock = 7_403_127

/**
 * Connects to the local database if it is running. The lock is held until `leave`, so that another command which started the
 * database does not stop it in between.
 */
async function joinLocalDatabase(url: string | null): Promise<{ url: string; leave: () => Promise<void> } | null> {
  if (url === null) return null
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  const leave = () => client.end().catch(() => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ joined: boolean }>('select pg_try_advisory_lock_shared($1) as joined', [
      localDatabaseLock,
    ])
    if (rows[0]?.joined) return { url, leave }
  } catch {
    // The database was stopped a moment ago.
  }
  await leave()
  return null
}

/** Waits until no other client is connected, and lets no other command join. The lock ends with the connection. */
async function lockOutOtherCommands(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  for (const until = Date.now() + otherClientsLimitMs; Date.now() < until; await sleep(50)) {
    const { rows } = await client.query<{ alone: boolean }>(
      `select pg_try_advisory_lock($1) and not exists (
         select 1 from pg_stat_activity where datname = current_database()
            and backend_type = 'client backend' and pid <> pg_backend_pid()) as alone`,
      [localDatabaseLock],
    )
    if (rows[0]?.alone) break
  }
  return client
}
