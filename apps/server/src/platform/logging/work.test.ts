import { expect, test } from 'vitest'

import { createOpsFixture } from '../../../test/fixtures/ops/ops-fixture.ts'
import { getWork, runWork } from './work.ts'

const { app, createTrader } = await createOpsFixture()

const listLines = (id: string) =>
  app.logs.map((line): Record<string, unknown> => JSON.parse(line)).filter((line) => line['id'] === id)

test('the id of the browser leads through the log to the call of the processor', async () => {
  const { client, form } = await createTrader('CONCEPT', 'CONCEPT-APPROVED')
  const payment = { amount: 500, fixed: 1, bonus: 0 }
  await client.post('/api/payconcept/pay', payment, { 'x-request-id': '0123456789' })
  const lines = listLines('0123456789')
  expect(lines.find(({ msg }) => msg === 'provider')).toMatchObject({
    provider: 'concept',
    call: 'start',
    outcome: 'answered',
  })
  expect(lines.find(({ msg }) => msg === 'request')).toMatchObject({ path: '/api/payconcept/pay', status: 200 })
  for (const line of app.logs) expect(line).not.toContain(form.login)
})

test('a request without an id, or with one that no browser makes, gets one of the server', async () => {
  const client = await app.openClient()
  await client.get('/api/boot', { 'x-request-id': 'ann@example.com' })
  const last = JSON.parse(app.logs.at(-1) ?? '{}') as Record<string, unknown>
  expect(last).toMatchObject({ msg: 'request', path: '/api/boot', id: expect.stringMatching(/^[0-9A-F]{10}$/) })
})

test('what is started and not waited for belongs to the same work', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  runWork({ id: 'AAAAAAAAAA', job: 'test.run' }, () => setTimeout(() => resolve(getWork())))
  expect(await promise).toEqual({ id: 'AAAAAAAAAA', job: 'test.run' })
  expect(getWork()).toBeUndefined()
})
