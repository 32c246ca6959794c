import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '../../../test/fixtures/app/test-app.ts'
import { processDueDeposits } from '../../../test/fixtures/deposits/process-due-deposits.ts'
import { listOpenClaims } from '../../../test/fixtures/deposits/operator-decisions.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const claim = {
  email: 'ada@example.com',
  amount: 1000,
  currency: 'USD',
  bonus: 1,
  fixed: 0,
  random: 'nonce-of-the-claim',
  bitcoin: 'sent on Monday',
}

const listAlerts = () =>
  app.database.db.selectFrom('alerts').select(['kind']).where('resolved_at', 'is', null).execute()

test('a claim whose server stops between its two writes is still listed, once, with its alert', async () => {
  const { client } = await app.registerTrader()
  await app.runAsOwner(`
    create function stop_here() returns trigger language plpgsql as $$ begin raise exception 'stopped' using errcode = '57P01'; end $$;
    create trigger stop_here before update on attempts for each row when (new.state = 'manual_review') execute function stop_here()`)
  expect((await client.post('/api/report/bank', claim)).status).toBe(500)
  expect(await listOpenClaims(app.context)).toEqual([])
  await app.runAsOwner('drop function stop_here cascade')

  await processDueDeposits(app.context)
  expect(await listAlerts()).toEqual([{ kind: 'claim.reported' }])
  expect(await listOpenClaims(app.context)).toMatchObject([{ method: 'bank', amount: 100_000 }])
  expect((await client.post('/api/report/bank', claim)).json).toMatchObject({
    return: true,
    deposit: { state: 'review', wallet: { name: 'bank', is_claim: true } },
  })
  await processDueDeposits(app.context)
  expect(await listOpenClaims(app.context)).toHaveLength(1)
  expect(await listAlerts()).toHaveLength(1)
})
