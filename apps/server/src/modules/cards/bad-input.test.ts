import { cardsCalls } from '@tradefront/contract/cards'
import { depositsCalls } from '@tradefront/contract/deposits'
import { cardProcessors } from '@tradefront/processors/registry'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startTestApp, type TestApp, type TestClient } from '../../../test/fixtures/app/test-app.ts'
import { createBadInputs, countRows } from '../../../test/fixtures/app/bad-input.ts'

let app: TestApp
let client: TestClient
beforeAll(async () => {
  app = await startTestApp()
  client = (await app.registerTrader()).client
})
afterAll(() => app.stop())

const payment = { amount: 1000, fixed: 0, bonus: 1 }
const reference = '11111111-1111-4111-8111-111111111111'
const card = {
  cu: 'AU',
  cur: 'USD',
  cty: 'VSA',
  cnu: '4242424242424242',
  emm: '12',
  eyy: '2035',
  fn: 'TEST',
  ln: 'Lovelace',
  card_type: 'visa',
  card_length_valid: true,
  card_length: [16],
  is_fail_limit: false,
  cascade: { limit: false },
}

const stepBodies: Record<string, Record<string, unknown> | null> = {
  '/api/zoom': { action: 'session', amount: 1000 },
  '/api/card/fast/zoom': { ...payment, token: 'a-token-of-zoom' },
  '/api/entro/cvv': { cvv: '123' },
  '/api/entro/reject': null,
  '/api/card/listen/pfs': { uid: reference, id: reference },
}
const steps = new Map(
  cardProcessors
    .flatMap((processor) => processor.calls)
    .filter(({ call, operation }) => call.method === 'POST' && operation !== 'forward')
    .map(({ call, operation }) => {
      const usual = operation === 'listen' ? { transaction_id: reference, id: reference } : payment
      const special = stepBodies[call.path]
      return [call.path, special === undefined ? usual : special] as const
    }),
)

const posts = [
  [cardsCalls.saveCard.path, card],
  [cardsCalls.openDeposit.path, payment],
  [depositsCalls.cancelStep.path, { id: reference, after: 'card' }],
  [depositsCalls.requestRefund.path, { id: reference }],
  [cardsCalls.traceCascade.path, { worker: 'ORANGE', cascade: 'ORANGE', cascade_exec: 'ORANGE' }],
  [cardsCalls.traceZoomScript.path, { evt: 'load', act: 'script' }],
  [cardsCalls.acceptFailLimit.path, null],
  [cardsCalls.ignoreFailLimit.path, null],
  ...steps,
] as const

/** Inputs that are unusual but valid. */
const allowed = new Set(['ln = an empty text', 'card_length = a list'])
const isAllowed = (path: string, description: string) =>
  allowed.has(description) ||
  ((path === '/api/rpc' || path === '/api/debug/zoom_script') && description.endsWith('= an empty text'))

describe.each(posts)('%s', (path, valid) => {
  const inputs = createBadInputs(valid).filter(({ description }) => !isAllowed(path, description))
  test.each(inputs.map((bad) => [bad.description, bad] as const))('refuses %s', async (_description, bad) => {
    const before = await countRows(app.database.db)
    const reply = await bad.send(client, path)
    const isRefusal = reply.status === 200 && reply.text.includes('"return":false')
    // Too small an amount is a refusal (200).
    expect(isRefusal || [400, 404, 413, 415].includes(reply.status), `${reply.status} ${reply.text}`).toBe(true)
    expect(reply.json).toMatchObject({ return: false, error: expect.any(String), message: expect.any(String) })
    expect(await countRows(app.database.db)).toEqual(before)
  })
})

describe('calls from processors and their pages', () => {
  test.each([
    ['no signature', {}],
    ['a made-up signature', { 'x-signature': `t=${Date.now()},v1=${'0'.repeat(64)}` }],
  ])('a webhook with %s is answered like one of an unknown processor', async (_name, headers) => {
    const body = { event_id: 'e1', ref: reference, charge: { status: 'cancelled' } }
    const reply = await client.post('/hooks/orange', body, headers)
    expect(reply.status).toBe(404)
    expect((await client.post('/hooks/unknown', body, headers)).text).toBe(reply.text)
  })

  test('a return with an unknown reference redirects to the funding page', async () => {
    const reply = await client.postForm('/return/orange', { ref: reference })
    expect(reply).toMatchObject({ status: 303 })
    expect(reply.headers.location).toBe('/en/trading#/show/funding')
  })

  test.each(['/api/card/fast/ezpay?amount=1000&fixed=0&bonus=1', '/api/entro/redirect?amount=1000'])(
    'GET %s without a waiting step changes nothing and redirects to the funding page',
    async (path) => {
      const before = await countRows(app.database.db)
      const reply = await client.get(path)
      expect(reply.headers.location).toBe('/en/trading#/show/funding')
      expect(await countRows(app.database.db)).toEqual(before)
    },
  )
})
