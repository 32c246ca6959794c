import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  type ClusterState,
  DATABASE,
  buildSuperuserUrl,
  hasClusterState,
  loadOrCreateClusterState,
  saveClusterState,
} from './cluster-state.ts'
import { findFreePort } from './free-port.ts'
import { LocalPostgresError } from './local-postgres-error.ts'
import { acquireOwnership, connectToCluster, hasOwner, isConnectionLost } from './ownership.ts'
import { type PostgresPaths, findPostgresPaths } from './postgres-binaries.ts'
import {
  hasFullDisk,
  initCluster,
  isProcessAlive,
  readLastLogLine,
  readPostmaster,
  removeStalePidFile,
  spawnPostgres,
} from './postgres-process.ts'
import { startWatcher } from './watcher.ts'
import { buildRoleUrl, ensureRolesAndDatabase, type Role, transferToOwner } from './roles.ts'

/** After a SIGKILL, backends can remain for a moment. */
const RETRY_LIMIT_MS = 5_000
/** Crash recovery can take this long, because it replays the write-ahead log. */
const RECOVERY_LIMIT_MS = 60_000
const RETRY_MS = 25
const DISK_RETRY_MS = 1_000
const ORPHAN_LIMIT_SECONDS = 60
const STOP_LIMIT_MS = 20_000

export type EmbeddedPostgres = {
  /** Address for the role `app`. The addresses never change. */
  url: string
  /** Address for the role `owner`. */
  ownerUrl: string
  /** Address for the role `desk`. */
  deskUrl: string
  /** Address for the superuser, for tests and measurements. */
  superuserUrl: string
  /** `joined`: a killed server had left this PostgreSQL running. */
  origin: 'started' | 'joined'
  /** Process id of PostgreSQL. It changes on a restart. */
  pid(): number
  /** Stops PostgreSQL, and releases the data folder. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  dataDir: string
  /** Further PostgreSQL settings, e.g. `fsync: 'off'` in tests. */
  settings?: Record<string, string>
  /** How long its recovery can take, e.g. of a restored copy. Default: 60 s. */
  recoveryLimitMs?: number
  /** Time that PostgreSQL waits for another owner after this process was killed. */
  orphanLimitSeconds?: number
  /** Called once when PostgreSQL cannot be restarted. */
  onLost?: (error: Error) => void
  /** Called when PostgreSQL ended because its disk is full, and when it runs again. Until then it is restarted every second. */
  onDiskFull?: (isFull: boolean) => void
}

/**
 * Starts PostgreSQL, or joins one that a killed server left running. Restarts it when it dies.
 * @throws LocalPostgresError when another server owns the folder or PostgreSQL does not start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const state = await loadOrCreateClusterState(options.dataDir)
  const paths = await findPostgresPaths(options.dataDir, state.id)
  const settings = options.settings ?? {}
  const { recoveryLimitMs = RECOVERY_LIMIT_MS } = options
  let owner = await startAndAcquire(paths, state, settings, options.dataDir, { recoveryLimitMs })
  const watcher = startWatcher(options.dataDir, paths.cluster, options.orphanLimitSeconds ?? ORPHAN_LIMIT_SECONDS)
  let stopping = false

  const restart = async (): Promise<OwnerConnection> => {
    let isFull = false
    for (;;) {
      try {
        const restarted = await startAndAcquire(paths, state, settings, options.dataDir, {
          recoveryLimitMs,
          keepPort: true,
        })
        if (isFull) options.onDiskFull?.(false)
        return restarted
      } catch (error) {
        if (stopping || !hasFullDisk(paths)) throw error
        if (!isFull) options.onDiskFull?.(true)
        isFull = true
        await sleep(DISK_RETRY_MS)
      }
    }
  }
  const restartWhenLost = (current: OwnerConnection): void => {
    current.client.once('end', () => {
      if (stopping) return
      restart().then(
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
    url: buildRoleUrl(state, 'app'),
    ownerUrl: buildRoleUrl(state, 'owner'),
    deskUrl: buildRoleUrl(state, 'desk'),
    superuserUrl: buildSuperuserUrl(state, DATABASE),
    origin: owner.origin,
    pid: () => owner.pid,
    stop: async () => {
      if (stopping) return
      stopping = true
      await stopPostgres(owner)
      watcher.stop()
    },
  }
}

/**
 * Finds a server that runs on the data folder.
 * @returns the address for a role, or null when no server runs there
 * @throws LocalPostgresError when the folder has no database
 */
export async function findRunningDatabaseUrl(dataDir: string, role: Role): Promise<string | null> {
  if (!hasClusterState(dataDir))
    throw new LocalPostgresError(
      `There is no database in ${dataDir}: set DATA_DIR to the server's data folder, or DATABASE_URL to its database.`,
    )
  const state = await loadOrCreateClusterState(dataDir)
  const running = readPostmaster(await findPostgresPaths(dataDir, state.id))
  if (running === null || !isProcessAlive(running.pid)) return null
  const client = await connectToCluster({ ...state, port: running.port })
  if (!(client instanceof pg.Client)) return null
  try {
    return (await hasOwner(client)) ? buildRoleUrl({ ...state, port: running.port }, role) : null
  } finally {
    await client.end().catch(() => undefined)
  }
}

type OwnerConnection = { client: pg.Client; pid: number; origin: 'started' | 'joined' }

/** Starts PostgreSQL and becomes its owner. Retries while remains of a SIGKILL are in the way. */
async function startAndAcquire(
  paths: PostgresPaths,
  state: ClusterState,
  settings: Record<string, string>,
  dataDir: string,
  { recoveryLimitMs, keepPort = false }: { recoveryLimitMs: number; keepPort?: boolean },
): Promise<OwnerConnection> {
  if (!existsSync(join(paths.cluster, 'PG_VERSION')))
    await initCluster(paths, state.password, settings['fsync'] !== 'off')
  const startedAtMs = Date.now()
  let retriesSinceMs = startedAtMs
  let child: ReturnType<typeof spawnPostgres> | null = null
  let failure = ''
  for (;;) {
    const running = readPostmaster(paths)
    // The recovery can also be that of a PostgreSQL that another start has left, e.g. after one of its backends was killed.
    let isRecovering = false
    if (running && isProcessAlive(running.pid)) {
      const client = await connectToCluster({ ...state, port: running.port }).catch((error: unknown) => {
        child?.kill('SIGINT')
        throw error
      })
      isRecovering = client === 'starting'
      // A PostgreSQL that we have started can end during its recovery again and again, e.g. on a full disk: its retries are not prolonged.
      if (isRecovering && child === null) retriesSinceMs = Date.now()
      if (client instanceof pg.Client && (await acquireAndPrepare(client, { ...state, port: running.port }, dataDir))) {
        if (state.port !== running.port) saveClusterState(dataDir, Object.assign(state, { port: running.port }))
        return { client, pid: running.pid, origin: child === null ? 'joined' : 'started' }
      }
    }
    const hasExited =
      !isRecovering && (!child || child.exitCode !== null || child.signalCode !== null || child.pid === undefined)
    const isLate = hasExited ? Date.now() - retriesSinceMs > RETRY_LIMIT_MS : Date.now() - startedAtMs > recoveryLimitMs
    if (isLate) {
      child?.kill('SIGQUIT')
      throw new LocalPostgresError(`PostgreSQL in ${paths.cluster} did not start: ${failure || readLastLogLine(paths)}`)
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

/** @returns false when the previous owner stopped PostgreSQL during the call */
async function acquireAndPrepare(client: pg.Client, state: ClusterState, dataDir: string): Promise<boolean> {
  if (!(await acquireOwnership(client, dataDir))) return false
  try {
    if (await prepareCluster(client, state)) return true
  } catch (error) {
    if (!isConnectionLost(error)) throw error
  }
  await client.end().catch(() => undefined)
  return false
}

/** @returns false when PostgreSQL ended during the call */
async function prepareCluster(client: pg.Client, state: ClusterState): Promise<boolean> {
  if (!(await ensureRolesAndDatabase(client, state))) return true
  const database = await connectToCluster(state, DATABASE)
  if (!(database instanceof pg.Client)) return false
  try {
    await transferToOwner(database)
    return true
  } finally {
    await database.end().catch(() => undefined)
  }
}

async function stopPostgres(owner: OwnerConnection): Promise<void> {
  // Fast shutdown: ends all sessions and writes a checkpoint.
  if (isProcessAlive(owner.pid)) process.kill(owner.pid, 'SIGINT')
  await owner.client.end().catch(() => undefined)
  for (const deadline = Date.now() + STOP_LIMIT_MS; isProcessAlive(owner.pid) && Date.now() < deadline;) await sleep(10)
  if (isProcessAlive(owner.pid)) process.kill(owner.pid, 'SIGQUIT')
}
