import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@tradefront/local-postgres/embedded-postgres'
import pg from 'pg'
import { migrateDatabase } from '../../platform/database/migrate.ts'

const TEMPLATE = 'tradefront'
/** Writable for everybody, whoever PostgreSQL runs as. */
const SOCKETS = '/tmp'

export type TestPostgres = {
  /** Address of its maintenance database; `copyDatabase` takes it. */
  url: string
  stop: () => Promise<void>
}

/** A PostgreSQL in a temporary folder that keeps nothing safe, and so is fast; one database in it is migrated and ready to be copied. */
export async function startTestPostgres(): Promise<TestPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tradefront-test-'))
  // Within reach of the user that PostgreSQL runs as for root, so that nothing is left elsewhere.
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
  /** The same by its socket: a round trip in a third of the time. */
  socketUrl: string
  drop: () => Promise<void>
}

/** Copies the migrated template database (tens of milliseconds). `template0` gives an empty database. */
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
    // Two files may want to copy the template at the same moment: one waits its turn.
    await client.query('select pg_advisory_lock(1)')
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function withDatabaseName(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).toString()
}
