import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { buildCodegenArguments } from '../fixtures/database/codegen-arguments.ts'
import { createTestDatabase } from '../fixtures/database/test-database.ts'
import { describeConstraints } from './describe-constraints.ts'
import { describeSchema } from './describe-schema.ts'
import { readOwners, sourceFolder } from './read-owners.ts'

const folder = join(sourceFolder, 'platform/database')

/** `npm run generate:schema` runs these with `--update`, which writes the files. */
describe('what is generated from the database fits its schema', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.ownerUrl })
  beforeAll(() => client.connect())
  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  test('schema.sql', async () => {
    await expect(await describeSchema(client, readOwners())).toMatchFileSnapshot(join(folder, 'schema.sql'))
  })

  test('constraints.ts', async () => {
    await expect(await describeConstraints(client)).toMatchFileSnapshot(join(folder, 'constraints.ts'))
  })

  test('database-types.ts', async () => {
    const written = mkdtempSync(join(tmpdir(), 'tradefront-types-'))
    const file = join(written, 'database-types.ts')
    const codegen = createRequire(import.meta.url).resolve('kysely-codegen/dist/cli/bin.js')
    execFileSync(process.execPath, [codegen, ...buildCodegenArguments(database.ownerUrl, file)], { stdio: 'pipe' })
    await expect(readFileSync(file, 'utf8')).toMatchFileSnapshot(join(folder, 'database-types.ts'))
    rmSync(written, { recursive: true })
  })
})
