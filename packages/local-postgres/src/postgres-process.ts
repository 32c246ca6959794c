import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type Account, type PostgresPaths } from './postgres-binaries.ts'
import { LocalPostgresError } from './local-postgres-error.ts'

export const SUPERUSER = 'postgres'
/** PostgreSQL needs room for one segment of the write-ahead log. */
const MIN_FREE_BYTES = 16 * 1024 * 1024
const LOG_LIMIT_BYTES = 8_000_000

/** Line 1 of the file holds the process id, line 4 the port. */
export type Postmaster = { pid: number; port: number }

/** Creates a cluster in UTF-8, whatever the locale. It gets another name until it is complete, so that an interrupted one is never used. */
export async function initCluster(paths: PostgresPaths, password: string, isDurable: boolean): Promise<void> {
  const tempCluster = `${paths.cluster}.new-${process.pid}`
  const passwordFile = `${tempCluster}.pw`
  mkdirSync(dirname(paths.cluster), { recursive: true })
  try {
    mkdirSync(tempCluster, { mode: 0o700 })
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
    for (const path of [tempCluster, passwordFile]) setOwnerAndMode(path, paths.account)
    const args = ['--pgdata', tempCluster, '--username', SUPERUSER, '--pwfile', passwordFile, '--auth', 'scram-sha-256']
    args.push('--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C')
    // Syncing to a busy disk can take a minute.
    if (!isDurable) args.push('--no-sync')
    const child = spawn(paths.initdb, args, {
      ...paths.account,
      cwd: tempCluster,
      env: createPostgresEnv(),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    const code = await waitForExit(child)
    if (code !== 0)
      throw new LocalPostgresError(
        `PostgreSQL could not create its data folder ${paths.cluster}: ${getLastLines(stderr)}`,
      )
    // Another process can have created it first.
    if (!existsSync(paths.cluster)) renameSync(tempCluster, paths.cluster)
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(tempCluster, { recursive: true, force: true })
  }
}

/** PostgreSQL gets its own session: Ctrl-C reaches only the server, which stops the database last. */
export function spawnPostgres(paths: PostgresPaths, port: number, settings: Record<string, string>): ChildProcess {
  const log = getLogFilePath(paths)
  if (existsSync(log) && statSync(log).size > LOG_LIMIT_BYTES) truncateSync(log, 0)
  const fd = openSync(log, 'a', 0o600)
  const allSettings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // This is right for SSDs. With the default, 4, the planner avoids indexes.
    random_page_cost: '1.1',
    // Keep the values of rows out of the log.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...settings,
  }
  const args = ['-D', paths.cluster, '-p', String(port)]
  for (const [name, value] of Object.entries(allSettings)) args.push('-c', `${name}=${value}`)
  try {
    const child = spawn(paths.postgres, args, {
      ...paths.account,
      cwd: paths.cluster,
      env: createPostgresEnv(),
      detached: true,
      stdio: ['ignore', fd, fd],
    })
    child.on('error', () => undefined)
    child.unref()
    return child
  } finally {
    closeSync(fd)
  }
}

/** Returns the last fatal error of the log, or its last line. */
export function readLastLogLine(paths: PostgresPaths): string {
  const logTail = existsSync(getLogFilePath(paths)) ? getLastLines(readFileSync(getLogFilePath(paths), 'utf8'), 20) : ''
  // "The database system is …" is not the reason.
  return logTail.match(/(?<=(?:FATAL|PANIC): +)(?!the database system is )\S.*/g)?.at(-1) ?? getLastLines(logTail)
}

/** Returns true if the last lines of the log, or the disk itself, say that it is full. */
export function hasFullDisk(paths: PostgresPaths): boolean {
  const log = getLogFilePath(paths)
  const logTail = existsSync(log) ? getLastLines(readFileSync(log, 'utf8'), 20) : ''
  if (logTail.includes('No space left on device')) return true
  const { bavail, bsize } = statfsSync(paths.cluster)
  return bavail * bsize < MIN_FREE_BYTES
}

export function readPostmaster(paths: PostgresPaths): Postmaster | null {
  try {
    const lines = readFileSync(join(paths.cluster, 'postmaster.pid'), 'utf8').split('\n')
    const [pid, port] = [Number(lines[0]), Number(lines[3])]
    return pid > 0 && port > 0 ? { pid, port } : null
  } catch {
    return null
  }
}

/** Removes a pid file whose process id now belongs to another program, because PostgreSQL would not start with it. Reads /proc. */
export function removeStalePidFile(paths: PostgresPaths, expected: Postmaster): void {
  if (!existsSync('/proc/self/cwd') || hasProcessIn(paths.cluster)) return
  if (readPostmaster(paths)?.pid === expected.pid) rmSync(join(paths.cluster, 'postmaster.pid'), { force: true })
}

function hasProcessIn(folder: string): boolean {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder
      } catch {
        return false
      }
    })
}

/** Returns false also for a zombie. */
export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) Z/.test(existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : '')
  } catch {
    return false
  }
}

function waitForExit(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

function getLogFilePath(paths: PostgresPaths): string {
  return join(dirname(paths.cluster), 'postgres.log')
}

/** Makes a file or folder readable by its owner only: by the account, if there is one. */
export function setOwnerAndMode(path: string, to: Account | null): void {
  if (to) chownSync(path, to.uid, to.gid)
  chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600)
}

/** Variables that give English messages and ignore the user's PG* variables. */
function createPostgresEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
}

function getLastLines(text: string, lines = 1): string {
  return text.trim().split('\n').slice(-lines).join('\n')
}
