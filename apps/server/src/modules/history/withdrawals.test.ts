import type { BalanceMovement } from '@tradefront/contract/history'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestClient } from '../../../test/fixtures/app/test-client.ts'
import { findHistoryDifferences } from '../../../test/fixtures/history/find-history-differences.ts'
import { startWithdrawalApp, type WithdrawalApp } from '../../../test/fixtures/withdrawal/withdrawal-app.ts'

let app: WithdrawalApp
beforeAll(async () => {
  app = await startWithdrawalApp()
})
afterAll(() => app.stop())

const list = async (client: TestClient) => {
  const body = { DateFrom: 0, DateTo: 8e15, limit: 999, offset: 0, Status: '', trType: 'withdrawal' }
  const { hits } = (await client.post('/api/us/history', body)).json as { hits: BalanceMovement[] }
  return hits.map(({ Status, amount, balance }) => [Status, amount, balance])
}

const request = async (client: TestClient): Promise<string> => {
  const { id = '' } = await app.post(client, '', { amount: 200, method: 'bank' })
  await app.post(client, '/final', { is_bonus: 0, password: 'correct horse' })
  return id
}

test('a withdrawal waits until its payout, and stays the money of the trader so long', async () => {
  const { client, userId } = await app.registerFunded({ cash: 50_000 })
  const paid = await request(client)
  expect(await list(client)).toEqual([['waiting', -200, null]])
  await app.approve(paid)
  await app.sendPayouts()
  expect(await list(client)).toEqual([
    ['done', -15, 300],
    ['done', -185, 315],
  ])
  const cancelled = await request(client)
  await app.post(client, '/cancel', { id: cancelled })
  expect(await list(client)).toEqual([
    ['cancelled', -200, null],
    ['done', -15, 300],
    ['done', -185, 315],
  ])
  expect(await findHistoryDifferences(app.database.pool, [userId])).toEqual([])
})
