import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createEmptyDatabase } from '../../../test/fixtures/database/test-database.ts'
import { testDeskOrigin } from '../../../test/fixtures/database/test-postgres.ts'
import { runOpsCommand } from '../../../test/fixtures/ops/run-ops-command.ts'
import { readMigrateConfig } from './migrate.ts'

let empty: Awaited<ReturnType<typeof createEmptyDatabase>>
let env: Record<string, string>
beforeAll(async () => {
  empty = await createEmptyDatabase()
  env = {
    DATABASE_URL: empty.url,
    DATABASE_OWNER_URL: empty.ownerUrl,
    DESK_DATABASE_URL: empty.deskUrl,
    DESK_URL: testDeskOrigin,
    NODE_ENV: 'production',
  }
})
afterAll(() => empty.drop())

async function countOperators(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query('select count(*)::int as count from operator_names')).rows[0]
  } finally {
    await client.end()
  }
}

test('prepares an empty database for servers and desk, without SECRET_KEY, and can be repeated', async () => {
  for (const _run of ['first', 'second'])
    expect(await runOpsCommand(env, ['migrate'])).toMatchObject({
      code: 0,
      out: 'The database is ready for this version.\n',
      err: '',
    })
  // Both roles own nothing, and read what they were given.
  for (const url of [empty.url, empty.deskUrl]) expect(await countOperators(url)).toEqual({ count: 0 })
})

test('refuses a role of the servers that can change posted ledger entries', async () => {
  const { code, err } = await runOpsCommand({ ...env, DATABASE_URL: empty.ownerUrl }, ['migrate'])
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('set it to a role that owns nothing') })
})

test.each([
  ['DATABASE_OWNER_URL', '', 'DATABASE_URL and DATABASE_OWNER_URL must be set'],
  ['DATABASE_URL', '', 'DATABASE_URL and DATABASE_OWNER_URL must be set'],
  ['DESK_URL', '', 'DESK_URL and DESK_DATABASE_URL must be set'],
  ['DESK_DATABASE_URL', '', 'DESK_URL and DESK_DATABASE_URL must be set'],
  ['DATABASE_OWNER_URL', 'postgres://a:b@db.example/x', 'DATABASE_OWNER_URL must have sslmode=verify-full'],
  ['DESK_DATABASE_URL', 'postgres://a:b@db.example/x', 'DESK_DATABASE_URL must have sslmode=verify-full'],
])('refuses %s="%s" in production', (name, value, sentence) => {
  expect(() => readMigrateConfig({ ...env, [name]: value })).toThrow(sentence)
})
