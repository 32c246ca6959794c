import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@tradefront/local-postgres/embedded-postgres'
import pg from 'pg'
import { migrateDatabase } from '../../platform/database/migrate.ts'

const TEMPLATE = 'tradefront'
/** Writable by every user that PostgreSQL can run as. */
const SOCKETS = '/tmp'

export type TestPostgres = {
  /** Connection string of its maintenance database, for `copyDatabase`. */
  url: string
  stop: () => Promise<void>
}

/** Fast because not durable, with a migrated template database. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradefront-test-'))
  // Else the cluster is kept in another folder.
  chmodSync(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({
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
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await migrateDatabase(postgres.url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url: withDatabaseName(postgres.url, 'postgres'), stop }
}

export type TestDatabase = {
  url: string
  /** Unix socket: three times faster. */
  socketUrl: string
  drop: () => Promise<void>
}

/** Takes tens of milliseconds. `template0` gives an empty database. */
export async function copyDatabase(postgresUrl: string, template = TEMPLATE): Promise<TestDatabase> {
  const name = `t_${randomBytes(8).toString('hex')}`
  await runSql(postgresUrl, `create database ${name} template ${template} strategy file_copy`)
  const url = withDatabaseName(postgresUrl, name)
  return {
    url,
    socketUrl: `${url}?host=${SOCKETS}`,
    drop: () => runSql(postgresUrl, `drop database ${name} with (force)`),
  }
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // PostgreSQL refuses simultaneous copies of one template.
    await client.query('select pg_advisory_lock(1)')
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function withDatabaseName(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).toString()
}
