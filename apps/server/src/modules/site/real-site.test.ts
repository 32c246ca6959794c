import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestApp, type TestApp, type TestClient } from '../../../test/fixtures/app/test-app.ts'

let app: TestApp
let client: TestClient
beforeAll(async () => {
  app = await startTestApp({
    config: {
      sandboxParts: new Set(),
      sandboxUrl: 'http://sandbox.invalid',
      bitcoinNode: null,
      ethereumNode: null,
      chatUrl: null,
    },
  })
  ;({ client } = await app.registerTrader())
})
afterAll(() => app.stop())

test('a site without a part of the sandbox is no test site, and nothing of it is simulated', async () => {
  const { json } = await client.get('/api/boot')
  expect(json).toMatchObject({ sandbox: false, user: { simulated: [] }, chatUrl: '' })
})

test('what the site does without is hidden and refused: coins, chat and news', async () => {
  const { json } = await client.get('/api/boot')
  expect(json).toMatchObject({ settings: { isChatDisabled: true } })
  const { settings } = json as { settings: { hiddenTabs: string[] } }
  expect(settings.hiddenTabs).toEqual(expect.arrayContaining(['bitcoin', 'eth']))
  expect(app.http.securityHeaderSet.pagePolicy).toContain("frame-src 'none'")
  expect((await client.post('/api/chat/token')).status).toBe(404)
  expect((await client.post('/api/news/calendar')).json).toMatchObject({ return: true, events: [] })
  const payment = { amount: 500, currency: 'USD', bonus: 0, fixed: 1 }
  expect((await client.post('/api/btc/pay', payment)).json).toMatchObject({ return: false })
})

test('on a test site all that is simulated is named in the user record', async () => {
  const practice = await startTestApp()
  const trader = await practice.registerTrader()
  expect((await trader.client.get('/api/boot')).json).toMatchObject({
    sandbox: true,
    user: { simulated: expect.arrayContaining(['card', 'bitcoin', 'bank', 'withdrawal']) },
  })
  await practice.stop()
})
