import pg from 'pg'
import { expect, test } from 'vitest'

import { runSeed } from '../../modules/cards/simulation/run-seeds.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { createTestDatabase } from '../database/test-database.ts'
import { databaseProbes, listDatabaseRules, rowSeeds, runProbe } from './database-rules.ts'

test('the database refuses what its rules for money forbid', { timeout: 120_000 }, async () => {
  const testDatabase = await createTestDatabase()
  const database = openDatabase(testDatabase.socketUrl, { maxConnections: 20 })
  const client = new pg.Client({ connectionString: testDatabase.superuserUrl })
  try {
    for (const seed of rowSeeds) await runSeed(database.pool, seed)
    await client.connect()
    const rules = await listDatabaseRules(client)
    const missing = Object.keys(databaseProbes).filter((name) => !rules.some((rule) => rule.name === name))
    expect(missing, 'rules that the database does not have').toEqual([])
    const answers: Record<string, string | null> = {}
    for (const rule of rules) {
      const isProbed = rule.generatedProbe !== null || rule.name in databaseProbes
      if (isProbed) answers[rule.name] = await runProbe(client, rule)
    }
    expect(Object.entries(answers).filter(([, answer]) => answer !== null)).toEqual([])
    // A probe that is refused without its rule proves nothing.
    for (const rule of rules)
      if (rule.name in answers) expect(await runProbe(client, rule, true), `${rule.name} is dropped`).not.toBeNull()
  } finally {
    await client.end()
    await database.close()
    await testDatabase.drop()
  }
})
