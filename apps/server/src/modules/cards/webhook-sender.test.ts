import { randomUUID } from 'node:crypto'

import { getProcessorSecret, signatureHeader, signRequest } from '@tradefront/processors/signature'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { hmacSha256 } from '../../platform/crypto/hmac-sha256.ts'
import { startTestApp, type TestApp, type TestClient } from '../../../test/fixtures/app/test-app.ts'

const secrets = { sandboxSecret: 'a sandbox secret that is only good for tests', processorSecrets: {} }
const orangePath = '/hooks/orange'

let app: TestApp
let client: TestClient
let userId: number
beforeAll(async () => {
  app = await startTestApp()
  const trader = await app.registerTrader()
  client = trader.client
  userId = trader.userId
})
afterAll(() => app.stop())

async function insertOrangeAttempt(): Promise<string> {
  const [id, reference] = [randomUUID(), randomUUID()]
  await app.database.pool.query(
    `with deposit as (
       insert into deposits (id, user_id, method, country, amount, currency, bonus, wagering_required, fixed, processor_order, state, created_at, updated_at)
       values ($1, $2, 'card', 'AU', 100000, 'USD', 0, 0, false, array['ORANGE'], 'review', now(), now()))
     insert into attempts (deposit_id, seq, processor, is_charging, state, reference, processor_reference, waiting_since, created_at, updated_at)
     values ($1, 1, 'ORANGE', true, 'pending', $3, 'psp_1', now(), now(), now())`,
    [id, userId, reference],
  )
  return reference
}

type WebhookOptions = {
  readonly path?: string
  readonly signedPath?: string
  readonly signedBy?: string
  readonly pspRef?: string
  readonly eventId?: string
}

function sendWebhook(reference: string, options: WebhookOptions = {}) {
  const { path = orangePath, pspRef = 'psp_1', eventId = randomUUID() } = options
  const { signedPath = path, signedBy = path.split('/')[2] ?? '' } = options
  const charge = { status: 'succeeded', psp_ref: pspRef, amount: 100_000, currency: 'USD' }
  const event = { event_id: eventId, ref: reference, charge }
  const signed = { method: 'POST', path: signedPath, body: JSON.stringify(event) }
  const secret = getProcessorSecret(hmacSha256, secrets, signedBy)
  const signature = signRequest(hmacSha256, secret, signed, app.clock.now().getTime())
  return client.post(path, event, { [signatureHeader]: signature })
}

const findState = async (reference: string) =>
  (await app.database.db.selectFrom('attempts').select('state').where('reference', '=', reference).executeTakeFirst())
    ?.state
const listAlertKinds = async () =>
  (await app.database.db.selectFrom('alerts').select('kind').orderBy('id').execute()).map(({ kind }) => kind)

test('a webhook of the attempt’s processor is applied', async () => {
  const reference = await insertOrangeAttempt()
  expect((await sendWebhook(reference)).status).toBe(200)
  expect(await findState(reference)).toBe('succeeded')
})

test.each([
  ['signed by another processor', { signedBy: 'concept' }],
  ['signed for another path', { signedPath: '/hooks/concept' }],
  ['replayed at another processor’s path', { path: '/hooks/concept', signedPath: orangePath, signedBy: 'orange' }],
])('a webhook %s is not accepted', async (_what, options) => {
  const reference = await insertOrangeAttempt()
  expect((await sendWebhook(reference, options)).status).toBe(404)
  expect(await findState(reference)).toBe('pending')
})

test('a webhook about another processor’s attempt is refused each time it comes, raised, and never applied', async () => {
  const reference = await insertOrangeAttempt()
  const options = { path: '/hooks/concept', eventId: 'evt_of_concept' }
  expect((await sendWebhook(reference, options)).status).toBe(404)
  expect((await sendWebhook(reference, options)).status).toBe(404)
  app.clock.advance(7 * 86_400_000)
  await app.deposits.applyDueWebhooks()
  await app.deposits.close()
  expect(await findState(reference)).toBe('pending')
  expect(await listAlertKinds()).toEqual(['webhook.other_processor'])
})

test('a webhook that names another charge of the processor leaves the attempt in doubt and is raised', async () => {
  const reference = await insertOrangeAttempt()
  expect((await sendWebhook(reference, { pspRef: 'psp_2' })).status).toBe(200)
  expect(await findState(reference)).toBe('in_doubt')
  expect(await listAlertKinds()).toContain('attempt.other_reference')
})
