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
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { type Account, type PostgresPaths } from './postgres-binaries.ts'
import { StartupError } from '../config/startup-error.ts'

export const SUPERUSER = 'postgres'
const LOG_LIMIT_BYTES = 8_000_000

/** `postmaster.pid` as PostgreSQL writes it: process on line 1, port on line 4. */
export type Postmaster = { pid: number; port: number }

/** A free port of the loopback address, from the system. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}

/** Makes the cluster, UTF-8 and independent of the machine's locale. Made aside and renamed: one that broke off is never used. */
export async function initCluster(paths: PostgresPaths, password: string): Promise<void> {
  const aside = `${paths.cluster}.new-${process.pid}`
  const passwordFile = `${aside}.pw`
  mkdirSync(dirname(paths.cluster), { recursive: true })
  try {
    mkdirSync(aside, { mode: 0o700 })
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
    for (const path of [aside, passwordFile]) setOwnerAndMode(path, paths.account)
    const args = ['--pgdata', aside, '--username', SUPERUSER, '--pwfile', passwordFile, '--auth', 'scram-sha-256']
    args.push('--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C')
    const child = spawn(paths.initdb, args, {
      ...account(paths),
      cwd: aside,
      env: createPostgresEnv(),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let stderr = ''
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
    const code = await waitForExit(child)
    if (code !== 0)
      throw new StartupError(`PostgreSQL could not make its data folder ${paths.cluster}: ${getLastLines(stderr)}`)
    // A second start that was faster has made it: use that one.
    if (!existsSync(paths.cluster)) renameSync(aside, paths.cluster)
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(aside, { recursive: true, force: true })
  }
}

/** Starts PostgreSQL in a session of its own, so that Ctrl-C reaches the server first and the database last. */
export function spawnPostgres(paths: PostgresPaths, port: number, settings: Record<string, string>): ChildProcess {
  const log = getLogFilePath(paths)
  if (existsSync(log) && statSync(log).size > LOG_LIMIT_BYTES) truncateSync(log, 0)
  const fd = openSync(log, 'a', 0o600)
  const all: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Values of rows stay out of the log.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...settings,
  }
  const args = ['-D', paths.cluster, '-p', String(port)]
  for (const [name, value] of Object.entries(all)) args.push('-c', `${name}=${value}`)
  try {
    const child = spawn(paths.postgres, args, {
      ...account(paths),
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

/** What PostgreSQL said last, to explain a start that failed: why it gave up, else its last line. */
export function readLastLogLine(paths: PostgresPaths): string {
  const logTail = existsSync(getLogFilePath(paths)) ? getLastLines(readFileSync(getLogFilePath(paths), 'utf8'), 20) : ''
  // What it says to who knocks meanwhile is not why it gave up.
  return logTail.match(/(?<=(?:FATAL|PANIC): +)(?!the database system is )\S.*/g)?.at(-1) ?? getLastLines(logTail)
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

/**
 * Removes a `postmaster.pid` that no process stands behind: left by a SIGKILL, its number held by a zombie or given to another program
 * since, it would keep PostgreSQL from starting. Only where /proc tells who works in the folder; elsewhere PostgreSQL's own check stands.
 */
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

function account(paths: PostgresPaths): Account | Record<string, never> {
  return paths.account ?? {}
}

function setOwnerAndMode(path: string, to: Account | null): void {
  if (to) chownSync(path, to.uid, to.gid)
  chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600)
}

/** Messages in English, and none of the PG* variables of the person's own shell. */
function createPostgresEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
}

function getLastLines(text: string, lines = 1): string {
  return text.trim().split('\n').slice(-lines).join('\n')
}
