import {
  attemptStates,
  attemptTransitions,
  captureStatuses,
  captureTransitions,
  depositStates,
  depositTransitions,
} from '@tradefront/rules/deposits/deposit-state-machine'
import {
  payoutStates,
  payoutTransitions,
  withdrawalStates,
  withdrawalTransitions,
} from '@tradefront/rules/withdrawal/withdrawal-states'
import pg from 'pg'
import { expect, test } from 'vitest'

import { createTestDatabase } from '../fixtures/database/test-database.ts'

const machines = [
  { table: 'deposits', key: 'id', column: 'state', states: depositStates, steps: depositTransitions },
  { table: 'attempts', key: 'id', column: 'state', states: attemptStates, steps: attemptTransitions },
  { table: 'captures', key: 'attempt_id', column: 'status', states: captureStatuses, steps: captureTransitions },
  { table: 'withdrawals', key: 'id', column: 'state', states: withdrawalStates, steps: withdrawalTransitions },
  { table: 'payouts', key: 'id', column: 'state', states: payoutStates, steps: payoutTransitions },
]

test.each(machines)(
  '$table: the database allows exactly the steps of the rules',
  async ({ table, key, column, ...machine }) => {
    const database = await createTestDatabase()
    const client = new pg.Client({ connectionString: database.ownerUrl })
    await client.connect()
    const steps: Readonly<Record<string, readonly string[]>> = machine.steps
    // The table has only the columns of the state machine and its trigger.
    const { rows } = await client.query<{ definition: string }>(
      `select pg_get_triggerdef(oid) as definition from pg_trigger where tgname = $1`,
      [`${table}_steps`],
    )
    await client.query(`create temp table probe (${key} text, ${column} text)`)
    await client.query(rows[0]?.definition.replace(` ON public.${table} `, ' ON probe ') ?? '')
    for (const from of machine.states) {
      const allowed: string[] = []
      for (const to of machine.states.filter((state) => state !== from)) {
        await client.query(`truncate probe; insert into probe values ('17', '${from}')`)
        try {
          await client.query(`update probe set ${column} = '${to}'`)
          allowed.push(to)
        } catch (error) {
          const message = `probe 17 cannot change from ${from} to ${to}`
          expect(error).toMatchObject({ constraint: `${table}_steps`, message })
        }
      }
      expect(allowed.toSorted(), from).toEqual(steps[from]?.toSorted())
    }
    await client.end()
    await database.drop()
  },
)
