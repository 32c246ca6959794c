import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase } from '../../../test/fixtures/database/test-database.ts'
import { anyOf } from './batch.ts'
import { type Database, openDatabase } from './database.ts'

let address: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
/** A database whose statements time out after a second. */
let impatientDatabase: Database
beforeAll(async () => {
  address = await createTestDatabase()
  database = openDatabase(address.url, { maxConnections: 2 })
  impatientDatabase = openDatabase(address.url, { maxConnections: 2, statementTimeoutMs: 1000 })
})
afterAll(async () => {
  await database.close()
  await impatientDatabase.close()
  await address.drop()
})

test('a bigint is read as a number or fails if it is too large, a date is read as text', async () => {
  const ask = <T>(text: string) => sql<T>`${sql.raw(text)}`.execute(database.db)
  expect((await ask("select 9007199254740991::bigint as n, date '2026-02-03' as d")).rows).toEqual([
    { n: 9007199254740991, d: '2026-02-03' },
  ])
  await expect(ask('select 9007199254740992::bigint as n')).rejects.toThrow('too large')
})

test('a query that takes too long fails and leaves its connection usable', async () => {
  await expect(sql`select pg_sleep(30)`.execute(impatientDatabase.db)).rejects.toMatchObject({ code: '57014' })
  expect((await sql<{ one: number }>`select 1 as one`.execute(impatientDatabase.db)).rows).toEqual([{ one: 1 }])
})

test('a connection that breaks while it is in use ends neither the process nor the pool', async () => {
  const broken = database.db.transaction().execute(async (one) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.db)
    // No query is running when the connection breaks.
    await sleep(50)
    await sql`select 1`.execute(one)
  })
  await expect(broken).rejects.toThrow()
  expect((await sql<{ one: number }>`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }])
})

test('a statement is prepared once per connection', async () => {
  await database.db.connection().execute(async (one) => {
    for (const n of [1, 2, 3]) await sql`select ${n}::int as n`.execute(one)
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from pg_prepared_statements where statement like 'select $1::int as n%'`.execute(one)
    expect(rows).toEqual([{ n: 1 }])
  })
})

test('a statement with a list of values is not planned for each list', async () => {
  await database.db.connection().execute(async (one) => {
    const findUsers = (ids: readonly number[]) =>
      sql`select u.email from users u join sessions s on s.user_id = u.id where u.id = ${anyOf(ids, 'bigint')}`.execute(
        one,
      )
    for (let call = 1; call <= 20; call += 1) await findUsers(Array.from({ length: 1 + (call % 3) }, (_, id) => id))
    const { rows } = await sql<{ custom_plans: number; generic_plans: number }>`
      select custom_plans::int, generic_plans::int from pg_prepared_statements where statement like 'select u.email%'`.execute(
      one,
    )
    expect(rows).toEqual([{ custom_plans: 5, generic_plans: 15 }])
  })
})

test('reports read on connections of their own and cannot write', async () => {
  const { reports } = impatientDatabase
  const name = sql<{ name: string }>`select application_name as name from pg_stat_activity where pid = pg_backend_pid()`
  expect((await name.execute(reports)).rows).toEqual([{ name: 'tradefront-reports' }])
  await expect(sql`create table written ()`.execute(reports)).rejects.toMatchObject({ code: '25006' })
  // This takes longer than the limit of the other connections.
  await sql`select pg_sleep(1.2)`.execute(reports)
})
