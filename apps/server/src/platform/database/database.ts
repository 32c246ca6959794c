import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

import type { DB } from './database-types.ts'
import { withPreparedStatements } from './prepared-statements.ts'

export type Db = Kysely<DB>

/** The database as the server uses it. `close` waits for queries under way. */
export type Database = {
  readonly db: Db
  /** For what Kysely has no word for, such as notifications. */
  readonly pool: pg.Pool
  readonly close: () => Promise<void>
}

export type DatabaseOptions = {
  readonly maxConnections?: number
  readonly statementTimeoutMs?: number
  /** Told about connections that broke while idle; without it they would end the process. */
  readonly onError?: (error: Error) => void
}

const int8 = 20
const date = 1082

/** int8 comes as a number (ids and minor units stay far below 2^53), a date as its text, all else as pg has it. */
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

/** Opens a bounded pool. A query that runs longer than the limit, or waits 10 s for a connection, fails. */
export function openDatabase(connectionString: string, options: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString,
    types,
    max: options.maxConnections ?? 20,
    statement_timeout: options.statementTimeoutMs ?? 10_000,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: 'tradefront',
    // A prepared plan stays while its tables grow. One that was made over an empty table must not read a full one from end to end,
    // neither row by row nor to hash or sort it for a join: every row is reached by its key.
    options: '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off',
  })
  pool.on('error', (error) => options.onError?.(error))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }) })
  return {
    db,
    pool,
    close: async () => {
      // Kysely ends the pool only if it has used it.
      await db.destroy()
      if (!pool.ending) await pool.end()
    },
  }
}
