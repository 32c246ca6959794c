import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'

import type { ClusterCopy, ClusterFile } from '@tradefront/local-postgres/copy-cluster'

import { CliError } from '../cli/cli-error.ts'

type Tool = 'pg_dump' | 'pg_restore'
type Environment = Readonly<Record<string, string | undefined>>

/** Schema of the queue, which belongs to the role of the servers. They make it again, and find what is due by themselves. */
const leftOutSchema = 'pgboss'

/**
 * Checks that PATH has a tool of the version of the server.
 * @throws CliError if not: another version can write or read what the server does not know
 */
export async function checkClientTool(tool: Tool, serverMajor: number, env: Environment): Promise<void> {
  const why = `A backup of the database of DATABASE_URL needs ${tool} of PostgreSQL ${serverMajor} in PATH`
  const found = await promisify(execFile)(tool, ['--version'], { env: { PATH: env['PATH'] } }).then(
    ({ stdout }) => stdout,
    () => null,
  )
  if (found === null) throw new CliError(`${why}: it is not there. Install the client of that version.`)
  const major = Number(/(\d+)(?:\.|\s|$)/.exec(found)?.[1])
  if (major !== serverMajor)
    throw new CliError(`${why}: it is of version ${major}. Install the client of that version.`)
}

/** Dumps the database. Each part of the output is a file, because its size is not known before. */
export async function* dumpDatabase(url: string, env: Environment): ClusterCopy['files'] {
  const options = ['--format=custom', '--compress=0', '--no-owner', '--no-privileges']
  const child = spawn('pg_dump', [...options, `--exclude-schema=${leftOutSchema}`], {
    env: { PATH: env['PATH'], ...toClientEnv(url) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const readErrors = collectText(child.stderr)
  let part = 0
  try {
    for await (const chunk of child.stdout) {
      part += 1
      const bytes = chunk as Buffer
      yield {
        path: `dump/${part}`,
        size: bytes.length,
        read: async function* () {
          yield bytes
        },
      }
    }
  } finally {
    // If the backup cannot be written, there is no reason to go on. After the end of the dump this does nothing.
    if (!child.stdout.readableEnded) child.kill()
  }
  const [code] = await ended
  if (code !== 0) throw new CliError(`pg_dump has failed, and no backup was made: ${await readErrors}`)
  return []
}

/** Restores a dump into an empty database, as one transaction. @throws CliError if that fails: nothing is then in the database */
export async function restoreDump(url: string, files: AsyncGenerator<ClusterFile>, env: Environment): Promise<void> {
  const clientEnv = toClientEnv(url)
  const options = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges']
  const child = spawn('pg_restore', [...options, `--dbname=${clientEnv['PGDATABASE'] ?? ''}`], {
    env: { PATH: env['PATH'], ...clientEnv },
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const ended = once(child, 'close')
  const readErrors = collectText(child.stderr)
  // pg_restore says on stderr why it ended early.
  await pipeline(Readable.from(joinFiles(files)), child.stdin).catch(() => undefined)
  const [code] = await ended
  if (code !== 0) throw new CliError(`pg_restore has failed, and nothing was restored: ${await readErrors}`)
}

async function* joinFiles(files: AsyncGenerator<ClusterFile>): AsyncGenerator<Buffer> {
  for await (const { read } of files) if (read !== undefined) yield* read()
}

async function collectText(stream: Readable): Promise<string> {
  let text = ''
  for await (const chunk of stream) text = `${text}${String(chunk)}`.slice(-2000)
  return text.trim()
}

/** The password is not an argument, which others on the machine could read. */
function toClientEnv(url: string): Record<string, string> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url)
  const values = {
    PGHOST: hostname,
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get('sslmode') ?? '',
    PGSSLROOTCERT: searchParams.get('sslrootcert') ?? '',
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
}
