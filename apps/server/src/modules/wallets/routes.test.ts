import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp, type TestApp } from '../../testing/app/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const body = {
  transaction_id: '11111111-1111-4111-8111-111111111111',
  id: '22222222-2222-4222-8222-222222222222',
}

test('a Skrill payment is not found, because none can be opened', async () => {
  const { client } = await app.registerTrader()
  const reply = await client.post('/api/card/listen/skrill', body)
  expect(reply).toMatchObject({ status: 404, json: { return: false, error: 'errors.not_found' } })
  expect((await client.post('/api/card/listen/skrill', { ...body, id: 'x' })).status).toBe(400)
  expect((await (await app.openClient()).post('/api/card/listen/skrill', body)).status).toBe(401)
})
