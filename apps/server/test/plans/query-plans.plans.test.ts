import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { countRows, findFullScans, largeTableRows, type RowCounts } from './find-full-scans.ts'
import type { RecordedStatement } from './record-statements.ts'
import { seedLargeTables, smallTables } from './seed-large-tables.ts'
import { createTestDatabase } from '../fixtures/database/test-database.ts'
import { createDepositsFixture } from '../fixtures/deposits/deposits-fixture.ts'

// This runs after all tests of the server, which have recorded every statement that the product executed.

/** Statements of background jobs and operators that can read a whole table, by the beginning of their text. */
const exceptions: readonly { readonly text: string; readonly reason: string }[] = [
  { text: 'select coalesce(c.output', reason: 'once a night: compares all payments in coins with the captures' },
  { text: 'update cards set number_sealed = null', reason: 'once an hour: compares removed cards with their deposits' },
  { text: 'update cards set number_hash = null', reason: 'once an hour: compares removed cards with their deposits' },
  { text: 'delete from cards where removed_at', reason: 'once an hour: compares removed cards with their deposits' },
  { text: 'delete from "login_failures"', reason: 'the table keeps the rows of a short time only' },
  { text: 'delete from "user_marks"', reason: 'every day: finds the marks of one kind and day by their index' },
  { text: 'delete from "security_events"', reason: 'every day: finds the rows of one day by their index' },
  { text: 'with claim as (', reason: 'an operator looks for gifts that were given twice' },
  {
    text: 'select count(*)::integer as count, coalesce(min(ratio)',
    reason: 'an operator changes a setting: compares it with the open bonuses',
  },
  {
    text: 'select d.id as "depositId"',
    reason: 'an operator reads on from a deposit: the index is read from it until the page is full',
  },
  {
    text: 'select case when u.entry_id is null',
    reason: 'once a night: looks for entries of the audit trail without a seal',
  },
  { text: 'delete from "password_resets"', reason: 'the table keeps the rows of a short time only' },
]

let database: Awaited<ReturnType<typeof createTestDatabase>>
let client: pg.Client
let money: Awaited<ReturnType<typeof createDepositsFixture>>
let counts: RowCounts
const statements = readStatements()

beforeAll(async () => {
  database = await createTestDatabase()
  await seedLargeTables(database.superuserUrl, { deposits: 100_000, traders: 20_000, others: 20_000, days: 100 })
  client = new pg.Client({ connectionString: database.superuserUrl })
  await client.connect()
  counts = await countRows(client)
  money = await createDepositsFixture({ database })
}, 120_000)
afterAll(() => client.end())

test('the tests of the server have recorded statements', () => {
  expect(statements.length, 'run it together with --project server').toBeGreaterThan(0)
})

test('every table is large, or known to be small', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const small = rows.map(({ name }) => name).filter((name) => (counts.get(name) ?? 0) <= largeTableRows)
  expect(small.toSorted()).toEqual(smallTables.toSorted())
})

test('no statement reads a whole large table', async () => {
  const found: string[] = []
  for (const { text, source } of statements) {
    if (exceptions.some((exception) => text.trim().startsWith(exception.text))) continue
    const scans = await findFullScans(client, text, counts).catch((error: unknown) => [
      `cannot be planned: ${String(error)}`,
    ])
    if (scans.length > 0) found.push(`${source}\n  ${scans.join('\n  ')}\n  ${text.replaceAll(/\s+/g, ' ')}`)
  }
  expect(found).toEqual([])
})

test('triggers and foreign keys read no whole large table when money is taken, credited and sent back', async () => {
  money.setRefundAnswer(async () => 'refunded')
  const before = await readTableUse()
  // The statements run more often than PostgreSQL plans for the values of one run.
  const count = 12
  for (let number = 0; number < count; number += 1) {
    const inserted = await money.insertAttempt()
    const taken = { amount: 90_000, currency: 'USD' }
    await money.applyResult(inserted.reference, { source: 'webhook', state: 'succeeded', money: taken })
    await money.creditSuspense({ attemptId: inserted.id, number: 1 })
    await money.refundLateSuccess(await money.readDeposit(inserted))
    const [capture] = (await money.readDeposit(inserted)).captures
    if (capture !== undefined) await money.sendRefundNow(capture)
    expect((await money.readDeposit(inserted)).captures).toMatchObject([{ status: 'refunded' }])
  }
  await money.query('select pg_stat_force_next_flush()')
  const after = await readTableUse()
  const insertedEntries = (after.get('ledger_entries')?.inserted ?? 0) - (before.get('ledger_entries')?.inserted ?? 0)
  expect(insertedEntries).toBe(4 * count)
  const scanned = [...after].filter(
    ([name, { scanned: rows }]) =>
      (counts.get(name) ?? 0) > largeTableRows && rows - (before.get(name)?.scanned ?? 0) > largeTableRows,
  )
  expect(scanned).toEqual([])
})

test.each([
  ['Seq Scan of deposits', 'select id from deposits where reason_text = $1'],
  [
    'Seq Scan of deposits',
    `select d.id from deposits d left join attempts a on a.deposit_id = d.id
    where d.state = 'review' or a.state = 'manual_review' order by d.updated_at limit $1`,
  ],
  ['Seq Scan of attempts', `select id from attempts where reference::text = $1`],
  ['Index Only Scan of attempts_pkey', 'select count(id) from attempts'],
  [
    'of attempts',
    `select a.id from ledger_entries e left join attempts a on e.subject = 'attempt:' || a.id where e.id = $1`,
  ],
])('a statement that reads everything is found: %s', async (scan, statement) => {
  expect((await findFullScans(client, statement, counts)).join('\n')).toContain(scan)
})

test.each([
  ['select id from audit_log order by id desc limit $1'],
  ['select id from deposits where user_id = $1 order by created_at desc limit 10'],
  ['select count(*) from deposits where user_id = $1'],
  [
    `select id from deposits d where user_id = $1
        and (created_at, id) < (select created_at, id from deposits where id = $2 and user_id = $1)
      order by created_at desc, id desc limit 20`,
  ],
])('a statement that reads few rows is not found: %s', async (statement) => {
  expect(await findFullScans(client, statement, counts)).toEqual([])
})

/** Reads how many rows were read by sequential scans, and how many were inserted. */
async function readTableUse() {
  const { rows } = await client.query<{ name: string; scanned: string; inserted: string }>(
    'select relname as name, seq_tup_read as scanned, n_tup_ins as inserted from pg_stat_user_tables',
  )
  return new Map(
    rows.map(({ name, scanned, inserted }) => [name, { scanned: Number(scanned), inserted: Number(inserted) }]),
  )
}

function readStatements(): RecordedStatement[] {
  const folder = process.env['STATEMENTS_FOLDER'] ?? ''
  const lines = readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').trim().split('\n'))
  return [
    ...new Map(lines.map((line) => JSON.parse(line) as RecordedStatement).map((each) => [each.text, each])).values(),
  ]
}
