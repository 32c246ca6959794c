import { findFreePort } from '@tradefront/local-postgres/free-port'
import { setTimeout as sleep } from 'node:timers/promises'

import { StartupError } from '../platform/config/startup-error.ts'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { findRunningLocalDatabase } from '../platform/database/local-postgres.ts'
import { describeError } from '../platform/http/errors.ts'
import { listen } from '../platform/http/listen.ts'
import { type Closable, closeAll } from '../platform/lifecycle/shutdown.ts'
import { tellParent } from '../platform/lifecycle/tell-parent.ts'
import { openLog } from '../platform/logging/log.ts'
import { buildDesk } from './build-desk.ts'
import { createDeskChanges } from './desk-changes.ts'
import { type DeskConfig, readDeskConfig } from './desk-config.ts'

/** How long the desk waits for a server to start the local database and prepare it. */
const databaseLimitMs = 120_000

/**
 * Starts the operators' desk, a process with its own address and database role. If it cannot start, prints one sentence and exits with code
 * 1.
 */
export async function startDesk(): Promise<void> {
  const closables: Closable[] = []
  let isEnding = false
  const shutDown = async (code: number, message?: string) => {
    if (isEnding) return
    isEnding = true
    if (message !== undefined) process.stderr.write(`${message}\n`)
    await closeAll(closables.toReversed())
    process.exit(code)
  }
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => void shutDown(0))
  try {
    const config = readDeskConfig()
    const log = openLog()
    closables.push({ name: 'log', close: log.close, limitMs: 3000 })
    const { database, url } = await openDeskDatabase(config)
    closables.push({ name: 'database', close: database.close, limitMs: 2000 })
    const changes = createDeskChanges(url, reportError)
    closables.push({ name: 'changes', close: changes.stop, limitMs: 2000 })
    const http = await buildDesk({ db: database.db, changes, config }, { ...config, logStream: log.stream })
    closables.push({ name: 'desk', close: () => http.close(), limitMs: 12_000 })
    const port = config.port === 0 ? await findFreePort() : config.port
    await listen(http, { host: config.host, port, setting: 'DESK_PORT' })
    process.stdout.write(`The operators’ desk is ready at ${config.origin}\n`)
    tellParent({ ready: config.origin })
  } catch (error) {
    if (isEnding) return
    if (!(error instanceof StartupError)) reportError(error)
    await shutDown(1, error instanceof StartupError ? error.message : 'The desk could not start.')
  }
}

const reportError = (error: unknown) => void process.stderr.write(`${JSON.stringify(describeError(error))}\n`)

/** Waits until a server has started the database and given the desk's role its rights. */
async function openDeskDatabase({
  databaseUrl,
  dataDir,
}: DeskConfig): Promise<{ readonly database: Database; readonly url: string }> {
  for (const until = Date.now() + databaseLimitMs; ; await sleep(500)) {
    const url = databaseUrl ?? (await findRunningLocalDatabase(dataDir, 'desk').catch(() => null))
    if (url !== null && (await isPrepared(url))) return { url, database: openDatabase(url, { maxConnections: 10 }) }
    if (Date.now() > until)
      throw new StartupError('The database is not there, or not ready for the desk: start the server first.')
  }
}

async function isPrepared(url: string): Promise<boolean> {
  const database = openDatabase(url, { maxConnections: 1 })
  try {
    await database.db.selectFrom('operator_names').select('id').limit(1).execute()
    return true
  } catch {
    return false
  } finally {
    await database.close()
  }
}
