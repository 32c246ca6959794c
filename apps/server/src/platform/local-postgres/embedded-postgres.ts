import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import * as z from 'zod'
import { type PostgresPaths, findPostgresPaths } from './postgres-binaries.ts'
import {
  SUPERUSER,
  removeStalePidFile,
  findFreePort,
  initCluster,
  isProcessAlive,
  readLastLogLine,
  readPostmaster,
  spawnPostgres,
} from './postgres-process.ts'
import { writeFileIfAbsent } from '../config/write-file-if-absent.ts'
import { StartupError } from '../config/startup-error.ts'

const DATABASE = 'tradefront'
/** Held in a session of the owner: an orphan of a killed server has nobody holding it. */
const OWNER_LOCK = 7_420_031
/** What a SIGKILL left behind (a zombie, backends still ending) is gone by then. */
const RETRY_LIMIT_MS = 5_000
/** Recovery after a crash reads the log of the last minutes. */
const RECOVERY_LIMIT_MS = 60_000
const RETRY_MS = 25
const STOP_LIMIT_MS = 20_000

const clusterStateSchema = z.object({ id: z.string(), port: z.number(), password: z.string() })
type ClusterState = z.infer<typeof clusterStateSchema>

export type EmbeddedPostgres = {
  /** Connection string of the product's database; it stays the same for the life of this object. */
  url: string
  /** PostgreSQL's process, which changes when it had to be started again. */
  pid(): number
  /** Stops PostgreSQL (fast shutdown) and gives the data folder free. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  dataDir: string
  /** Further PostgreSQL settings; tests switch fsync off here. */
  settings?: Record<string, string>
  /** Called once when PostgreSQL is gone and cannot be had back; the server should end. */
  onLost?: (error: Error) => void
}

/**
 * Starts the product's own PostgreSQL in the data folder, or joins the one that a killed server left running, and starts it again should
 * it die while the server lives.
 * @throws StartupError with one sentence: another server owns the folder, or PostgreSQL does not come up
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const state = await loadOrCreateClusterState(options.dataDir)
  const paths = await findPostgresPaths(options.dataDir, state.id)
  const settings = options.settings ?? {}
  let owner = await startAndAcquire(paths, state, settings, options.dataDir)
  let stopping = false

  const restartWhenLost = (current: OwnerConnection): void => {
    current.client.once('end', () => {
      if (stopping) return
      startAndAcquire(paths, state, settings, options.dataDir, true).then(
        (restarted) => {
          owner = restarted
          if (stopping) void stopPostgres(restarted)
          else restartWhenLost(restarted)
        },
        (error: unknown) => options.onLost?.(error instanceof Error ? error : new Error('PostgreSQL was lost')),
      )
    })
  }
  restartWhenLost(owner)

  return {
    url: buildDatabaseUrl(state, DATABASE),
    pid: () => owner.pid,
    stop: async () => {
      if (stopping) return
      stopping = true
      await stopPostgres(owner)
    },
  }
}

/**
 * The address of the embedded database while a server runs on the data folder, for a command that works beside it.
 * @returns null when no server runs there
 * @throws StartupError when nothing was ever kept there
 */
export async function findRunningDatabaseUrl(dataDir: string): Promise<string | null> {
  if (!existsSync(getClusterStatePath(dataDir)))
    throw new StartupError(
      `There is no database in ${dataDir}: set DATA_DIR to the server's data folder, or DATABASE_URL to its database.`,
    )
  const state = await loadOrCreateClusterState(dataDir)
  const running = readPostmaster(await findPostgresPaths(dataDir, state.id))
  if (running === null || !isProcessAlive(running.pid)) return null
  const client = await connect({ ...state, port: running.port })
  if (client === null) return null
  try {
    const { rowCount } = await client.query(
      `select 1 from pg_locks where locktype = 'advisory' and objid = $1 and granted`,
      [OWNER_LOCK],
    )
    return rowCount === 0 ? null : buildDatabaseUrl({ ...state, port: running.port }, DATABASE)
  } finally {
    await client.end().catch(() => undefined)
  }
}

type OwnerConnection = { client: pg.Client; pid: number }

/** One round of start, join and lock; repeated while what a SIGKILL left behind is still going away. */
async function startAndAcquire(
  paths: PostgresPaths,
  state: ClusterState,
  settings: Record<string, string>,
  dataDir: string,
  keepPort = false,
): Promise<OwnerConnection> {
  if (!existsSync(join(paths.cluster, 'PG_VERSION'))) await initCluster(paths, state.password)
  const startedAtMs = Date.now()
  let child: ReturnType<typeof spawnPostgres> | null = null
  let failure = ''
  for (;;) {
    const running = readPostmaster(paths)
    if (running && isProcessAlive(running.pid)) {
      const client = await connect({ ...state, port: running.port }).catch((error: unknown) => {
        child?.kill('SIGINT')
        throw error
      })
      if (client && (await acquireOwnership(client, dataDir))) {
        if (state.port !== running.port) saveClusterState(dataDir, Object.assign(state, { port: running.port }))
        return { client, pid: running.pid }
      }
    }
    const hasExited = !child || child.exitCode !== null || child.signalCode !== null || child.pid === undefined
    if (Date.now() - startedAtMs > (hasExited ? RETRY_LIMIT_MS : RECOVERY_LIMIT_MS)) {
      child?.kill('SIGQUIT')
      throw new StartupError(`PostgreSQL in ${paths.cluster} did not start: ${failure || readLastLogLine(paths)}`)
    }
    if (hasExited) {
      if (child) {
        failure = readLastLogLine(paths)
        if (running) removeStalePidFile(paths, running)
        else if (!keepPort && /could not (bind|create any TCP)/.test(failure))
          saveClusterState(dataDir, Object.assign(state, { port: await findFreePort() }))
        await sleep(RETRY_MS * 4)
      }
      child = spawnPostgres(paths, state.port, settings)
    }
    await sleep(RETRY_MS)
  }
}

async function connect(state: ClusterState): Promise<pg.Client | null> {
  const client = new pg.Client({
    connectionString: buildDatabaseUrl(state, 'postgres'),
    application_name: `tradefront-owner:${process.pid}`,
    keepAlive: true,
    connectionTimeoutMillis: 2_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    // 28P01: another cluster's password. Waiting cures nothing.
    if (error instanceof pg.DatabaseError && error.code === '28P01') {
      throw new StartupError(
        `The password in postgres.json does not open the PostgreSQL of this data folder; restore that file from a backup.`,
      )
    }
    return null
  }
}

/**
 * Makes this process the owner of the folder's PostgreSQL, with its database in it.
 * @returns false when PostgreSQL ended meanwhile, because its owner until now has stopped it
 * @throws StartupError when another process is and stays the owner
 */
async function acquireOwnership(client: pg.Client, dataDir: string): Promise<boolean> {
  try {
    // The session of a server killed a moment ago ends within milliseconds, but not at once.
    for (let round = 0; round < 20; round += 1) {
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [OWNER_LOCK])
      if (rows[0]?.held) {
        await ensureDatabase(client)
        return true
      }
      await sleep(RETRY_MS * 2)
    }
    await throwAlreadyOwned(client, dataDir)
  } catch (error) {
    if (error instanceof StartupError || !isConnectionLost(error)) throw error
  }
  await client.end().catch(() => undefined)
  return false
}

/** Whether a query failed because PostgreSQL ended: a shutdown (class 57P), a broken connection (class 08), or a closed socket. */
function isConnectionLost(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || /^(57P|08)/.test(error.code ?? '')
}

/** @throws StartupError that names the process which owns the folder */
async function throwAlreadyOwned(client: pg.Client, dataDir: string): Promise<never> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
    [OWNER_LOCK],
  )
  await client.end().catch(() => undefined)
  const pid = rows[0]?.name.split(':')[1]
  throw new StartupError(
    `Another Tradefront server${pid ? ` (process ${pid})` : ''} already runs on the data folder ${dataDir}: stop it, or give this one a DATA_DIR of its own.`,
  )
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
  if (rowCount === 0) await client.query(`create database ${DATABASE}`)
}

async function stopPostgres(owner: OwnerConnection): Promise<void> {
  // SIGINT is PostgreSQL's fast shutdown: sessions are ended, data is written out.
  if (isProcessAlive(owner.pid)) process.kill(owner.pid, 'SIGINT')
  await owner.client.end().catch(() => undefined)
  for (const deadline = Date.now() + STOP_LIMIT_MS; isProcessAlive(owner.pid) && Date.now() < deadline;) await sleep(10)
  if (isProcessAlive(owner.pid)) process.kill(owner.pid, 'SIGQUIT')
}

/** Port and password of this folder's PostgreSQL, made once. */
async function loadOrCreateClusterState(dataDir: string): Promise<ClusterState> {
  const file = getClusterStatePath(dataDir)
  const initialState = {
    id: randomBytes(8).toString('hex'),
    port: await findFreePort(),
    password: randomBytes(24).toString('base64url'),
  }
  writeFileIfAbsent(file, JSON.stringify(initialState))
  try {
    return clusterStateSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    throw new StartupError(
      `${file} cannot be read: restore it from a backup, or move the data folder away to begin anew.`,
    )
  }
}

function saveClusterState(dataDir: string, state: ClusterState): void {
  const aside = `${getClusterStatePath(dataDir)}.${process.pid}`
  writeFileSync(aside, JSON.stringify(state), { mode: 0o600 })
  renameSync(aside, getClusterStatePath(dataDir))
}

function getClusterStatePath(dataDir: string): string {
  return join(dataDir, 'postgres.json')
}

function buildDatabaseUrl(state: ClusterState, database: string): string {
  return `postgres://${SUPERUSER}:${state.password}@127.0.0.1:${state.port}/${database}`
}
