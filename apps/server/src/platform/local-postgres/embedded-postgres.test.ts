import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { isProcessAlive } from './postgres-process.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { StartupError } from '../config/startup-error.ts'

const limitMs = 5_000
let dataDir: string
const owners: ChildProcess[] = []

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tradefront-postgres-'))
  // Within reach of the user that PostgreSQL runs as for root.
  chmodSync(dataDir, 0o755)
})
afterEach(async () => {
  for (const owner of owners.splice(0)) await stopOwner(owner, 'SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})

/** Another server process that owns the data folder; it prints the address once PostgreSQL is up. */
async function startOwner(): Promise<{ owner: ChildProcess; url: string }> {
  const program = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(join(import.meta.dirname, 'embedded-postgres.ts'))})
    const postgres = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    process.on('SIGTERM', async () => { await postgres.stop(); process.exit(0) })
    console.log(postgres.url)
    setInterval(() => {}, 1000)`
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  owners.push(owner)
  const [url] = await once(owner.stdout ?? owner, 'data')
  return { owner, url: String(url).trim() }
}

async function stopOwner(owner: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (owner.exitCode !== null || owner.signalCode !== null) return
  owner.kill(signal)
  await once(owner, 'exit')
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

/** Kills what `kill` names of a server that has written a row, starts again and looks for the row. */
async function expectRowSurvives(kill: (owner: ChildProcess) => Promise<void>): Promise<void> {
  const { owner, url } = await startOwner()
  await runSql(url, `create table kept (word text); insert into kept values ('here')`)
  await kill(owner)
  const begun = Date.now()
  const again = await startEmbeddedPostgres({ dataDir })
  const tookMs = Date.now() - begun
  const rows = await runSql(again.url, 'select word from kept')
  const pid = again.pid()
  await again.stop()
  expect(rows).toEqual([{ word: 'here' }])
  expect(tookMs).toBeLessThan(limitMs)
  expect(isProcessAlive(pid)).toBe(false)
}

test('is durable and in UTF-8', async () => {
  const postgres = await startEmbeddedPostgres({ dataDir })
  const sql = `select current_setting('fsync') as fsync, current_setting('server_encoding') as encoding, lower('ÄЖ') as lower`
  const rows = await runSql(postgres.url, sql)
  await postgres.stop()
  expect(rows).toEqual([{ fsync: 'on', encoding: 'UTF8', lower: 'äж' }])
})

test('a second server on the same data folder is refused in one sentence', async () => {
  const { owner } = await startOwner()
  const second = startEmbeddedPostgres({ dataDir })
  await expect(second).rejects.toThrow(StartupError)
  await expect(second).rejects.toThrow(
    `Another Tradefront server (process ${owner.pid}) already runs on the data folder`,
  )
})

test('joins the PostgreSQL that a killed server left behind', () =>
  expectRowSurvives((owner) => stopOwner(owner, 'SIGKILL')))

test('finds its data after both were killed', () =>
  expectRowSurvives(async (owner) => {
    const pid = readPostmasterPid()
    await stopOwner(owner, 'SIGKILL')
    process.kill(pid, 'SIGKILL')
  }))

test('starts beside a process that has the number of the PostgreSQL that was killed', () =>
  expectRowSurvives(async (owner) => {
    const file = join(dataDir, 'postgres/postmaster.pid')
    await stopOwner(owner, 'SIGTERM')
    writeFileSync(file, `${process.pid}\n${join(dataDir, 'postgres')}\n1\n1\n`, { mode: 0o644 })
  }))

test('a password that does not open it is told, and no PostgreSQL stays behind', async () => {
  const { owner } = await startOwner()
  await stopOwner(owner, 'SIGTERM')
  const file = join(dataDir, 'postgres.json')
  const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...Object(kept), password: 'another' }))
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow('restore that file from a backup')
  await expect.poll(() => readdirSync(join(dataDir, 'postgres')), { timeout: limitMs }).not.toContain('postmaster.pid')
})

test('a broken PostgreSQL is told with its own reason', async () => {
  const { owner } = await startOwner()
  await stopOwner(owner, 'SIGTERM')
  const wal = join(dataDir, 'postgres/pg_wal')
  for (const name of readdirSync(wal).filter((one) => one.startsWith('0'))) rmSync(join(wal, name))
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/did not start: could not locate a valid checkpoint/)
}, 20_000)

test('a server that lives starts its PostgreSQL again', async () => {
  const { url } = await startOwner()
  await runSql(url, `create table kept (word text); insert into kept values ('here')`)
  process.kill(readPostmasterPid(), 'SIGKILL')
  const rows = await retried(() => runSql(url, 'select word from kept'))
  expect(rows).toEqual([{ word: 'here' }])
})

async function retried<T>(ask: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + limitMs; ;) {
    try {
      return await ask()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(20)
    }
  }
}
