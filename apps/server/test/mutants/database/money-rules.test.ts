import pg from 'pg'
import { expect, test } from 'vitest'

import { createTestDatabase } from '../../fixtures/database/test-database.ts'
import { readOwners } from '../../schema/read-owners.ts'
import { moneyModules } from '../generated/mutated-files.ts'
import { conditionProbes } from './condition-probes.ts'
import { checkLimits, findWrongLimits, listLimitedChecks } from './check-limits.ts'
import { databaseProbes, listDatabaseRules, runProbe, tryProbe, unreachableRules } from './database-rules.ts'
import { insertProbeRows } from './insert-probe-rows.ts'
import { findWrongKeyRows, keyRows, listKeys } from './key-rows.ts'
import { listConditionalViews, readView, viewRows } from './view-rows.ts'

test('the database refuses what its rules for money forbid', { timeout: 300_000 }, async () => {
  const testDatabase = await createTestDatabase()
  const client = new pg.Client({ connectionString: testDatabase.superuserUrl })
  try {
    await insertProbeRows(testDatabase.socketUrl)
    await client.connect()
    const rules = await listDatabaseRules(client)
    const names = rules.map(({ name }) => name)
    const known = [...Object.keys(databaseProbes), ...Object.keys(unreachableRules)]
    expect(
      known.filter((name) => !names.includes(name)),
      'rules that the database does not have',
    ).toEqual([])
    const answers: Record<string, string | null> = {}
    for (const rule of rules) if (!(rule.name in unreachableRules)) answers[rule.name] = await runProbe(client, rule)
    for (const [name, probe] of Object.entries(conditionProbes)) answers[name] = await tryProbe(client, probe)
    expect(Object.entries(answers).filter(([, answer]) => answer !== null)).toEqual([])
    const { rows: unknown } = await client.query<{ kind: string | null }>(
      `select kind from find_unknown_entry(array(
         select id from ledger_entries where kind !~ '^(simulation|test)[.]' and subject not like 'simulation:%'))`,
    )
    expect(unknown[0]?.kind ?? null, 'an entry that no server could book').toBeNull()
    // A probe that is refused without its rule proves nothing.
    for (const rule of rules)
      if (rule.name in answers) expect(await runProbe(client, rule, true), `${rule.name} is dropped`).not.toBeNull()
  } finally {
    await client.end()
    await testDatabase.drop()
  }
})

test('checks of money begin to refuse where they must', async () => {
  const testDatabase = await createTestDatabase()
  const client = new pg.Client({ connectionString: testDatabase.ownerUrl })
  await client.connect()
  const tables = [...readOwners().tables].flatMap(([table, owner]) => (moneyModules.includes(owner) ? [table] : []))
  const checks = await listLimitedChecks(client, tables)
  expect(checks.map(({ name }) => name)).toEqual(Object.keys(checkLimits).toSorted())
  const wrong: string[] = []
  for (const check of checks) wrong.push(...(await findWrongLimits(client, check, checkLimits[check.name] ?? [null])))
  expect(wrong).toEqual([])
  await client.end()
  await testDatabase.drop()
})

test('keys of money accept rows that differ in one column, and refuse equal ones', async () => {
  const testDatabase = await createTestDatabase()
  const client = new pg.Client({ connectionString: testDatabase.superuserUrl })
  await client.connect()
  const tables = [...readOwners().tables].flatMap(([table, owner]) => (moneyModules.includes(owner) ? [table] : []))
  const keys = await listKeys(client, tables)
  expect(keys.map(({ name }) => name)).toEqual(Object.keys(keyRows))
  const wrong: string[] = []
  for (const key of keys) wrong.push(...(await findWrongKeyRows(client, key, keyRows[key.name] ?? { columns: {} })))
  expect(wrong).toEqual([])
  await client.end()
  await testDatabase.drop()
})

test('views of money have the rows that they are for', async () => {
  const testDatabase = await createTestDatabase()
  const client = new pg.Client({ connectionString: testDatabase.superuserUrl })
  await client.connect()
  const names = [...readOwners().views].flatMap(([view, owner]) => (moneyModules.includes(owner) ? [view] : []))
  const views = await listConditionalViews(client, names)
  expect(views.map(({ name }) => name)).toEqual(Object.keys(viewRows))
  for (const { name, definition } of views)
    expect(await readView(client, definition, viewRows[name]?.sources ?? {}), name).toEqual(viewRows[name]?.rows)
  await client.end()
  await testDatabase.drop()
})
