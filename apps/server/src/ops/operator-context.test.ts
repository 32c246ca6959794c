import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { expect, test } from 'vitest'

import { createTestDatabase } from '../../test/fixtures/database/test-database.ts'
import { openOperatorContext } from './operator-context.ts'

test.each([
  ['the schema cannot be read', 'alter table migrations rename column name to title', {}],
  ['the schema is older', `delete from migrations where name like '%pages'`, {}],
  ['a setting is invalid', 'select 1', { PORT: 'none' }],
])(
  'a command that fails because %s leaves the local database, so that its connection does not keep the command running',
  async (_what, change, settings) => {
    const database = await createTestDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'ops-services-'))
    await database.runAsOwner(change)
    const opening = openOperatorContext(
      { DATA_DIR: folder, ...settings },
      () => undefined,
      async () => database.url,
    )
    await expect(opening).rejects.toThrow()
    const client = new pg.Client({ connectionString: database.superuserUrl })
    await client.connect()
    const countOthers = async () =>
      (
        await client.query(
          `select 1 from pg_stat_activity
          where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
        )
      ).rows.length
    await expect.poll(countOthers).toBe(0)
    await client.end()
    await database.drop()
    await rm(folder, { recursive: true })
  },
)
