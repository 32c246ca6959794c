import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type ClusterState, buildSuperuserUrl } from './cluster-state.ts'
import { LocalPostgresError } from './local-postgres-error.ts'

/** Key of a session lock, which PostgreSQL releases when the owner is killed. */
const OWNER_LOCK = 7_420_031
const RETRY_MS = 50
const LOCK_ATTEMPTS = 20

/**
 * @returns null while PostgreSQL does not answer, and `starting` while it answers that it starts, recovers or stops
 * @throws LocalPostgresError when the password is wrong
 */
export async function connectToCluster(
  state: ClusterState,
  database = 'postgres',
): Promise<pg.Client | 'starting' | null> {
  const client = new pg.Client({
    connectionString: buildSuperuserUrl(state, database),
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
    // 28P01, wrong password: waiting does not help.
    if (error instanceof pg.DatabaseError && error.code === '28P01') {
      throw new LocalPostgresError(
        `The password in postgres.json does not open the PostgreSQL of this data folder; restore that file from a backup.`,
      )
    }
    // 57P03: it does not accept connections yet.
    return error instanceof pg.DatabaseError && error.code === '57P03' ? 'starting' : null
  }
}

/**
 * @returns false when the previous owner stopped PostgreSQL during the call
 * @throws LocalPostgresError when another process remains the owner
 */
export async function acquireOwnership(client: pg.Client, dataDir: string): Promise<boolean> {
  try {
    // The session of a killed owner ends after some milliseconds.
    for (let attempt = 0; attempt < LOCK_ATTEMPTS; attempt += 1) {
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [OWNER_LOCK])
      if (rows[0]?.held) return true
      await sleep(RETRY_MS)
    }
    await throwAlreadyOwned(client, dataDir)
  } catch (error) {
    if (!isConnectionLost(error)) throw error
  }
  await client.end().catch(() => undefined)
  return false
}

export async function hasOwner(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from pg_locks where locktype = 'advisory' and objid = $1 and granted`,
    [OWNER_LOCK],
  )
  return rowCount !== 0
}

/** Shutdown (57P), broken connection (08), or closed socket. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof LocalPostgresError) return false
  return !(error instanceof pg.DatabaseError) || /^(57P|08)/.test(error.code ?? '')
}

async function throwAlreadyOwned(client: pg.Client, dataDir: string): Promise<never> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
    [OWNER_LOCK],
  )
  await client.end().catch(() => undefined)
  const pid = rows[0]?.name.split(':')[1]
  throw new LocalPostgresError(
    `Another Tradefront server${pid ? ` (process ${pid})` : ''} already runs on the data folder ${dataDir}: stop it, or set DATA_DIR to another folder.`,
  )
}
