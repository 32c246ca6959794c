import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findFreePort } from '@tradefront/local-postgres/free-port'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { runningClock, startTestApp, type TestApp, type TestClient } from '../../testing/app/test-app.ts'
import { createClient } from '../../testing/app/test-client.ts'
import {
  type PayOptions,
  type PaymentTrace,
  sendListenCall,
  payByCard,
  findLatestDeposit,
  saveCard,
} from '../../testing/cards/pay-by-card.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/processes/sandbox-process.ts'

const waitScale = 0.06
const sandboxWaitScale = 0.02
const dir = mkdtempSync(join(tmpdir(), 'cascade-'))
let app: TestApp
let sandbox: TestSandbox

beforeAll(async () => {
  sandbox = await startTestSandbox(sandboxWaitScale, dir)
  // Processors call back the app's public address.
  const port = await findFreePort()
  app = await startTestApp({
    config: {
      publicUrl: `http://127.0.0.1:${port}`,
      sandboxUrl: sandbox.url,
      sandboxSecret: sandbox.secret,
      waitScale,
    },
    clock: runningClock,
  })
  await app.live.start()
  void app.jobs.start()
  await app.http.listen({ host: '127.0.0.1', port })
})

afterAll(async () => {
  await app.stop()
  await sandbox.stop()
  rmSync(dir, { recursive: true })
})

const approve = '4242424242424242'
const decline = '4000000000000002'
const secure = '4000000000003220'

/** Registers a trader with this cascade and pays. */
async function pay(
  cascade: string,
  lastName: string,
  number = approve,
  options: PayOptions = {},
): Promise<PaymentTrace & { client: TestClient }> {
  const { client, userId } = await app.registerTrader()
  await app.database.db.updateTable('users').set({ cascade }).where('id', '=', userId).execute()
  expect((await saveCard(client, number, lastName)).json).toMatchObject({ return: true })
  return { client, ...(await payByCard(client, number, options)) }
}

type Row = [
  title: string,
  cascade: string,
  lastName: string,
  number: string,
  steps: string[],
  state: string,
  reason: string | null,
]

describe('each row of spec funding 4', () => {
  test.each<Row>([
    ['FRAUD cascade', 'FRAUD,ORANGE', 'FRAUD-CASCADE', approve, ['FRAUD stop'], 'failed', 'cards.limit'],
    ['FRAUD fail_limit', 'FRAUD,ORANGE', 'FRAUD-FAILLIMIT', approve, ['FRAUD stop'], 'failed', 'cards.limit'],
    ['FRAUD day_limit', 'FRAUD,ORANGE', 'FRAUD-DAYLIMIT', approve, ['FRAUD stop'], 'failed', 'cards.day_limit'],
    ['FRAUD bad_card', 'FRAUD,ORANGE', 'FRAUD-BADCARD', approve, ['FRAUD stop'], 'failed', 'cards.bad_card'],
    [
      'FRAUD bad card by number',
      'FRAUD,ORANGE',
      'Lovelace',
      '4100000000000019',
      ['FRAUD stop'],
      'failed',
      'cards.bad_card',
    ],
    ['FRAUD reason', 'FRAUD,ORANGE', 'FRAUD-REASON', approve, ['FRAUD message'], 'failed', 'cascade_card.failed'],
    [
      'FRAUD passes',
      'FRAUD,CONCEPT',
      'CONCEPT-APPROVED',
      approve,
      ['FRAUD next', 'CONCEPT success'],
      'succeeded',
      null,
    ],
    [
      'FRAUD error continues',
      'FRAUD,CONCEPT',
      'FRAUD-ERROR/CONCEPT-APPROVED',
      approve,
      ['FRAUD next', 'CONCEPT success'],
      'succeeded',
      null,
    ],
    [
      'FRAUD silence continues',
      'FRAUD,CONCEPT',
      'FRAUD-TIMEOUT/CONCEPT-APPROVED',
      approve,
      ['FRAUD next', 'CONCEPT success'],
      'succeeded',
      null,
    ],
    ['ORANGE redirect link', 'ORANGE', 'ORANGE-REDIRECT', approve, ['ORANGE redirect'], 'succeeded', null],
    [
      'ORANGE failed continues',
      'ORANGE,CONCEPT',
      'ORANGE-FAILED/CONCEPT-APPROVED',
      approve,
      ['ORANGE next', 'CONCEPT success'],
      'succeeded',
      null,
    ],
    ['ORANGE polls', 'ORANGE', 'ORANGE-POLL', approve, ['ORANGE poll'], 'succeeded', null],
    [
      'ORANGE_NOT3D not sufficient funds',
      'ORANGE_NOT3D,CONCEPT',
      'NOT3D-FUNDS',
      approve,
      ['ORANGE_NOT3D message'],
      'failed',
      'cascade_card.failed',
    ],
    [
      'ORANGE_NOT3D incorrect PIN',
      'ORANGE_NOT3D,CONCEPT',
      'NOT3D-PIN',
      approve,
      ['ORANGE_NOT3D message'],
      'failed',
      'cascade_card.failed',
    ],
    [
      'ORANGE_NOT3D no such card',
      'ORANGE_NOT3D,CONCEPT',
      'NOT3D-NOCARD',
      approve,
      ['ORANGE_NOT3D message'],
      'failed',
      'cascade_card.failed',
    ],
    [
      'ORANGE_NOT3D disabled',
      'ORANGE_NOT3D,CONCEPT',
      'NOT3D-DISABLED',
      approve,
      ['ORANGE_NOT3D message'],
      'failed',
      'cascade_card.failed',
    ],
    [
      'ORANGE_NOT3D expired',
      'ORANGE_NOT3D,CONCEPT',
      'NOT3D-EXPIRED',
      approve,
      ['ORANGE_NOT3D message'],
      'failed',
      'cascade_card.failed',
    ],
    [
      'ORANGE_NOT3D other failure continues',
      'ORANGE_NOT3D,CONCEPT',
      'NOT3D-FAILED/CONCEPT-APPROVED',
      approve,
      ['ORANGE_NOT3D next', 'CONCEPT success'],
      'succeeded',
      null,
    ],
    ['CONCEPT page', 'CONCEPT', 'CONCEPT-OK', approve, ['CONCEPT redirect'], 'succeeded', null],
    ['CONCEPT approved', 'CONCEPT', 'CONCEPT-APPROVED', approve, ['CONCEPT success'], 'succeeded', null],
    [
      'CONCEPT 003 stops',
      'CONCEPT,ORANGE',
      'CONCEPT-003',
      approve,
      ['CONCEPT decline'],
      'failed',
      'cards.declined_contact',
    ],
    [
      'CONCEPT other decline continues',
      'CONCEPT,ORANGE',
      'ORANGE-POLL',
      decline,
      ['CONCEPT next', 'ORANGE next'],
      'failed',
      'orange.pay_fail',
    ],
    ['ZOOM code 0', 'ZOOM', 'ZOOM-0', approve, ['ZOOM tokenize', 'ZOOM complete success'], 'succeeded', null],
    [
      'ZOOM failure continues',
      'ZOOM,CONCEPT',
      'ZOOM-1/CONCEPT-APPROVED',
      approve,
      ['ZOOM tokenize', 'ZOOM complete next', 'CONCEPT success'],
      'succeeded',
      null,
    ],
    ['EZPAY approved', 'EZPAY', 'EZPAY-APPROVED', approve, ['EZPAY redirect'], 'succeeded', null],
    ['EZPAY declined', 'EZPAY', 'EZPAY-DECLINED', approve, ['EZPAY redirect'], 'failed', 'cascade_card.failed'],
    [
      'ENTROPAY true',
      'ENTROPAY',
      'ENTROPAY-TRUE',
      approve,
      ['ENTROPAY dialog', 'ENTROPAY complete success'],
      'succeeded',
      null,
    ],
    [
      'ENTROPAY pin',
      'ENTROPAY',
      'ENTROPAY-PIN',
      approve,
      ['ENTROPAY dialog', 'ENTROPAY complete success'],
      'succeeded',
      null,
    ],
    [
      'ENTROPAY other continues',
      'ENTROPAY,CONCEPT',
      'ENTROPAY-NO/CONCEPT-APPROVED',
      approve,
      ['ENTROPAY next', 'CONCEPT success'],
      'succeeded',
      null,
    ],
    [
      'ENTROPAY decline without another processor',
      'ENTROPAY',
      'ENTROPAY-PIN',
      decline,
      ['ENTROPAY dialog', 'ENTROPAY complete next'],
      'failed',
      'cards.declined',
    ],
    ['UNIVERSE ok', 'UNIVERSE', 'UNIVERSE-OK', approve, ['UNIVERSE poll'], 'succeeded', null],
    [
      'UNIVERSE soft continues',
      'UNIVERSE,CONCEPT',
      'UNIVERSE-SOFT/CONCEPT-APPROVED',
      approve,
      ['UNIVERSE next', 'CONCEPT success'],
      'succeeded',
      null,
    ],
    ['PFS 0000', 'PFS', 'PFS-0000', approve, ['PFS redirect'], 'succeeded', null],
    ['PFS 0008', 'PFS', 'PFS-0008', approve, ['PFS poll'], 'succeeded', null],
    [
      'PFS other continues',
      'PFS,CONCEPT',
      'PFS-0051/CONCEPT-APPROVED',
      approve,
      ['PFS next', 'CONCEPT success'],
      'succeeded',
      null,
    ],
    [
      '3-D Secure at the processors that support it',
      'ZOOM,ENTROPAY,ORANGE',
      'Lovelace',
      secure,
      ['ZOOM tokenize', 'ZOOM complete next', 'ENTROPAY next', 'ORANGE redirect'],
      'succeeded',
      null,
    ],
  ])('%s', async (_title, cascade, lastName, number, steps, state, reason) => {
    const trace = await pay(cascade, lastName, number)
    const { deposit } = trace
    expect({ steps: trace.steps, state: deposit.state, reason: deposit.reason }).toEqual({ steps, state, reason })
    expect(deposit.message === null).toBe(reason === null)
    expect(deposit.credited).toEqual(state === 'succeeded' ? { cash: 1000, bonus: 0 } : null)
    const charged = (await sandbox.getStatement()).filter((row) => row.kind === 'charge' && row.status === 'succeeded')
    expect(charged.length).toBe(await countCredits())
  })

  test.each(['ORANGE', 'PFS', 'CONCEPT', 'UNIVERSE', 'EZPAY'])(
    '%s fails when 3-D Secure is declined on the page, or by the bank after it',
    async (name) => {
      const refused = await pay(
        name,
        name === 'EZPAY' ? 'EZPAY-APPROVED' : 'Lovelace',
        name === 'EZPAY' ? approve : secure,
        { page: 'decline' },
      )
      expect(refused.deposit).toMatchObject({ state: 'failed', message: expect.stringMatching(/./), credited: null })
      expect(await listCharges(refused.deposit.id)).toEqual([])
      const bank = await pay(name, 'Lovelace', '4000008400001629')
      expect(bank.deposit).toMatchObject({ state: 'failed', credited: null })
    },
  )

  test.each(['ORANGE', 'PFS', 'CONCEPT', 'UNIVERSE', 'EZPAY'] as const)(
    '%s: the listen call follows the attempt from the page to success, for its own trader only',
    async (name) => {
      const { client, deposit } = await pay(name, 'Lovelace', secure, { page: 'leave' })
      const { transaction_id: uid, id, action } = deposit.step ?? { transaction_id: '', id: '', action: null }
      expect((await sendListenCall(client, name, uid, id)).outcome).toEqual({ kind: 'poll' })
      if (action?.kind !== 'redirect') throw new Error('no page')
      await fetch(action.url, { method: 'POST', body: new URLSearchParams({ answer: 'approve' }) })
      await expect
        .poll(async () => (await sendListenCall(client, name, uid, id)).outcome, { timeout: 30_000 })
        .toEqual({ kind: 'success' })
      const { client: stranger } = await app.registerTrader()
      const theirs = await sendListenCall(stranger, name, uid, id)
      const missing = await sendListenCall(stranger, name, crypto.randomUUID(), crypto.randomUUID())
      expect(theirs.reply).toMatchObject({ status: 404 })
      expect(theirs.reply.text).toBe(missing.reply.text)
    },
  )
})

describe('a cascade of one processor', () => {
  test.each([
    ['ZOOM', 'ZOOM-0', approve],
    ['ORANGE', 'ORANGE-POLL', approve],
    ['ORANGE', 'ORANGE-REDIRECT', approve],
    ['ORANGE_NOT3D', 'NOT3D-POLL', approve],
    ['CONCEPT', 'CONCEPT-APPROVED', approve],
    ['CONCEPT', 'CONCEPT-OK', approve],
    ['UNIVERSE', 'UNIVERSE-OK', approve],
    ['UNIVERSE', 'Lovelace', secure],
    ['EZPAY', 'EZPAY-APPROVED', approve],
    ['PFS', 'PFS-0000', approve],
    ['PFS', 'PFS-0008', approve],
  ])('%s: a success (%s) is charged once and credited with the bonus', async (name, lastName, number) => {
    const { client, deposit, replies } = await pay(name, lastName, number, { fixed: 0, bonus: 1 })
    expect(deposit).toMatchObject({ state: 'succeeded', credited: { cash: 1000, bonus: 500 }, balance: 1500 })
    expect((await client.get('/cli/userInfo')).json).toMatchObject({ available: 1500 })
    expect(await listCharges(deposit.id)).toEqual([
      { processor: expect.stringContaining(name.split('_')[0] ?? ''), amount: 100_000 },
    ])
    expect(JSON.stringify(replies)).not.toContain(number)
  })

  test.each([
    ['FRAUD', 'FRAUD-BADCARD', 'This card cannot be used here'],
    ['FRAUD', 'FRAUD-CASCADE', 'Too many payments with this card have failed'],
    ['ZOOM', 'ZOOM-1', 'The payment did not go through with this card'],
    ['ENTROPAY', 'ENTROPAY-NO', 'Your transaction was declined.'],
    ['ORANGE', 'ORANGE-FAILED', 'The payment failed'],
    ['ORANGE_NOT3D', 'NOT3D-FUNDS', 'Not sufficient funds'],
    ['CONCEPT', 'CONCEPT-003', 'Please contact merchant support'],
    ['UNIVERSE', 'UNIVERSE-SOFT', 'The payment failed'],
    ['PFS', 'PFS-0051', 'did not go through'],
  ])('%s: a decline (%s) has its reason as message and charges nothing', async (name, lastName, message) => {
    const { deposit, replies } = await pay(name, lastName, approve, { amount: 2500 })
    expect(deposit).toMatchObject({ state: 'failed', amount: 2500, credited: null })
    expect(deposit.message).toContain(message)
    expect(await listCharges(deposit.id)).toEqual([])
    expect(JSON.stringify(replies)).not.toContain(approve)
  })
})

describe('the return from a processor page', () => {
  test.each<[string, string, (uid: string, id: string) => string]>([
    ['PFS', 'PFS-0000', (uid, id) => `#/listen/funding/pfs/${id}/${uid}`],
    ['ORANGE', 'ORANGE-REDIRECT', (uid, id) => `#/listen/funding/orange/${id}/${uid}`],
    ['EZPAY', 'EZPAY-APPROVED', (uid, id) => `#/listen/funding/ezpay/${id}/${uid}`],
    ['CONCEPT', 'CONCEPT-OK', (uid, id) => `?listen-concept&transaction_id=${uid}&id=${id}`],
    ['UNIVERSE', 'Lovelace', (uid, id) => `?listen&transaction_id=${uid}&id=${id}`],
    ['ENTROPAY', 'ENTROPAY-TRUE', () => '#/show/funding/entro'],
  ])('%s redirects to the route of the specification', async (name, lastName, route) => {
    const { returnUrls, replies, deposit } = await pay(name, lastName, name === 'UNIVERSE' ? secure : approve)
    expect(deposit.state).toBe('succeeded')
    expect(returnUrls).toEqual([`/en/trading${route(String(replies[0]?.['transaction_id']), deposit.id)}`])
  })

  test('an unknown reference, or one of another processor, redirects to the funding page', async () => {
    const { client, deposit } = await pay('ORANGE', 'ORANGE-REDIRECT', approve, { page: 'leave' })
    for (const [slug, ref] of [
      ['orange', crypto.randomUUID()],
      ['orange', 'x'],
      ['pfs', deposit.step?.transaction_id ?? ''],
      ['unknown', deposit.step?.transaction_id ?? ''],
    ] as const) {
      const back = await client.postForm(`/return/${slug}`, { ref })
      expect([back.status, back.headers.location]).toEqual([303, '/en/trading#/show/funding'])
    }
  })
})

describe('a client that knows only the specification', () => {
  /** The first payment call opens the deposit. */
  async function createPlainClient(cascade: string, lastName: string) {
    const { client, userId } = await app.registerTrader()
    await app.database.db.updateTable('users').set({ cascade }).where('id', '=', userId).execute()
    await saveCard(client, approve, lastName)
    const payment = { amount: 500, fixed: 1, bonus: 0 }
    const post = async (path: string, body: object) => (await client.post(path, body)).json as Record<string, unknown>
    return { client, payment, post }
  }

  test('polls ORANGE by its hashed id', async () => {
    const { payment, post } = await createPlainClient('ORANGE', 'ORANGE-POLL')
    const { hashed_id, id } = await post('/api/card/fast/orange', payment)
    await expect
      .poll(() => post('/api/card/listen/orange', { transaction_id: hashed_id, id }), { timeout: 30_000 })
      .toMatchObject({ event: 'successful' })
  })

  test('continues after a failure, and gets the same reply from a processor that it calls twice', async () => {
    const { payment, post } = await createPlainClient('PFS,ZOOM,ORANGE', 'PFS-0051/ORANGE-POLL')
    expect(await post('/api/card/fast/pfs', payment)).toMatchObject({ data: { R1: '0051' } })
    const { session } = await post('/api/zoom', { action: 'session', amount: 500 })
    expect(session).toMatchObject({ amount: 500, session_key: expect.any(String), cnu: expect.any(String) })
    expect(await post('/api/card/fast/pfs', payment)).toMatchObject({ data: { R1: '0051' }, in_progress: true })
    expect(await post('/api/zoom', { action: 'session', amount: 500 })).toMatchObject({ session, in_progress: true })
    expect(await post('/api/card/fast/orange', payment)).toMatchObject({ error: 'cards.not_next' })
  })

  test('gets the day limit as FRAUD’s native reply', async () => {
    const { payment, post } = await createPlainClient('FRAUD,CONCEPT', 'CONCEPT-APPROVED')
    for (const amount of [501, 502, 503]) {
      await post('/api/fraud/card', { ...payment, amount })
      expect(await post('/api/payconcept/pay', { ...payment, amount })).toMatchObject({ status: 'APPROVED' })
    }
    expect(await post('/api/fraud/card', payment)).toMatchObject({ day_limit: true, error: 'cards.day_limit' })
  })
})

describe('a step that waits for the trader and whose reply was lost', () => {
  test.each<[string, string, string, string[]]>([
    ['ORANGE', 'ORANGE-REDIRECT', 'orange', ['waits for redirect']],
    ['PFS', 'PFS-0000', 'pfs', ['waits for redirect']],
    ['CONCEPT', 'CONCEPT-OK', 'concept', ['waits for redirect']],
    ['EZPAY', 'EZPAY-APPROVED', 'ezpay', ['waits for redirect']],
    ['ENTROPAY', 'ENTROPAY-TRUE', 'entropay', ['waits for dialog', 'complete success']],
    ['ENTROPAY', 'ENTROPAY-PIN', 'entropay', ['waits for dialog', 'complete success']],
    ['ZOOM', 'ZOOM-0', 'zoom', ['waits for tokenize', 'complete success']],
  ])('%s (%s) continues', async (name, lastName, slug, nextSteps) => {
    await sandbox.postControl('faults', { processor: slug, on: 'start', act: 'lost', times: 1 })
    const { steps, deposit } = await pay(`${name},UNIVERSE`, lastName)
    const start = steps[0]?.replace('unread', 'poll')
    expect([start, ...steps.slice(1)]).toEqual([`${name} poll`, ...nextSteps.map((step) => `${name} ${step}`)])
    expect(deposit).toMatchObject({ state: 'succeeded', credited: { cash: 1000, bonus: 0 } })
  })

  test('UNIVERSE with a card that needs 3-D Secure continues', async () => {
    await sandbox.postControl('faults', { processor: 'universe', on: 'start', act: 'lost', times: 1 })
    const { steps, deposit } = await pay('UNIVERSE', 'Lovelace', secure)
    expect([steps.at(-1), deposit.state]).toEqual(['UNIVERSE waits for redirect', 'succeeded'])
  })

  test('ENTROPAY asks for the code after its page was visited', async () => {
    const { client, deposit } = await pay('ENTROPAY', 'ENTROPAY-TRUE', approve, { page: 'leave' })
    expect(deposit.step?.action).toMatchObject({ kind: 'dialog', dialog: 'entro_start' })
    const sent = await client.get('/api/entro/redirect?amount=1000')
    await fetch(String(sent.headers.location), { method: 'POST', body: new URLSearchParams({ answer: 'approve' }) })
    await client.postForm('/return/entropay', { ref: deposit.step?.transaction_id ?? '' })
    await expect
      .poll(async () => (await findLatestDeposit(client)).step?.action, { timeout: 30_000 })
      .toMatchObject({ kind: 'dialog', dialog: 'entro_pin' })
  })
})

const twins = [
  ['approve', '4242424242424242', '5555555555554444', 'succeeded'],
  ['decline', '4000000000000002', '5200000000000007', 'failed'],
  ['funds', '4000000000009995', '5200000000009990', 'failed'],
  ['expired', '4000000000000069', '5200000000000064', 'failed'],
  ['code', '4000000000000127', '5200000000000122', 'failed'],
  ['processing', '4000000000000119', '5200000000000114', 'failed'],
  ['bad card', '4100000000000019', '5300000000000014', 'failed'],
  ['3-D Secure', '4000000000003220', '5200000000003225', 'succeeded'],
  ['3-D Secure, declined', '4000008400001629', '5200008400001624', 'failed'],
  ['reply lost', '4000009900005011', '5200009900005016', 'succeeded'],
  ['no answer', '4000009900005029', '5200009900005024', 'failed'],
  ['early webhook', '4000009900005037', '5200009900005032', 'succeeded'],
  ['three webhooks', '4000009900005045', '5200009900005040', 'succeeded'],
  ['pending', '4000009900005052', '5200009900005057', 'succeeded'],
  ['late success', '4000009900005060', '5200009900005065', 'failed'],
  ['HTTP 500 after charging', '4000009900005078', '5200009900005073', 'succeeded'],
] as const

describe('a Mastercard test number behaves like its Visa twin', () => {
  test.concurrent.each(twins)('%s', async (_name, visa, mastercard, state) => {
    const results = await Promise.all(
      [visa, mastercard].map(async (number) => {
        const { steps, deposit } = await pay('FRAUD,ORANGE', 'Lovelace', number)
        return {
          steps,
          brand: deposit.card?.brand,
          last4: deposit.card?.last4,
          state: deposit.state,
          reason: deposit.reason,
        }
      }),
    )
    const [first, second] = results
    expect(first).toMatchObject({ brand: 'visa', last4: visa.slice(-4), state })
    expect(second).toEqual({ ...first, brand: 'mastercard', last4: mastercard.slice(-4) })
  })
})

describe('a deposit during faults', () => {
  const names = ['ORANGE', 'PFS', 'CONCEPT', 'UNIVERSE', 'EZPAY', 'ZOOM', 'ENTROPAY']
  test.concurrent.each(names)(
    '%s: is credited once after a lost reply, early or repeated webhooks, pending, or HTTP 500 after charging',
    async (name) => {
      for (const number of [
        '4000009900005011',
        '4000009900005037',
        '4000009900005045',
        '4000009900005052',
        '4000009900005078',
      ]) {
        const { deposit } = await pay(name, 'Lovelace', number)
        expect([number, deposit.state, deposit.credited]).toEqual([number, 'succeeded', { cash: 1000, bonus: 0 }])
      }
    },
  )

  test.concurrent.each(names)(
    '%s: continues with the next processor when it does not answer and has not charged',
    async (name) => {
      const { deposit, steps } = await pay(
        `${name},CONCEPT`.replace('CONCEPT,CONCEPT', 'CONCEPT,ORANGE'),
        'Lovelace',
        '4000009900005029',
        { timeoutMs: 30_000 },
      )
      // With this card neither processor answers, and neither charges.
      expect(deposit).toMatchObject({ state: 'failed', credited: null })
      expect(steps.length).toBeGreaterThanOrEqual(2)
    },
  )

  test.concurrent.each(['ORANGE', 'PFS'])(
    '%s: a success after the decline is credited to cash, and a refund is offered',
    async (name) => {
      const { client, deposit } = await pay(name, 'Lovelace', '4000009900005060')
      expect(deposit.state).toBe('failed')
      await expect
        .poll(async () => (await client.get('/api/card/deposit/current')).json, { timeout: 30_000 })
        .toMatchObject({ recent: [{ state: 'failed', refund: 'offered', credited: { cash: 1000, bonus: 0 } }] })
    },
  )

  test.concurrent.each(['LOST', 'TIMEOUT', '5XX', 'SLOW1', 'DUP'])('ORANGE-%s ends as charged', async (token) => {
    const { deposit } = await pay('ORANGE', `ORANGE-${token}`)
    const isFailed = token === 'TIMEOUT' || token === '5XX'
    expect(deposit.state).toBe(isFailed ? 'failed' : 'succeeded')
  })
})

test('a return without cookies redirects in the language of the trader', async () => {
  const { client, deposit } = await pay('ORANGE', 'ORANGE-REDIRECT', approve, { page: 'leave' })
  expect((await client.post('/api/preferences', { language: 'ru' })).json).toMatchObject({ return: true })
  const stranger = await createClient(app.http)
  const ref = deposit.step?.transaction_id ?? ''
  const back = await stranger.postForm('/return/orange', { ref })
  expect(back.headers.location).toBe(`/ru/trading#/listen/funding/orange/${deposit.id}/${ref}`)
})

test('a redirect to a processor without a session leads to the log-in page and back to funding', async () => {
  const stranger = await createClient(app.http)
  const sent = await stranger.get('/api/entro/redirect?amount=1000', { 'accept-language': 'ru' })
  expect([sent.status, sent.headers.location]).toEqual([303, '/ru/login?expired#/show/funding'])
})

test('a late success and its refund are pushed as changes of the balance', async () => {
  const { client, userId } = await app.registerTrader()
  const balances: unknown[] = []
  const unsubscribe = app.live.subscribe(userId, ({ type }) => {
    if (type === 'user_changed') void client.post('/api/fraud/user').then(({ json }) => balances.push(json))
  })
  await app.database.db.updateTable('users').set({ cascade: 'ORANGE' }).where('id', '=', userId).execute()
  await saveCard(client, '4000009900005060', 'Lovelace')
  const { deposit } = await payByCard(client, '4000009900005060')
  await expect.poll(() => balances, { timeout: 30_000 }).toMatchObject([{ user: { amount: 1000 } }])
  expect((await client.post('/api/card/deposit/refund', { id: deposit.id })).json).toMatchObject({ return: true })
  await expect.poll(() => balances[1], { timeout: 30_000 }).toMatchObject({ user: { amount: 0 } })
  unsubscribe()
}, 60_000)

test('the statement of the processors and the ledger agree to the cent', async () => {
  const lines = app.database.db.selectFrom('ledger_lines').where('account', 'like', 'clearing:%')
  const sumBooked = async () => {
    const sum = await lines.select((on) => on.fn.sum<string>('amount').as('sum')).executeTakeFirstOrThrow()
    return -Number(sum.sum)
  }
  const sumCharged = async () => {
    const rows = await sandbox.getStatement()
    const sumRows = (kind: string, status: string) =>
      rows.filter((row) => row.kind === kind && row.status === status).reduce((sum, row) => sum + row.amount, 0)
    return sumRows('charge', 'succeeded') - sumRows('refund', 'refunded')
  }
  await expect.poll(async () => (await sumBooked()) - (await sumCharged()), { timeout: 30_000 }).toBe(0)
  expect(await sumCharged()).toBeGreaterThan(50 * 100_000)
})

async function countCredits(): Promise<number> {
  const counted = app.database.db
    .selectFrom('captures')
    .select((on) => on.fn.countAll<number>().as('n'))
    .where('status', 'in', ['credited', 'credited_late'])
  return (await counted.executeTakeFirstOrThrow()).n
}

/** By the sandbox's statement, minor units. */
async function listCharges(depositId: string): Promise<{ processor: string; amount: number }[]> {
  const attempts = await app.database.db
    .selectFrom('attempts')
    .select('reference')
    .where('deposit_id', '=', depositId)
    .execute()
  const references = new Set(attempts.map(({ reference }) => reference))
  return (await sandbox.getStatement())
    .filter(({ kind, ref, status }) => kind === 'charge' && status === 'succeeded' && references.has(ref))
    .map(({ processor, amount }) => ({ processor, amount }))
}
