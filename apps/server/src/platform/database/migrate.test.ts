import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createEmptyDatabase, createTestDatabase } from '../../../test/fixtures/database/test-database.ts'
import { StartupError } from '../config/startup-error.ts'
import { connectToDatabase, hasPendingChanges, updateSchema } from './migrate.ts'
import { readRepeatableFiles } from './repeatable-sql.ts'

const source = join(import.meta.dirname, '../..')
const names = readdirSync(join(source, 'migrations')).map((file) => file.replace(/\.sql$/, ''))

/** Folder with a copy of the SQL of the server. */
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tradefront-migrate-'))
  for (const file of globSync('{migrations,modules/*/sql,platform/database/sql}/*.sql', { cwd: source }))
    cpSync(join(source, file), join(folder, file))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('an empty database gets all migrations and then all functions, and the next start changes nothing', async () => {
  const database = await createEmptyDatabase()
  const files = readRepeatableFiles(source).map(({ path }) => path)
  expect(await updateDatabase(database.ownerUrl)).toEqual([...names.toSorted(), ...files])
  expect(await updateDatabase(database.ownerUrl)).toEqual([])
  await database.drop()
})

test('each migration is named by the time at which it was created', () => {
  for (const name of names) {
    const [, year, month, day, hour, minute, second] =
      /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)_[a-z0-9_]+$/.exec(name) ?? []
    const time = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
    expect(new Date(time).toISOString()).toBe(time)
    expect(names.filter((other) => other.startsWith(name.slice(0, 14)))).toEqual([name])
  }
})

test('a migration that is created later runs after the others, an earlier one is refused', async () => {
  const database = await createTestDatabase()
  const [late, early] = [`${after(1)}_late`, '20200101000000_early']
  addFiles({ [late]: 'create table late ()' })
  expect(await updateDatabase(database.ownerUrl)).toEqual([late])
  expect(await updateDatabase(database.ownerUrl)).toEqual([])
  addFiles({ [early]: 'create table early ()' })
  await expect(updateDatabase(database.ownerUrl)).rejects.toThrow(early)
  await database.drop()
})

test('a migration that was changed after it was applied is refused, and so is a database that does not know', async () => {
  const database = await createTestDatabase()
  const late = `${after(1)}_late`
  addFiles({ [late]: 'create table late ()' })
  expect(await updateDatabase(database.ownerUrl)).toEqual([late])
  addFiles({ [late]: 'create table late (id integer)' })
  await expect(updateDatabase(database.ownerUrl)).rejects.toThrow(
    `another version of ${late}. Recreate it: delete the data folder`,
  )
  addFiles({ [late]: 'create table late ()' })
  expect(await updateDatabase(database.ownerUrl)).toEqual([])
  await query(database.ownerUrl, 'comment on table migrations is null')
  await expect(updateDatabase(database.ownerUrl)).rejects.toThrow(/another version of \S+ and \d+ more/)
  await database.drop()
})

test('if a migration fails, none of the pending ones is applied', async () => {
  const database = await createTestDatabase()
  const [good, bad] = [`${after(1)}_good`, `${after(2)}_bad`]
  addFiles({ [good]: 'create table good ()', [bad]: 'create table good ()' })
  await expect(updateDatabase(database.ownerUrl)).rejects.toBeInstanceOf(StartupError)
  addFiles({ [bad]: 'create table bad ()' })
  expect(await updateDatabase(database.ownerUrl)).toEqual([good, bad])
  await database.drop()
})

describe('files of functions and triggers', () => {
  const file = 'modules/mail/sql/mails-quiet.sql'
  const say = (word: string) => `create or replace function mails_quiet() returns trigger language plpgsql as $$
    begin raise exception '${word};'; end $$;
    create trigger mails_quiet before delete or truncate on mails for each statement execute function mails_quiet();`
  const deleteMails = (url: string) => query(url, 'delete from mails')

  test('a changed file is applied again, and what it created before and does not create now is dropped', async () => {
    const database = await createTestDatabase()
    addFiles({ [file]: say('one') })
    expect(await updateDatabase(database.ownerUrl)).toEqual([file])
    await expect(deleteMails(database.ownerUrl)).rejects.toThrow('one;')
    addFiles({ [file]: say('two').replace('create trigger mails_quiet', 'create trigger mails_silent') })
    expect(await updateDatabase(database.ownerUrl)).toEqual([file])
    await expect(deleteMails(database.ownerUrl)).rejects.toThrow('two;')
    const triggers = `select tgname from pg_trigger where tgrelid = 'mails'::regclass and not tgisinternal`
    expect(await query(database.ownerUrl, triggers)).toEqual([{ tgname: 'mails_silent' }])
    await database.drop()
  })

  test('when a file is removed, what it created is dropped', async () => {
    const database = await createTestDatabase()
    addFiles({ [file]: say('one') })
    await updateDatabase(database.ownerUrl)
    rmSync(join(folder, file))
    expect(await updateDatabase(database.ownerUrl)).toEqual([file])
    await deleteMails(database.ownerUrl)
    expect(await query(database.ownerUrl, `select from pg_proc where proname = 'mails_quiet'`)).toEqual([])
    expect(await updateDatabase(database.ownerUrl)).toEqual([])
    await database.drop()
  })

  test('a function can move to another file', async () => {
    const database = await createTestDatabase()
    addFiles({ [file]: say('one') })
    await updateDatabase(database.ownerUrl)
    rmSync(join(folder, file))
    const other = 'modules/auth/sql/mails-quiet.sql'
    addFiles({ [other]: say('two') })
    expect(await updateDatabase(database.ownerUrl)).toEqual([other, file])
    await expect(deleteMails(database.ownerUrl)).rejects.toThrow('two;')
    await database.drop()
  })

  test('if a file fails, neither the migrations nor the other files of this start are applied', async () => {
    const database = await createTestDatabase()
    const late = `${after(1)}_late`
    addFiles({
      [late]: 'create table late ()',
      [file]: say('one'),
      'modules/mail/sql/worse.sql': 'create trigger worse before insert on mails execute function missing();',
    })
    await expect(updateDatabase(database.ownerUrl)).rejects.toThrow(
      'modules/mail/sql/worse.sql: function missing() does not exist',
    )
    await deleteMails(database.ownerUrl)
    rmSync(join(folder, 'modules/mail/sql/worse.sql'))
    expect(await updateDatabase(database.ownerUrl)).toEqual([late, file])
    await database.drop()
  })

  test('a function with new arguments and an old name is refused', async () => {
    const database = await createTestDatabase()
    const add = (argument: string) =>
      addFiles({ [file]: `create or replace function double(n ${argument}) returns text language sql return n * 2;` })
    add('integer')
    await updateDatabase(database.ownerUrl)
    add('bigint')
    await expect(updateDatabase(database.ownerUrl)).rejects.toThrow('double has new arguments: it needs a new name')
    await database.drop()
  })

  test('a trigger that is missing is created again, e.g. after a migration of its table', async () => {
    const database = await createTestDatabase()
    await query(database.ownerUrl, 'drop trigger trades_fixed on trades')
    expect(await withClient(database.url, (client) => hasPendingChanges(client, folder))).toBe(true)
    expect(await updateDatabase(database.ownerUrl)).toEqual(['modules/trading/sql/protected-rows.sql'])
    expect(await withClient(database.url, (client) => hasPendingChanges(client, folder))).toBe(false)
    await database.drop()
  })

  test('a server of an older version does not bring back its functions', async () => {
    const database = await createTestDatabase()
    const late = `${after(1)}_late`
    addFiles({ [late]: 'create table late ()', [file]: say('new') })
    await updateDatabase(database.ownerUrl)
    rmSync(join(folder, `migrations/${late}.sql`))
    addFiles({ [file]: say('old') })
    expect(await updateDatabase(database.ownerUrl)).toEqual([])
    await expect(deleteMails(database.ownerUrl)).rejects.toThrow('new;')
    await database.drop()
  })

  test('of two servers that start at once, one applies everything and the other waits', async () => {
    const database = await createEmptyDatabase()
    const results = await Promise.all([1, 2].map(() => updateDatabase(database.ownerUrl)))
    expect(results.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([
      0,
      names.length + readRepeatableFiles(source).length,
    ])
    await database.drop()
  })

  test('a statement that nothing would undo is refused', () => {
    addFiles({ [file]: `${say('one')}\ninsert into mails default values;` })
    expect(() => readRepeatableFiles(folder)).toThrow(`${file} can only "create or replace" functions and views`)
  })
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
  addFiles({ [`${after(1)}_late`]: 'create table late ()' })
  await updateDatabase(database.ownerUrl)
  const analyzed = 'select relname from pg_stat_user_tables where last_analyze is not null'
  expect(await query(database.ownerUrl, analyzed)).toEqual([{ relname: 'settings' }])
  await database.drop()
})

async function updateDatabase(url: string): Promise<string[]> {
  return await withClient(url, (client) => updateSchema(client, folder))
}

async function withClient<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await connectToDatabase(url)
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

/** Adds files to that folder: SQL by the name of a migration or the path of a file of functions. */
function addFiles(added: Readonly<Record<string, string>>): void {
  for (const [name, sql] of Object.entries(added)) {
    const file = join(folder, name.includes('/') ? name : `migrations/${name}.sql`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, sql)
  }
}

/** Returns a timestamp that sorts after all migrations. */
function after(seconds: number): number {
  return Math.max(...names.map((name) => Number(name.slice(0, 14)))) + seconds
}

async function query(url: string, sql: string): Promise<unknown[]> {
  return await withClient(url, async (client) => (await client.query(sql)).rows)
}
