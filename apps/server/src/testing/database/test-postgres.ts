import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@tradefront/local-postgres/embedded-postgres'
import { ROLES } from '@tradefront/local-postgres/roles'
import pg from 'pg'
import { systemAccounts } from '../../modules/ledger/system-accounts.ts'
import { prepareDatabase } from '../../platform/database/prepare-database.ts'

/** Writable by every user that PostgreSQL can run as. */
const SOCKETS = '/tmp'
const MEMORY_FOLDER = '/dev/shm'
/** Several times what the tests use. */
const MIN_MEMORY_BYTES = 4 * 2 ** 30

/** Connection strings of the template database. */
export type TestPostgresUrls = { readonly url: string; readonly ownerUrl: string; readonly superuserUrl: string }

export type TestPostgres = {
  urls: TestPostgresUrls
  stop: () => Promise<void>
}

/** Fast because not durable, with a migrated template database. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const dataDir = mkdtempSync(join(findFastFolder(), 'tradefront-test-'))
  // Else the cluster is kept in another folder.
  chmodSync(dataDir, 0o755)
  const { stop: stopPostgres, ...postgres } = await startEmbeddedPostgres({
    dataDir,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      unix_socket_directories: SOCKETS,
    },
  })
  const stop = async (): Promise<void> => {
    await stopPostgres()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const { url, ownerUrl, superuserUrl } = postgres
  try {
    await prepareDatabase({ url, ownerUrl }, systemAccounts)
  } catch (error) {
    await stop()
    throw error
  }
  return { urls: { url, ownerUrl, superuserUrl }, stop }
}

/**
 * In memory if there is room. On ext4, a copy of the database takes up to a second after others have been dropped, because the
 * inodes of deleted files are not used again for a minute and are searched each time.
 */
function findFastFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return bavail * bsize >= MIN_MEMORY_BYTES ? MEMORY_FOLDER : tmpdir()
  } catch {
    return tmpdir()
  }
}

export type TestDatabase = {
  /** For the role of a running server. */
  url: string
  /** For the role that owns the tables. */
  ownerUrl: string
  superuserUrl: string
  /** `url` as a Unix socket: three times faster. */
  socketUrl: string
  /** For changes of the schema. */
  runAsOwner: (sql: string) => Promise<void>
  drop: () => Promise<void>
}

/** Copies the database of `urls`. Takes tens of milliseconds. `template0` gives an empty database. */
export async function copyDatabase(
  urls: TestPostgresUrls,
  template = new URL(urls.url).pathname.slice(1),
): Promise<TestDatabase> {
  const name = `t_${randomBytes(8).toString('hex')}`
  const maintenanceUrl = withDatabaseName(urls.superuserUrl, 'postgres')
  await runMaintenance(
    maintenanceUrl,
    `create database ${name} template ${template} strategy file_copy owner ${ROLES.owner}`,
  )
  const url = withDatabaseName(urls.url, name)
  const ownerUrl = withDatabaseName(urls.ownerUrl, name)
  return {
    url,
    ownerUrl,
    superuserUrl: withDatabaseName(urls.superuserUrl, name),
    socketUrl: `${url}?host=${SOCKETS}`,
    runAsOwner: (sql) => runSql(ownerUrl, sql),
    drop: () => runMaintenance(maintenanceUrl, `drop database ${name} with (force)`),
  }
}

/** One after the other: PostgreSQL refuses simultaneous copies of one template. */
function runMaintenance(url: string, sql: string): Promise<void> {
  return runSql(url, 'select pg_advisory_lock(1)', sql)
}

async function runSql(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

function withDatabaseName(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).toString()
}
