import { afterAll, beforeAll, expect, test } from 'vitest'

import { hourMs } from '../../platform/clock.ts'
import { startWithdrawalApp, type WithdrawalApp } from '../../../test/fixtures/withdrawal/withdrawal-app.ts'
import { alertLateWithdrawals } from './alert-late-withdrawals.ts'

let app: WithdrawalApp
beforeAll(async () => {
  app = await startWithdrawalApp()
})
afterAll(() => app.stop())

const listAlerts = () =>
  app.database.db
    .selectFrom('alerts')
    .select(['subject', 'detail'])
    .where('kind', '=', 'withdrawal.late')
    .where('resolved_at', 'is', null)
    .execute()

test('a withdrawal that waits for 24 hours raises an alert with its age, until it is decided', async () => {
  const { client } = await app.registerFunded({ cash: 50_000 })
  const { id = '' } = await app.post(client, '', { amount: 200, method: 'bank' })
  await app.post(client, '/final', { is_bonus: 0, password: 'correct horse' })
  const since = app.clock.now().toISOString()
  const check = () => alertLateWithdrawals(app.context)
  app.clock.advance(24 * hourMs - 1)
  await check()
  expect(await listAlerts()).toEqual([])
  app.clock.advance(1)
  await check()
  await check()
  expect(await listAlerts()).toEqual([{ subject: `withdrawal:${id}`, detail: { since } }])
  await app.approve(id)
  await check()
  app.clock.advance(24 * hourMs)
  await check()
  expect(await listAlerts()).toEqual([])
})
