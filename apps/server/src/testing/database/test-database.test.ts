import pg from 'pg'
import { expect, test } from 'vitest'
import { isSchemaUpToDate } from '../../platform/database/migrate.ts'
import { createTestDatabase } from './test-database.ts'

test('each test database is migrated, separate, and removed by drop', async () => {
  const [one, two] = [await createTestDatabase(), await createTestDatabase()]
  expect(await isSchemaUpToDate(one.url)).toBe(true)
  const client = new pg.Client({ connectionString: one.url })
  await client.connect()
  await client.query(`insert into settings (name, value, changed_at) values ('only_here', '1', '2026-01-01')`)
  await client.end()
  const other = new pg.Client({ connectionString: two.url })
  await other.connect()
  expect((await other.query(`select 1 from settings where name = 'only_here'`)).rowCount).toBe(0)
  await other.end()
  await two.drop()
  await one.drop()
  await expect(new pg.Client({ connectionString: one.url }).connect()).rejects.toMatchObject({ code: '3D000' })
})
