import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createRunningClock, startTestApp, type TestApp, type TestClient } from '../../../test/fixtures/app/test-app.ts'
import { createTwoTraders } from '../../../test/fixtures/trading/two-traders.ts'
import { startTestSandbox, type TestSandbox } from '../../../test/fixtures/processes/sandbox-process.ts'
import { processDueDeposits } from '../../../test/fixtures/deposits/process-due-deposits.ts'

const payment = { amount: 1000, fixed: 0, bonus: 1 }

let sandbox: TestSandbox
let app: TestApp
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cascade-'))
  sandbox = await startTestSandbox(0.01, folder)
  const clock = createRunningClock()
  app = await startTestApp({
    clock,
    config: { sandboxUrl: sandbox.url, sandboxSecret: sandbox.secret, waitScale: 0.02 },
  })
})

afterAll(async () => {
  await app.stop()
  await sandbox.stop()
  await rm(folder, { recursive: true })
})

type Reply = Record<string, unknown> & {
  deposit?: {
    state: string
    id: string
    next: string | null
    reason: string | null
    step: { transaction_id: string } | null
  } | null
}

async function saveCard(
  client: TestClient,
  number: string,
  lastName: string,
  keep: boolean,
  country = 'AU',
  currency = 'USD',
) {
  const saved = await client.post('/api/card/save', {
    cu: country,
    cur: currency,
    cty: 'VSA',
    cnu: number,
    emm: '12',
    eyy: '2035',
    fn: 'TEST',
    ln: lastName,
    card_type: 'visa',
    card_length_valid: true,
    card_length: [16],
    is_fail_limit: false,
    cascade: { limit: false },
    keep,
  })
  expect(saved.json).toMatchObject({ return: true, card: { last4: number.slice(-4) } })
}

async function trader(cascade: string, lastName = 'Lovelace', number = '4242424242424242', country = 'AU') {
  const { client, userId } = await app.registerTrader({ country })
  await app.database.db.updateTable('users').set({ cascade }).where('id', '=', userId).execute()
  await saveCard(client, number, lastName, true, country)
  return { client, userId }
}

async function call(client: TestClient, path: string, body: object): Promise<Reply> {
  const reply = await client.post(path, body)
  expect(reply.status, reply.text).toBe(200)
  return reply.json as Reply
}

async function balances(userId: number) {
  const rows = await app.database.db
    .selectFrom('ledger_balances')
    .select(['account', 'amount'])
    .where('user_id', '=', userId)
    .where('account', '<>', 'practice')
    .execute()
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]))
}

describe('a card payment at the sandbox', () => {
  test('credits cash and bonus once when a processor approves', async () => {
    const { client, userId } = await trader('ORANGE', 'ORANGE-POLL')
    const reply = await call(client, '/api/card/fast/orange', payment)
    expect(reply.deposit?.state, JSON.stringify(reply)).toMatch(/processing|succeeded/)
    await expect
      .poll(
        async () => {
          await processDueDeposits(app.context)
          return (await client.get('/api/card/deposit/current')).json
        },
        { timeout: 30_000 },
      )
      .toMatchObject({ recent: [{ state: 'succeeded', credited: { cash: 1000, bonus: 500 } }] })
    expect(await balances(userId)).toEqual({ cash: 100_000, bonus: 50_000 })
  })

  test('credits two traders in their currencies, each with the bonus of the own tier', async () => {
    const { euro, rouble } = await createTwoTraders(app)
    const plans = [
      // The second tier starts at 1,000 EUR, and at 60,000 RUB.
      { trader: euro, amount: 1000.03, cash: 100_003, bonus: 50_001 },
      { trader: rouble, amount: 59_999.99, cash: 5_999_999, bonus: 1_199_999 },
    ]
    for (const { trader: paying, amount } of plans) {
      const { client, userId, currency } = paying
      await app.database.db.updateTable('users').set({ cascade: 'CONCEPT' }).where('id', '=', userId).execute()
      await saveCard(client, '4242424242424242', 'CONCEPT-APPROVED', true, 'AU', currency)
      const reply = await call(client, '/api/payconcept/pay', { ...payment, amount })
      expect(reply.deposit, JSON.stringify(reply)).toMatchObject({ state: 'succeeded' })
    }
    for (const { trader: paid, cash, bonus } of plans)
      expect(await balances(paid.userId)).toEqual({ cash: paid.cash + cash, bonus: paid.bonus + bonus })
  })

  test('continues with the next processor of the plan after a soft decline', async () => {
    const { client, userId } = await trader('FRAUD,ORANGE,CONCEPT', 'ORANGE-FAILED/CONCEPT-APPROVED')
    const outOfTurn = await client.post('/api/payconcept/pay', payment)
    expect(outOfTurn.status).toBe(409)
    expect((await call(client, '/api/fraud/card', payment)).deposit).toMatchObject({ next: 'ORANGE' })
    expect((await call(client, '/api/card/fast/orange', payment)).deposit).toMatchObject({ next: 'CONCEPT' })
    expect((await call(client, '/api/payconcept/pay', payment)).deposit).toMatchObject({
      state: 'succeeded',
      next: null,
    })
    expect(await balances(userId)).toEqual({ cash: 100_000, bonus: 50_000 })
  })

  test('stops at a hard decline', async () => {
    const { client, userId } = await trader('CONCEPT,UNIVERSE', 'CONCEPT-003')
    const reply = await call(client, '/api/payconcept/pay', payment)
    expect(reply.deposit).toMatchObject({ state: 'failed', next: null })
    expect(await balances(userId)).toEqual({})
  })

  test('does not call another processor while a reply is missing, and credits the charged amount', async () => {
    const { client, userId } = await trader('ORANGE,CONCEPT', 'Lovelace', '4000009900005011')
    const reply = await call(client, '/api/card/fast/orange', payment)
    expect(reply.deposit).toMatchObject({ next: null })
    expect((await client.post('/api/payconcept/pay', payment)).status).toBe(409)
    await expect
      .poll(
        async () => {
          await processDueDeposits(app.context)
          return (await client.get('/api/card/deposit/current')).json
        },
        { timeout: 30_000 },
      )
      .toMatchObject({ recent: [{ state: 'succeeded' }] })
    expect(await balances(userId)).toEqual({ cash: 100_000, bonus: 50_000 })
  })

  test('charges once for fifty simultaneous calls with one key', async () => {
    const { client, userId } = await trader('CONCEPT', 'CONCEPT-APPROVED')
    const headers = { 'idempotency-key': 'one-and-the-same-key' }
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => client.post('/api/payconcept/pay', payment, headers)),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await balances(userId)).toEqual({ cash: 100_000, bonus: 50_000 })
    expect((await client.post('/api/payconcept/pay', { ...payment, amount: 2000 }, headers)).status).toBe(422)
  })

  test('gives the same reply to a code that is sent twice with one key, even after the deposit ended', async () => {
    const { client, userId } = await trader('ENTROPAY', 'ENTROPAY-PIN')
    const headers = { 'idempotency-key': 'the-key-of-a-code' }
    await client.post('/api/entro/pay', payment, headers)
    const first = await client.post('/api/entro/cvv', { cvv: '123' }, headers)
    const second = await client.post('/api/entro/cvv', { cvv: '123' }, headers)
    expect(first.json).toMatchObject({ status: 'APPROVED', deposit: { state: 'succeeded' } })
    expect(second.json).toEqual(first.json)
    expect(await balances(userId)).toEqual({ cash: 100_000, bonus: 50_000 })
  })

  test('does not forward a code for a deposit that is about to be closed', async () => {
    const { client, userId } = await trader('ENTROPAY', 'ENTROPAY-PIN')
    const { deposit } = await call(client, '/api/entro/pay', payment)
    await app.database.db
      .updateTable('deposits')
      .set({ close_requested: true })
      .where('id', '=', deposit?.id ?? '')
      .execute()
    expect(await call(client, '/api/entro/cvv', { cvv: '123' })).toMatchObject({ return: 'pin', in_progress: true })
    expect(await balances(userId)).toEqual({})
  })

  test('does not exceed the day limit of three with simultaneous calls', async () => {
    const { client } = await trader('CONCEPT', 'CONCEPT-APPROVED')
    for (let deposit = 0; deposit < 3; deposit += 1) {
      expect((await call(client, '/api/payconcept/pay', payment)).deposit).toMatchObject({ state: 'succeeded' })
    }
    const fourth = await Promise.all([1, 2].map(() => client.post('/api/payconcept/pay', payment)))
    for (const { json } of fourth) expect(json).toMatchObject({ return: false, error: 'cards.day_limit' })
  })

  test("hides another trader's deposit, attempt and card", async () => {
    const owner = await trader('ORANGE', 'ORANGE-REDIRECT')
    const reply = await call(owner.client, '/api/card/fast/orange', payment)
    const stranger = await trader('ORANGE')
    const { deposit } = reply
    expect(deposit).toBeTruthy()
    const foreign = await stranger.client.post('/api/card/listen/orange', {
      transaction_id: deposit?.step?.transaction_id,
      id: deposit?.id,
    })
    const missing = await stranger.client.post('/api/card/listen/orange', {
      transaction_id: deposit?.id,
      id: deposit?.id,
    })
    expect([foreign.status, missing.status]).toEqual([404, 404])
    expect(foreign.text).toBe(missing.text)
    expect((await stranger.client.post('/api/card/deposit/cancel', { id: deposit?.id, after: 'card' })).status).toBe(
      404,
    )
  })

  test('answers each of many simultaneous polls for its own trader and session', async () => {
    const startPayment = async () => {
      const { client, userId } = await trader('ORANGE', 'ORANGE-REDIRECT')
      const { deposit } = await call(client, '/api/card/fast/orange', payment)
      return { client, userId, ids: { transaction_id: deposit?.step?.transaction_id, id: deposit?.id } }
    }
    const [one, two, loggedOut] = [await startPayment(), await startPayment(), await startPayment()]
    await app.database.db.deleteFrom('sessions').where('user_id', '=', loggedOut.userId).execute()
    const poll = async ({ client }: typeof one, ids: typeof one.ids) => {
      const { status, json } = await client.post('/api/card/listen/orange', ids)
      return { status, json }
    }
    const mine = ({ ids }: typeof one) => ({
      status: 200,
      json: expect.objectContaining({ deposit: expect.objectContaining({ id: ids.id }) }),
    })
    const [missing, ended] = [expect.objectContaining({ status: 404 }), expect.objectContaining({ status: 401 })]
    const rounds = Array.from({ length: 20 }, () =>
      Promise.all([
        poll(one, one.ids),
        poll(two, one.ids),
        poll(loggedOut, loggedOut.ids),
        poll(two, two.ids),
        poll(one, two.ids),
      ]),
    )
    for (const round of await Promise.all(rounds)) {
      expect(round).toEqual([mine(one), missing, ended, mine(two), missing])
    }
  })
})

describe('a saved card', () => {
  type Overview = { card: { last4: string } | null; savedCards: { id: string; last4: string }[] }
  const loadCards = async (client: TestClient) => {
    const { card, savedCards: cards } = (await client.get('/api/card/deposit/current')).json as Overview
    return { card: card?.last4 ?? null, cards: cards.map(({ last4 }) => last4) }
  }
  const pay = async (client: TestClient) => (await call(client, '/api/payconcept/pay', payment)).deposit?.state
  const other = '5555555555554444'

  test('stays after a successful payment if the trader chose so, and is offered first when it was used last', async () => {
    const { client } = await trader('CONCEPT', 'CONCEPT-APPROVED')
    expect(await loadCards(client), 'not before the payment').toEqual({ card: '4242', cards: [] })
    expect(await pay(client)).toBe('succeeded')
    expect(await loadCards(client)).toEqual({ card: '4242', cards: ['4242'] })
    expect((await client.post('/api/fraud/user')).json).toMatchObject({ user: { fillCard: 1 } })
    await saveCard(client, other, 'CONCEPT-APPROVED', true)
    expect(await pay(client)).toBe('succeeded')
    expect(await loadCards(client)).toEqual({ card: '4444', cards: ['4444', '4242'] })
  })

  test('is not made by a payment for which the trader did not choose it, nor by a client that does not know of it', async () => {
    const { client, userId } = await app.registerTrader()
    await app.database.db.updateTable('users').set({ cascade: 'CONCEPT' }).where('id', '=', userId).execute()
    await saveCard(client, other, 'CONCEPT-APPROVED', false)
    expect(await pay(client)).toBe('succeeded')
    expect(await loadCards(client)).toEqual({ card: null, cards: [] })
    expect((await client.post('/api/fraud/user')).json).toMatchObject({ user: { fillCard: 0 } })
    expect((await client.post('/api/payconcept/pay', payment)).json).toMatchObject({ error: 'cards.no_card' })
  })

  test('is not made by a declined payment, and a declined new card does not remove an old one', async () => {
    const { client } = await trader('CONCEPT', 'CONCEPT-APPROVED')
    expect(await pay(client)).toBe('succeeded')
    await saveCard(client, other, 'CONCEPT-003', true)
    expect(await loadCards(client)).toEqual({ card: '4444', cards: ['4242'] })
    expect(await pay(client)).toBe('failed')
    expect(await loadCards(client)).toEqual({ card: '4242', cards: ['4242'] })
  })

  test('can be chosen by its id for a deposit, whose card does not change afterwards', async () => {
    const { client } = await trader('CONCEPT', 'CONCEPT-APPROVED')
    await pay(client)
    await saveCard(client, other, 'CONCEPT-APPROVED', true)
    await pay(client)
    const { savedCards: cards } = (await client.get('/api/card/deposit/current')).json as Overview
    const headers = { 'idempotency-key': 'the-key-of-an-old-card' }
    const open = (card: string | undefined) => client.post('/api/card/deposit', { ...payment, card }, headers)
    expect((await open(cards[1]?.id)).json).toMatchObject({ return: true, deposit: { card: { last4: '4242' } } })
    expect((await open(cards[0]?.id)).status, 'the same key for another card').toBe(422)
    expect((await client.post('/api/card/save', { remove: 1, card: cards[1]?.id })).json).toMatchObject({
      return: true,
    })
    expect(await loadCards(client)).toEqual({ card: '4444', cards: ['4444'] })
    const paid = await client.post('/api/payconcept/pay', payment, headers)
    expect(paid.json).toMatchObject({ deposit: { state: 'succeeded', card: { last4: '4242' } } })
    expect(await loadCards(client), 'removed while it paid').toEqual({ card: '4444', cards: ['4444'] })
  })

  test('replaces its earlier entry when the trader enters the card again with other details', async () => {
    const { client } = await trader('CONCEPT', 'CONCEPT-APPROVED')
    await pay(client)
    await saveCard(client, '4242424242424242', 'CONCEPT-APPROVED/ZOOM-0', true)
    await pay(client)
    expect(await loadCards(client)).toEqual({ card: '4242', cards: ['4242'] })
  })

  test('of another trader can be neither chosen nor removed', async () => {
    const owner = await trader('CONCEPT', 'CONCEPT-APPROVED')
    await pay(owner.client)
    const { savedCards: cards } = (await owner.client.get('/api/card/deposit/current')).json as Overview
    const stranger = await trader('CONCEPT', 'CONCEPT-APPROVED')
    const card = cards[0]?.id
    expect((await stranger.client.post('/api/card/deposit', { ...payment, card })).json).toMatchObject({
      return: false,
      error: 'cards.no_card',
    })
    expect((await stranger.client.post('/api/card/save', { remove: 1, card })).json).toMatchObject({
      return: false,
      error: 'cards.no_such_card',
    })
    expect(await loadCards(owner.client)).toEqual({ card: '4242', cards: ['4242'] })
  })
})

test('no table or log contains a card number in clear', async () => {
  const { db } = app.database
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(db)
  const numbers = ['4242424242424242', '4000009900005011']
  const holding: string[] = []
  for (const { name } of rows) {
    const row = sql.ref('t')
    for (const number of numbers) {
      const found =
        await sql`select 1 from ${sql.table(name)} t where ${row}::text like ${`%${number}%`} limit 1`.execute(db)
      if (found.rows.length > 0) holding.push(name)
    }
  }
  expect(rows.length).toBeGreaterThan(15)
  expect(holding).toEqual([])
  for (const number of numbers) expect(app.logs.join('\n')).not.toContain(number)
})
