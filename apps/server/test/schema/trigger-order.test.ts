import pg from 'pg'
import { expect, test } from 'vitest'

import { createTestDatabase } from '../fixtures/database/test-database.ts'

// PostgreSQL runs the triggers of a statement in the order of their names. The triggers of all other tables can run in any order.
test('new ledger lines move the history before the balances, which all transactions lock in this order', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select trigger_name as name from information_schema.triggers
      where event_object_table = 'ledger_lines' and event_manipulation = 'INSERT' and action_timing = 'AFTER'
      order by action_order`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'balance_movements_written',
    'ledger_lines_inserted',
    'ledger_practice_apart',
    'ledger_suspense_covered',
  ])
  await client.end()
  await database.drop()
})
