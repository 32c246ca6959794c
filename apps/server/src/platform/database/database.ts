import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

import type { DB } from './database-types.ts'
import { withPreparedStatements } from './prepared-statements.ts'

export type Db = Kysely<DB>

export type Database = {
  readonly db: Db
  /** Two connections for long reads only, so that these never block requests. */
  readonly reports: Db
  /** Connections for what Kysely cannot express, e.g. notifications. */
  readonly pool: pg.Pool
  readonly close: () => Promise<void>
}

export type DatabaseOptions = {
  readonly maxConnections?: number
  readonly statementTimeoutMs?: number
  /** Called when an idle connection breaks. */
  readonly onError?: (error: Error) => void
}

const reportConnections = 2
const reportTimeoutMs = 60_000

const int8 = 20
const date = 1082

/** Parses int8 as a number (ids and minor units stay below 2^53), and leaves a date as its text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (format === 'binary') return pg.types.getTypeParser(oid, format)
    if (oid === int8) return toSafeInteger
    if (oid === date) return String
    return pg.types.getTypeParser(oid, format)
  },
}

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error('a bigint of the database is too large for a number')
  return value
}

/** Opens a database. Queries fail after the time limit, or after 10 s without a connection. */
export function openDatabase(connectionString: string, options: DatabaseOptions = {}): Database {
  const shared: pg.PoolConfig = {
    connectionString,
    types,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
  }
  const pool = new pg.Pool({
    ...shared,
    max: options.maxConnections ?? 20,
    statement_timeout: options.statementTimeoutMs ?? 10_000,
    application_name: 'tradefront',
  })
  const reportPool = new pg.Pool({
    ...shared,
    max: reportConnections,
    statement_timeout: reportTimeoutMs,
    application_name: 'tradefront-reports',
    options: '-c default_transaction_read_only=on',
  })
  for (const each of [pool, reportPool]) each.on('error', (error) => options.onError?.(error))
  const db = openKysely(pool)
  const reports = openKysely(reportPool)
  return {
    db,
    reports,
    pool,
    close: async () => {
      await Promise.all([db.destroy(), reports.destroy()])
      // Kysely ends a pool only if it has used it.
      for (const each of [pool, reportPool]) if (!each.ending) await each.end()
    },
  }
}

function openKysely(pool: pg.Pool): Db {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }) })
}
