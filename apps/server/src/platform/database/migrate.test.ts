import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { createEmptyDatabase, createTestDatabase } from '../../../test/fixtures/database/test-database.ts'
import { buildCodegenArguments } from '../../../test/fixtures/database/codegen-arguments.ts'
import { connectToDatabase, runPendingMigrations } from './migrate.ts'
import { StartupError } from '../config/startup-error.ts'

const migrations = join(import.meta.dirname, '../../migrations')
const names = readdirSync(migrations).map((file) => file.replace(/\.sql$/, ''))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tradefront-migrate-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('an empty database gets the schema that database-types.ts was generated from', async () => {
  const database = await createEmptyDatabase()
  expect(await migrateDatabase(database.ownerUrl)).toEqual(names.toSorted())
  const file = join(folder, 'database-types.ts')
  const codegen = createRequire(import.meta.url).resolve('kysely-codegen/dist/cli/bin.js')
  execFileSync(process.execPath, [codegen, ...buildCodegenArguments(database.ownerUrl, file)], { stdio: 'pipe' })
  await expect(readFileSync(file, 'utf8')).toMatchFileSnapshot(join(import.meta.dirname, 'database-types.ts'))
  await database.drop()
})

test.each(names)('migration %s is named by the time it was created', (name) => {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)_[a-z0-9_]+$/.exec(name) ?? []
  const time = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  expect(new Date(time).toISOString()).toBe(time)
  expect(names.filter((other) => other.startsWith(name.slice(0, 14)))).toEqual([name])
})

test('a migration that is created later runs after the others, an earlier one is refused', async () => {
  const database = await createTestDatabase()
  const [late, early] = [`${after(1)}_late`, '20200101000000_early']
  addMigrations({ [late]: 'create table late ()' })
  expect(await migrateDatabase(database.ownerUrl, folder)).toEqual([late])
  expect(await migrateDatabase(database.ownerUrl, folder)).toEqual([])
  addMigrations({ [early]: 'create table early ()' })
  await expect(migrateDatabase(database.ownerUrl, folder)).rejects.toThrow(early)
  await database.drop()
})

test('a migration that was changed after it was applied is refused, and so is a database that does not know', async () => {
  const database = await createTestDatabase()
  const late = `${after(1)}_late`
  addMigrations({ [late]: 'create table late ()' })
  expect(await migrateDatabase(database.ownerUrl, folder)).toEqual([late])
  addMigrations({ [late]: 'create table late (id integer)' })
  await expect(migrateDatabase(database.ownerUrl, folder)).rejects.toThrow(
    `another version of ${late}. Recreate it: delete the data folder`,
  )
  addMigrations({ [late]: 'create table late ()' })
  expect(await migrateDatabase(database.ownerUrl, folder)).toEqual([])
  await query(database.ownerUrl, 'comment on table migrations is null')
  await expect(migrateDatabase(database.ownerUrl, folder)).rejects.toThrow(/another version of \S+ and \d+ more/)
  await database.drop()
})

test('if a migration fails, none of the pending ones is applied', async () => {
  const database = await createTestDatabase()
  const [good, bad] = [`${after(1)}_good`, `${after(2)}_bad`]
  addMigrations({ [good]: 'create table good ()', [bad]: 'create table good ()' })
  await expect(migrateDatabase(database.ownerUrl, folder)).rejects.toBeInstanceOf(StartupError)
  addMigrations({ [bad]: 'create table bad ()' })
  expect(await migrateDatabase(database.ownerUrl, folder)).toEqual([good, bad])
  await database.drop()
})

test('tables that have grown are analyzed after a migration, small and empty ones are not', async () => {
  const database = await createTestDatabase()
  await query(
    database.ownerUrl,
    `insert into settings (name, value, changed_at) select n, '1', now() from generate_series(1, 5000) n`,
  )
  await query(
    database.ownerUrl,
    `insert into password_reset_requests (id, sealed, created_at) values (gen_random_uuid(), '', now())`,
  )
  addMigrations({ [`${after(1)}_late`]: 'create table late ()' })
  await migrateDatabase(database.ownerUrl, folder)
  const analyzed = 'select relname from pg_stat_user_tables where last_analyze is not null'
  expect(await query(database.ownerUrl, analyzed)).toEqual([{ relname: 'settings' }])
  await database.drop()
})

async function migrateDatabase(url: string, from = migrations): Promise<string[]> {
  const client = await connectToDatabase(url)
  try {
    return await runPendingMigrations(client, from)
  } finally {
    await client.end()
  }
}

/** Fills `folder` with the real migrations and these: name to SQL. */
function addMigrations(added: Record<string, string>): void {
  cpSync(migrations, folder, { recursive: true })
  for (const [name, sql] of Object.entries(added)) writeFileSync(join(folder, `${name}.sql`), sql)
}

/** A timestamp that sorts after all migrations. */
function after(seconds: number): number {
  return Math.max(...names.map((name) => Number(name.slice(0, 14)))) + seconds
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
