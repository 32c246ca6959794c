import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { buildSuperuserUrl, DATABASE, loadOrCreateClusterState } from './cluster-state.ts'
import { isProcessAlive, SUPERUSER } from './postgres-process.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { LocalPostgresError } from './local-postgres-error.ts'

/** A test that hangs ends after this time. */
const limitMs = 30_000
let dataDir: string
const owners: ChildProcess[] = []

/** Folder of a stopped database. Each test has a copy of it, because making a database takes longer than most tests. */
let preparedDir: string

beforeAll(async () => {
  preparedDir = makeDataDir()
  await (await startEmbeddedPostgres({ dataDir: preparedDir })).stop()
})
afterAll(() => rmSync(preparedDir, { recursive: true, force: true }))
beforeEach(() => {
  dataDir = makeDataDir()
  // `cp` keeps the owner of the files, unlike `cpSync`.
  expect(spawnSync('cp', ['-a', `${preparedDir}/.`, dataDir]).status).toBe(0)
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const owner of owners.splice(0)) await stopOwner(owner, 'SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})

function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tradefront-postgres-'))
  // The user that PostgreSQL runs as for root must be able to enter it.
  chmodSync(folder, 0o755)
  return folder
}

/** Starts another process that owns a PostgreSQL, and waits until it is up. */
async function startOwner(orphanLimitSeconds = 30): Promise<{ owner: ChildProcess; url: string; origin: string }> {
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))})
    const postgres = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, orphanLimitSeconds: ${orphanLimitSeconds} })
    process.on('SIGTERM', async () => { await postgres.stop(); process.exit(0) })
    console.log(postgres.ownerUrl + ' ' + postgres.origin)
    setInterval(() => {}, 1000)`
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  owners.push(owner)
  const [line] = await once(owner.stdout ?? owner, 'data')
  const [url = '', origin = ''] = String(line).trim().split(' ')
  return { owner, url, origin }
}

async function stopOwner(owner: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (owner.exitCode !== null || owner.signalCode !== null) return
  owner.kill(signal)
  await once(owner, 'exit')
}

/** Returns true if a watcher of this owner runs. Reads /proc. */
function hasWatcher(owner: ChildProcess): boolean {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
        return (
          variables.includes(`OWNER=${owner.pid}`) &&
          variables.includes(`OWNER_FILE=${join(dataDir, 'postgres.owner')}`)
        )
      } catch {
        return false
      }
    })
}

function readPostmasterPid(): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

async function runSql(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Expects that a row is still there after `kill` and a restart. */
async function expectRowSurvives(kill: (owner: ChildProcess) => Promise<void>): Promise<void> {
  const { owner, url } = await startOwner()
  await runSql(url, `create table notes (word text); insert into notes values ('here')`)
  await kill(owner)
  const restarted = await startEmbeddedPostgres({ dataDir })
  const rows = await runSql(restarted.ownerUrl, 'select word from notes')
  const pid = restarted.pid()
  await restarted.stop()
  expect(rows).toEqual([{ word: 'here' }])
  expect(isProcessAlive(pid)).toBe(false)
}

test('the embedded PostgreSQL is durable and in UTF-8', async () => {
  const postgres = await startEmbeddedPostgres({ dataDir })
  const sql = `select current_setting('fsync') as fsync, current_setting('server_encoding') as encoding, lower('ÄЖ') as lower`
  const rows = await runSql(postgres.url, sql)
  await postgres.stop()
  expect(rows).toEqual([{ fsync: 'on', encoding: 'UTF8', lower: 'äж' }])
})

test('a second server on the same data folder fails with one sentence', async () => {
  const { owner } = await startOwner()
  const second = startEmbeddedPostgres({ dataDir })
  await expect(second).rejects.toThrow(LocalPostgresError)
  await expect(second).rejects.toThrow(
    `Another Tradefront server (process ${owner.pid}) already runs on the data folder`,
  )
})

test('a start joins the PostgreSQL that a killed server left running', () =>
  expectRowSurvives((owner) => stopOwner(owner, 'SIGKILL')))

test('PostgreSQL stops by itself after its server was killed, unless another one joins it', async () => {
  const first = await startOwner()
  const pid = readPostmasterPid()
  await stopOwner(first.owner, 'SIGKILL')
  const second = await startOwner(2)
  expect(second.origin).toBe('joined')
  await expect.poll(() => hasWatcher(first.owner), { timeout: limitMs }).toBe(false)
  expect(isProcessAlive(pid)).toBe(true)
  await stopOwner(second.owner, 'SIGKILL')
  await expect.poll(() => isProcessAlive(pid), { timeout: limitMs }).toBe(false)
  expect((await startOwner()).origin).toBe('started')
})

test('a start begins again when PostgreSQL is stopped while its tables are given to the owner', async () => {
  const first = await startOwner()
  await stopOwner(first.owner, 'SIGKILL')
  const superuser = new pg.Client(buildSuperuserUrl(await loadOrCreateClusterState(dataDir), DATABASE))
  superuser.on('error', () => undefined)
  await superuser.connect()
  await superuser.query(`alter database ${DATABASE} owner to ${SUPERUSER}; create table notes (word text)`)
  await superuser.query('begin; lock table notes')
  const second = startEmbeddedPostgres({ dataDir })
  const countWaiting = async () => (await superuser.query('select from pg_locks where not granted')).rowCount
  await expect.poll(countWaiting, { timeout: limitMs }).toBe(1)
  process.kill(readPostmasterPid(), 'SIGINT')
  const postgres = await second
  expect(postgres.origin).toBe('started')
  expect(await runSql(postgres.ownerUrl, 'select word from notes')).toEqual([])
  await postgres.stop()
})

test('data survives when server and PostgreSQL are both killed', () =>
  expectRowSurvives(async (owner) => {
    const pid = readPostmasterPid()
    await stopOwner(owner, 'SIGKILL')
    process.kill(pid, 'SIGKILL')
  }))

test('PostgreSQL starts although another process has the id of the killed one', () =>
  expectRowSurvives(async (owner) => {
    const file = join(dataDir, 'postgres/postmaster.pid')
    await stopOwner(owner, 'SIGTERM')
    writeFileSync(file, `${process.pid}\n${join(dataDir, 'postgres')}\n1\n1\n`, { mode: 0o644 })
  }))

test('a PostgreSQL that recovers is waited for, and no second one is started beside it', async () => {
  const first = await startOwner()
  await stopOwner(first.owner, 'SIGTERM')
  const fields = ['SFATAL', 'C57P03', 'Mthe database system is in recovery mode', '']
    .map((field) => `${field}\0`)
    .join('')
  const refusal = Buffer.concat([Buffer.from('E\0\0\0\0'), Buffer.from(fields)])
  refusal.writeInt32BE(refusal.length - 1, 1)
  let asked = 0
  const recovering = createServer((socket) => {
    asked += 1
    socket.on('error', () => undefined).once('data', () => socket.end(refusal))
  })
  await once(recovering.listen(0, '127.0.0.1'), 'listening')
  const { port } = recovering.address() as AddressInfo
  const file = join(dataDir, 'postgres/postmaster.pid')
  writeFileSync(file, `${process.pid}\n${join(dataDir, 'postgres')}\n1\n${port}\n`, { mode: 0o644 })
  const started = startEmbeddedPostgres({ dataDir })
  await expect.poll(() => asked, { timeout: limitMs }).toBeGreaterThan(1)
  // This is longer than a start waits for a PostgreSQL that does not answer.
  const now = Date.now.bind(Date)
  vi.spyOn(Date, 'now').mockImplementation(() => now() + 6000)
  const askedBefore = asked
  await expect.poll(() => asked, { timeout: limitMs }).toBeGreaterThan(askedBefore + 10)
  expect(readPostmasterPid()).toBe(process.pid)
  recovering.close()
  const postgres = await started
  expect(postgres.origin).toBe('started')
  await postgres.stop()
})

test('a wrong stored password fails with one sentence and leaves no PostgreSQL running', async () => {
  const { owner } = await startOwner()
  await stopOwner(owner, 'SIGTERM')
  const file = join(dataDir, 'postgres.json')
  const state: unknown = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...Object(state), password: 'another' }))
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('restore that file from a backup')
  await expect.poll(() => readdirSync(join(dataDir, 'postgres')), { timeout: limitMs }).not.toContain('postmaster.pid')
})

test('the error of a PostgreSQL that does not start has the reason from its log', async () => {
  const { owner } = await startOwner()
  await stopOwner(owner, 'SIGTERM')
  const wal = join(dataDir, 'postgres/pg_wal')
  for (const name of readdirSync(wal).filter((file) => file.startsWith('0'))) rmSync(join(wal, name))
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/did not start: could not locate a valid checkpoint/)
})

test('PostgreSQL is restarted when it is killed while its server runs', async () => {
  const { url } = await startOwner()
  await runSql(url, `create table notes (word text); insert into notes values ('here')`)
  process.kill(readPostmasterPid(), 'SIGKILL')
  const rows = await retryUntilLimit(() => runSql(url, 'select word from notes'))
  expect(rows).toEqual([{ word: 'here' }])
})

async function retryUntilLimit<T>(attempt: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + limitMs; ;) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(20)
    }
  }
}

/** A small disk can be mounted only by root. */
const canMount = process.getuid?.() === 0 && process.platform === 'linux'

test.runIf(canMount)('on a full disk it is restarted until there is room', async ({ skip }) => {
  const disk = join(dataDir, 'disk')
  mkdirSync(disk)
  if (spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=120m', 'tmpfs', disk]).status !== 0)
    return skip('no disk can be mounted here')
  chmodSync(disk, 0o755)
  const reports: boolean[] = []
  const losses: Error[] = []
  const postgres = await startEmbeddedPostgres({
    dataDir: disk,
    onDiskFull: (isFull) => reports.push(isFull),
    onLost: (error) => losses.push(error),
  })
  try {
    const filler = join(disk, 'filler')
    spawnSync('/bin/dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k'])
    process.kill(postgres.pid(), 'SIGKILL')
    await expect.poll(() => reports, { timeout: limitMs }).toEqual([true])
    rmSync(filler)
    await expect.poll(() => reports, { timeout: limitMs }).toEqual([true, false])
    const client = new pg.Client({ connectionString: postgres.ownerUrl })
    await client.connect()
    await client.query('create table room (id int)')
    await client.end()
    expect(losses).toEqual([])
  } finally {
    await postgres.stop()
    spawnSync('/bin/umount', [disk])
  }
})
