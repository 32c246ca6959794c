import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createEmptyDatabase, createTestDatabase } from '../../../test/fixtures/database/test-database.ts'
import { runOpsCommand } from '../../../test/fixtures/ops/run-ops-command.ts'
import { findNewestBackup } from '../../platform/recovery/backups.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { explainFolderError } from '../backup/restore-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'ops-backup-'))
const tools = join(folder, 'tools')
const backups = join(folder, 'backups')
const seen = join(folder, 'seen.json')
const restoredBytes = join(folder, 'restored')
const secretKey = 'a secret key that is only good for tests'
let database: Awaited<ReturnType<typeof createTestDatabase>>
let env: Record<string, string>
let empty: typeof database

beforeAll(async () => {
  database = await createTestDatabase()
  env = {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    SECRET_KEY: secretKey,
    SANDBOX_URL: 'http://127.0.0.1:1',
    SANDBOX_SECRET: 'a sandbox secret that is only good for tests',
    PATH: [tools, dirname(process.execPath)].join(delimiter),
  }
  empty = await createEmptyDatabase()
})
afterAll(async () => {
  await empty.drop()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  for (const each of [tools, backups]) {
    rmSync(each, { recursive: true, force: true })
    mkdirSync(each)
  }
})

/** A stand-in for a tool of PostgreSQL, because the tests have none of version 18. */
function writeTool(name: string, version: number, run: string): void {
  const text = `#!/usr/bin/env node
const fs = require('node:fs')
if (process.argv[2] === '--version') console.log('${name} (PostgreSQL) ${version}.4')
else {
  fs.writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ args: process.argv.slice(2), env: process.env }))
  ${run}
}
`
  writeFileSync(join(tools, name), text)
  chmodSync(join(tools, name), 0o755)
}

const readSeen = () =>
  JSON.parse(readFileSync(seen, 'utf8')) as { args: string[]; env: Readonly<Record<string, string>> }
const backUp = (changes: Record<string, string> = {}) => runOpsCommand({ ...env, ...changes }, ['backup', backups])
const restore = (file: string, changes: Record<string, string>) =>
  runOpsCommand({ SECRET_KEY: secretKey, PATH: env['PATH'] ?? '', ...changes }, ['restore', file])
const findFile = () => join(backups, readdirSync(backups)[0] ?? '')

test('a database of its own is dumped by the tool of its version, and restored into an empty one in quarantine', async () => {
  writeTool('pg_dump', 18, `process.stdout.write('x'.repeat(300000) + process.env.PGPASSWORD)`)
  expect(await backUp()).toMatchObject({ code: 0, err: '', out: expect.stringContaining('MB') })
  const { password, pathname } = new URL(database.ownerUrl)
  const dump = readSeen()
  expect(dump.args.join(' ')).not.toContain(password)
  expect(dump.env).toMatchObject({ PGPASSWORD: password, PGDATABASE: pathname.slice(1) })
  const owner = openDatabase(database.ownerUrl, { maxConnections: 1 })
  expect(await findNewestBackup(owner.db)).not.toBeNull()
  await owner.close()

  const pgPath = createRequire(import.meta.url).resolve('pg')
  writeTool(
    'pg_restore',
    18,
    `process.stdin.pipe(fs.createWriteStream(${JSON.stringify(restoredBytes)})).on('close', async () => {
      const client = new (require(${JSON.stringify(pgPath)}).Client)()
      await client.connect()
      await client.query("create table quarantines (id bigint generated always as identity, cause text, began_at timestamptz, known_until timestamptz, ended_at timestamptz); create unique index on quarantines ((ended_at is null)) where ended_at is null; create table crypto_chains (next_index integer); insert into crypto_chains values (7); create table operator_sessions (ended_at timestamptz)")
      await client.end()
    })`,
  )
  const file = findFile()
  expect(await restore(file, { DATABASE_OWNER_URL: database.ownerUrl })).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not empty'),
  })
  expect(existsSync(restoredBytes)).toBe(false)
  expect(await restore(file, { DATABASE_OWNER_URL: empty.ownerUrl })).toMatchObject({ code: 0, err: '' })
  expect(readFileSync(restoredBytes, 'utf8')).toBe('x'.repeat(300_000) + password)
  const client = new pg.Client(empty.ownerUrl)
  await client.connect()
  const { rows } = await client.query('select cause, ended_at from quarantines')
  expect(rows).toEqual([{ cause: 'restored', ended_at: null }])
  // Addresses of coins that were handed out since the backup are skipped.
  expect((await client.query('select next_index as next from crypto_chains')).rows).toEqual([{ next: 10_007 }])
  await client.end()
  expect(await restore(file, { DATA_DIR: join(folder, 'data') })).toMatchObject({
    code: 1,
    err: expect.stringContaining('set DATABASE_OWNER_URL to an empty database'),
  })
  expect(existsSync(join(folder, 'data'))).toBe(false)
})

test('a restored database that cannot be marked is said to be unusable', async () => {
  writeTool('pg_dump', 18, `process.stdout.write('x')`)
  expect(await backUp()).toMatchObject({ code: 0 })
  // What this tool restores has no table for the mark.
  writeTool('pg_restore', 18, `process.stdin.resume()`)
  const unmarked = await createEmptyDatabase()
  expect(await restore(findFile(), { DATABASE_OWNER_URL: unmarked.ownerUrl })).toMatchObject({
    code: 1,
    err: expect.stringContaining(
      'The database was restored, but could not be marked as being in quarantine. Start no server: drop the database and restore again.',
    ),
  })
  await unmarked.drop()
})

test.each(['EXDEV', 'EBUSY', 'EACCES'])('a data folder that cannot be replaced (%s) is explained', (code) => {
  const error = Object.assign(new Error('rename'), { code })
  expect(explainFolderError(error, '/data')).toMatchObject({
    name: 'CliError',
    message: expect.stringContaining('Set DATA_DIR to a folder inside of the volume: /data'),
  })
})

test('a backup without the tool, or with one of another version, is refused', async () => {
  expect(await backUp()).toMatchObject({
    code: 1,
    err: expect.stringContaining('needs pg_dump of PostgreSQL 18 in PATH'),
  })
  writeTool('pg_dump', 15, '')
  expect(await backUp()).toMatchObject({ code: 1, err: expect.stringContaining('it is of version 15') })
  expect(readdirSync(backups)).toEqual([])
})

test('a dump that fails leaves no backup, and its reason is shown', async () => {
  writeTool(
    'pg_dump',
    18,
    `process.stdout.write('half'); console.error('permission denied for table x'); process.exitCode = 1`,
  )
  expect(await backUp()).toMatchObject({ code: 1, err: expect.stringContaining('permission denied for table x') })
  expect(readdirSync(backups)).toEqual([])
})

test('a backup needs a folder that exists, and a restore the key', async () => {
  expect(await runOpsCommand(env, ['backup'])).toMatchObject({ code: 2, err: expect.stringContaining('BACKUP_DIR') })
  writeTool('pg_dump', 18, '')
  expect(await runOpsCommand(env, ['backup', join(folder, 'none')])).toMatchObject({
    code: 1,
    err: expect.stringContaining('cannot be written'),
  })
  expect(await runOpsCommand({ DATA_DIR: join(folder, 'data') }, ['restore', 'x'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('Set SECRET_KEY'),
  })
})
