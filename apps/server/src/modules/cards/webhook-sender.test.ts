import { randomUUID } from 'node:crypto'

import { getProcessorSecret, signatureHeader, signRequest } from '@tradefront/processors/signature'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { hmacSha256 } from '../../platform/crypto/hmac-sha256.ts'
import { startTestApp, type TestApp, type TestClient } from '../../../test/fixtures/app/test-app.ts'
import { applyResult } from '../deposits/service.ts'

const secrets = { sandboxSecret: 'a sandbox secret that is only good for tests', processorSecrets: {} }
const orangePath = '/hooks/orange'

let app: TestApp
let client: TestClient
let userId: number
beforeAll(async () => {
  app = await startTestApp()
  // No processor can be asked here.
  await app.database.pool.query(
    `insert into settings (name, value, changed_at) values ('webhook_ask_from', '1000000', now())`,
  )
  const trader = await app.registerTrader()
  client = trader.client
  userId = trader.userId
})
afterAll(() => app.stop())

async function insertAttempt(processor = 'ORANGE'): Promise<string> {
  const [id, reference] = [randomUUID(), randomUUID()]
  await app.database.pool.query(
    `with deposit as (
       insert into deposits (id, user_id, method, country, amount, currency, bonus, wagering_required, fixed, processor_order, state, created_at, updated_at)
       values ($1, $2, 'card', 'AU', 100000, 'USD', 0, 0, false, array[$4], 'review', now(), now()))
     insert into attempts (deposit_id, seq, processor, is_charging, state, reference, processor_reference, waiting_since, created_at, updated_at)
     values ($1, 1, $4, $4 <> 'FRAUD', 'pending', $3, 'psp_1', now(), now(), now())`,
    [id, userId, reference, processor],
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
  const reference = await insertAttempt()
  expect((await sendWebhook(reference)).status).toBe(200)
  expect(await findState(reference)).toBe('succeeded')
})

test.each([
  ['signed by another processor', { signedBy: 'concept' }],
  ['signed for another path', { signedPath: '/hooks/concept' }],
  ['replayed at another processor’s path', { path: '/hooks/concept', signedPath: orangePath, signedBy: 'orange' }],
])('a webhook %s is not accepted', async (_what, options) => {
  const reference = await insertAttempt()
  expect((await sendWebhook(reference, options)).status).toBe(404)
  expect(await findState(reference)).toBe('pending')
})

test('a webhook about another processor’s attempt is refused each time it comes, raised, and never applied', async () => {
  const reference = await insertAttempt()
  const options = { path: '/hooks/concept', eventId: 'evt_of_concept' }
  expect((await sendWebhook(reference, options)).status).toBe(404)
  expect((await sendWebhook(reference, options)).status).toBe(404)
  app.clock.advance(7 * 86_400_000)
  await app.runJob('deposits.apply_webhooks')
  await app.context.rounds.waitForRounds()
  expect(await findState(reference)).toBe('pending')
  expect(await listAlertKinds()).toEqual(['webhook.other_processor'])
})

test('a webhook that names another charge of the processor leaves the attempt in doubt and is raised', async () => {
  const reference = await insertAttempt()
  expect((await sendWebhook(reference, { pspRef: 'psp_2' })).status).toBe(200)
  expect(await findState(reference)).toBe('in_doubt')
  expect(await listAlertKinds()).toContain('attempt.other_reference')
})

describe('a success of the pre-check, which takes no money,', () => {
  const listCaptures = async (reference: string) =>
    (
      await app.database.pool.query(
        'select c.status from captures c join attempts a on a.id = c.attempt_id where a.reference = $1',
        [reference],
      )
    ).rows
  const listPrecheckAlerts = async () =>
    (
      await app.database.db
        .selectFrom('alerts')
        .select(['subject', 'detail'])
        .where('kind', '=', 'attempt.precheck_charge')
        .where('resolved_at', 'is', null)
        .execute()
    ).map(({ subject, detail }) => [subject, detail])
  const success = { state: 'succeeded', money: { amount: 100_000, currency: 'USD' } } as const

  test.each(['FRAUD', 'ORANGE'])(
    'is refused and raised when it comes as a signed webhook about an attempt of %s',
    async (processor) => {
      await app.database.db.deleteFrom('alerts').execute()
      const reference = await insertAttempt(processor)
      expect((await sendWebhook(reference, { path: '/hooks/fraud' })).status).toBe(404)
      expect(await listPrecheckAlerts()).toEqual([['processor:FRAUD', { ref: reference }]])
      expect(await listCaptures(reference)).toEqual([])
      expect(await findState(reference)).toBe('pending')
      expect(
        (await app.database.pool.query('select from processor_webhooks where reference = $1', [reference])).rows,
      ).toEqual([])
    },
  )

  test.each(['reply', 'inquiry', 'webhook'] as const)('is refused and raised when it comes as %s', async (source) => {
    await app.database.db.deleteFrom('alerts').execute()
    const reference = await insertAttempt('FRAUD')
    expect(await applyResult(app.context, reference, { ...success, source })).toMatchObject({
      changed: false,
      refusal: 'precheck_charge',
    })
    expect(await listPrecheckAlerts()).toEqual([['processor:FRAUD', { ref: reference }]])
    expect(await listCaptures(reference)).toEqual([])
    expect(await findState(reference)).toBe('pending')
  })

  test('is no reason to refuse a charge of a processor that charges', async () => {
    await app.database.db.deleteFrom('alerts').execute()
    const reference = await insertAttempt()
    await applyResult(app.context, reference, { ...success, source: 'inquiry' })
    expect(await listCaptures(reference)).toHaveLength(1)
    expect(await listPrecheckAlerts()).toEqual([])
  })
})
