import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import type pg from 'pg'

/** A connection has at most this many prepared statements. It limits memory if code builds endless variants of a statement. */
const maxPrepared = 1000

const commands = ['UPDATE', 'DELETE', 'INSERT', 'SELECT', 'MERGE', 'COMMIT', 'ROLLBACK'] as const

/** Prepares each statement once per connection, because planning our joins costs more than running them. */
export function withPreparedStatements(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const getStatementName = (text: string): string | undefined => {
    if (names.size < maxPrepared && !names.has(text)) names.set(text, `s${names.size}`)
    return names.get(text)
  }
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  const wrapClient = (client: pg.PoolClient): PostgresPoolClient => {
    function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
    function query<R>(
      text: string | PostgresCursor<R>,
      values: readonly unknown[] = [],
    ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
      if (typeof text !== 'string') throw new Error('invariant: cursors are not used')
      const name = values.length > 0 ? getStatementName(text) : undefined
      const result = client.query({ text, values: [...values], name })
      return result.then(({ rows, rowCount, command }) => ({
        rows,
        rowCount: rowCount ?? 0,
        command: toKyselyCommand(command),
      }))
    }
    const wrappedClient = { query, release: (destroy?: boolean) => client.release(destroy) }
    wrapped.set(client, wrappedClient)
    // Without this, a connection that breaks in use would end the process.
    client.on('error', () => undefined)
    return wrappedClient
  }

  return {
    options: {},
    connect: async () => {
      const client = await pool.connect()
      return wrapped.get(client) ?? wrapClient(client)
    },
    end: () => pool.end(),
  }
}

function toKyselyCommand(command: string): (typeof commands)[number] {
  return commands.find((one) => one === command) ?? 'SELECT'
}
