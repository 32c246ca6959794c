import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { minuteMs } from '../../platform/clock.ts'
import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { processDueDeposits } from '../../../test/fixtures/deposits/process-due-deposits.ts'
import { applyResult } from '../deposits/service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** Inserts a deposit that waits at a processor that was removed from the product since. */
async function createDeposit(state: string) {
  const { client, userId } = await app.registerTrader()
  const id = randomUUID()
  await sql`
    with deposit as (
      insert into deposits (id, user_id, method, country, amount, currency, bonus, wagering_required, fixed, processor_order, state, created_at, updated_at)
      values (${id}, ${userId}, 'card', 'AU', 100000, 'USD', 0, 0, false, '{DEPARTED,ALSO_DEPARTED}', 'processing', ${app.clock.now()}, ${app.clock.now()})
    )
    insert into attempts (deposit_id, seq, processor, is_charging, state, reference, next_check_at, waiting_since, created_at, updated_at)
    select ${id}::uuid, 1, 'DEPARTED', true, ${state}, ${randomUUID()}::uuid, t, t, t, t from (select ${app.clock.now()}::timestamptz) as now(t)`.execute(
    app.database.db,
  )
  return { client, id }
}

test.each(['processor', 'card'] as const)(
  'a trader who cancels for another %s while a removed processor is asked gets the deposit, and can start another after 2 min',
  async (after) => {
    const { client, id } = await createDeposit('in_doubt')
    const reply = await client.post('/api/card/deposit/cancel', { id, after })
    expect(reply).toMatchObject({ status: 200, json: { return: true, deposit: { id, state: 'processing' } } })
    for (let round = 0; round < 3; round += 1) {
      app.clock.advance(minuteMs)
      await processDueDeposits(app.context)
    }
    const current = await client.get('/api/card/deposit/current')
    expect(current).toMatchObject({ status: 200, json: { deposit: null, recent: [{ id, state: 'review' }] } })
  },
)

test('a deposit whose other processors were removed fails when its processor declines', async () => {
  const { client, id } = await createDeposit('pending')
  const { reference } = await app.database.db
    .selectFrom('attempts')
    .select('reference')
    .where('deposit_id', '=', id)
    .executeTakeFirstOrThrow()
  await applyResult(app.context, reference, { source: 'operator', state: 'declined_soft' })
  const current = await client.get('/api/card/deposit/current')
  expect(current).toMatchObject({ status: 200, json: { recent: [{ id, state: 'failed', next: null }] } })
})

test('an abandoned step that the processor does not cancel goes to review 2 min after its deadline', async () => {
  const { client, id } = await createDeposit('requires_action')
  for (let minutes = 0; minutes < 16; minutes += 1) {
    app.clock.advance(minuteMs)
    await processDueDeposits(app.context)
  }
  expect(await client.get('/api/card/deposit/current')).toMatchObject({
    json: { deposit: { id, state: 'processing' } },
  })
  for (let minutes = 0; minutes < 7; minutes += 1) {
    app.clock.advance(minuteMs)
    await processDueDeposits(app.context)
  }
  expect(await client.get('/api/card/deposit/current')).toMatchObject({ json: { recent: [{ id, state: 'review' }] } })
})
