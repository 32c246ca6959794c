import { maxStatementCodeAttempts } from '@tradefront/rules/validation/statement-code'
import type { Currency } from '@tradefront/rules/ledger/money'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { startTestApp, type TestApp, type TestClient } from '../../../test/fixtures/app/test-app.ts'
import { createMemoryChain } from '../../../test/fixtures/crypto/memory-chain.ts'
import { createFakeMarket } from '../../../test/fixtures/market/fake-feed.ts'
import { fundTrader } from '../../../test/fixtures/trading/fund-trader.ts'
import { createManualClock } from '../../platform/clock.ts'
import { creditDeposit, openDeposit } from '../../../test/fixtures/promo/promo-fixture.ts'
import { createTwoTraders } from '../../../test/fixtures/trading/two-traders.ts'
import { requireStatementCode, testStatementCode } from '../../../test/fixtures/validation/require-statement-code.ts'
import { type CardCharge, prepareDescriptor } from './service.ts'
import { confirmStatementCode, resetStatementCodeAttempts } from './statement-code-operator.ts'

let app: TestApp
beforeAll(async () => {
  const clock = createManualClock(new Date('2026-11-18T10:02:00Z'))
  app = await startTestApp({
    clock,
    marketFeed: createFakeMarket().createFeed(clock),
    chains: { BTC: createMemoryChain('BTC', clock).chain, ETH: createMemoryChain('ETH', clock).chain },
    rateSources: [
      {
        codes: ['BTC', 'ETH'],
        fetchRates: async () => ({ rates: { BTC: 100_000, ETH: 4000 }, at: clock.now() }),
        close: () => undefined,
      },
    ],
  })
  await setMode('first_card_deposit')
})
afterAll(() => app.stop())

async function setMode(mode: 'off' | 'first_card_deposit' | 'above_amount', amount = 1000) {
  const changed_at = app.clock.now()
  const rows = { transaction_validation: mode, transaction_validation_amount: amount }
  for (const [name, value] of Object.entries(rows))
    await app.database.db
      .insertInto('settings')
      .values({ name, value: JSON.stringify(value), changed_at })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(value) }))
      .execute()
  // Settings are cached for a second.
  app.clock.advance(1000)
}

const path = '/api/fraud/attemps'
const register = async (attemptsLeft = maxStatementCodeAttempts) => {
  const trader = await app.registerTrader()
  await requireStatementCode(app, trader.userId, { attemptsLeft })
  const readUser = async () => (await trader.client.post('/api/fraud/user')).json as { user: Record<string, unknown> }
  return { ...trader, readUser, enter: async (value: string) => (await trader.client.post(path, { value })).json }
}

const hasAlert = async (userId: number) => {
  const { rows } = await app.database.pool.query(
    `select from alerts where kind = 'card.unconfirmed' and subject = $1 and resolved_at is null`,
    [`user:${userId}`],
  )
  return rows.length > 0
}

describe('entering the code', () => {
  test('the right code sets tr_validate to no and tr_success to yes, and can be sent again', async () => {
    const { readUser, enter } = await register()
    expect(await readUser()).toMatchObject({ user: { tr_validate: 'yes', tr_success: 'no', tr_attemps: 5 } })
    expect(await enter(` ${testStatementCode.slice(0, 3)} ${testStatementCode.slice(3)} `)).toEqual({
      return: true,
      attemps: 5,
    })
    expect(await readUser()).toMatchObject({ user: { tr_validate: 'no', tr_success: 'yes', tr_attemps: 5 } })
    expect(await enter(testStatementCode)).toEqual({ return: true, attemps: 5 })
    expect(await enter('000000')).toEqual({ return: true, attemps: 5 })
  })

  test('a wrong code says how many attempts are left; after five, the right one is refused', async () => {
    const { readUser, enter, userId } = await register()
    const publish = vi.spyOn(app.context.live, 'publish')
    expect(await enter('000000')).toEqual({
      return: false,
      error: 'validation.wrong_code',
      message: 'This is not the code. You have 4 attempts left: check the line on your statement.',
      attemps: 4,
    })
    expect(publish.mock.calls).toEqual([[userId, { type: 'user_changed' }]])
    publish.mockRestore()
    for (const attemps of [3, 2, 1]) expect(await enter('000000')).toMatchObject({ return: false, attemps })
    expect(await hasAlert(userId)).toBe(false)
    expect(await enter('nonsense')).toMatchObject({ return: false, error: 'validation.no_attempts', attemps: 0 })
    expect(await readUser()).toMatchObject({ user: { tr_validate: 'yes', tr_success: 'no', tr_attemps: 0 } })
    expect(await enter(testStatementCode)).toEqual({
      return: false,
      error: 'validation.no_attempts',
      message: 'You have used all five attempts. Support can confirm your card.',
      attemps: 0,
    })
    expect(await readUser()).toMatchObject({ user: { tr_success: 'no' } })
    expect(await hasAlert(userId)).toBe(true)
  })

  test('support gives one trader the attempts back, and confirms one card, each once', async () => {
    const [trader, other] = [await register(0), await register(4)]
    await trader.enter('000000')
    const by = { actor: 'anna' }
    const publish = vi.spyOn(app.context.live, 'publish')
    const change = { reset: resetStatementCodeAttempts, confirm: confirmStatementCode }
    const outcomes: boolean[] = []
    for (const what of ['reset', 'reset', 'confirm', 'confirm', 'reset'] as const)
      outcomes.push(await change[what](app.context, trader.userId, by))
    expect(outcomes).toEqual([true, false, true, false, false])
    expect(publish.mock.calls).toEqual([1, 2].map(() => [trader.userId, { type: 'user_changed' }]))
    publish.mockRestore()
    expect(await trader.readUser()).toMatchObject({ user: { tr_success: 'yes', tr_attemps: 5 } })
    expect(await other.readUser()).toMatchObject({ user: { tr_success: 'no', tr_attemps: 4 } })
    const { rows } = await app.database.pool.query(
      'select action, detail from audit_log where subject = $1 order by id',
      [`user:${trader.userId}`],
    )
    const depositId = expect.any(String) as string
    const [used, full] = [0, 5].map((attemptsLeft) => ({ attemptsLeft, isConfirmed: false, depositId }))
    expect(rows).toEqual([
      { action: 'statement_code.reset', detail: { before: used, after: full } },
      { action: 'statement_code.confirm', detail: { before: full, after: { ...full, isConfirmed: true } } },
    ])
  })

  test('a reset ends the alert of its trader', async () => {
    const [trader, other] = [await register(1), await register(1)]
    for (const { enter } of [trader, other]) await enter('000000')
    await resetStatementCodeAttempts(app.context, trader.userId, { actor: 'anna' })
    expect([await hasAlert(trader.userId), await hasAlert(other.userId)]).toEqual([false, true])
  })

  test('of six attempts at once, five are counted', async () => {
    const { enter, readUser } = await register()
    const replies = await Promise.all(Array.from({ length: 6 }, () => enter('000000')))
    const left = replies.map((reply) => (reply as { attemps: number }).attemps).toSorted((a, b) => a - b)
    expect(left).toEqual([0, 0, 1, 2, 3, 4])
    expect(await readUser()).toMatchObject({ user: { tr_attemps: 0, tr_success: 'no' } })
  })

  test('the right code and wrong ones at once never confirm after the last attempt', async () => {
    const { enter, readUser } = await register(1)
    const replies = await Promise.all(['000000', testStatementCode, '000001'].map(enter))
    const { user } = await readUser()
    const isConfirmed = user['tr_success'] === 'yes'
    expect(replies.filter((reply) => (reply as { return: boolean }).return).length > 0).toBe(isConfirmed)
    expect(user['tr_attemps']).toBe(isConfirmed ? 1 : 0)
  })

  test('a trader without a code, and one whose deposit is not credited, need none', async () => {
    const { client, userId } = await app.registerTrader()
    const notNeeded = { return: false, error: 'validation.not_needed', attemps: 5 }
    expect((await client.post(path, { value: '123456' })).json).toMatchObject(notNeeded)
    await prepareDescriptor(app.context, toCharge(userId, await openDeposit(app, userId)))
    expect((await client.post(path, { value: '123456' })).json).toMatchObject(notNeeded)
    expect((await client.post('/api/validate/charge')).json).toEqual({ return: true, charge: null })
  })

  test.each([[{}], [{ value: '' }], [{ value: 1 }], [{ value: '1'.repeat(41) }], [{ value: '1', more: 1 }]])(
    'refuses %j as malformed, without counting it',
    async (body) => {
      const { client, readUser } = await register()
      expect((await client.post(path, body)).status).toBe(400)
      expect(await readUser()).toMatchObject({ user: { tr_attemps: 5 } })
    },
  )

  test('needs a session', async () => {
    const visitor = await app.openClient()
    expect((await visitor.post(path, { value: '1' })).status).toBe(401)
    expect((await visitor.post('/api/validate/charge')).status).toBe(401)
  })
})

/** Calls that a trader can't make without the code. Each call can be made once. */
const blockedCalls: Readonly<Record<string, (client: TestClient, requestId: string) => Promise<unknown>>> = {
  'buying a trade': async (client) => {
    const order = { symbol: 'EURUSD', direction: 'up', stake: 10, expiry: 60, price: 1, tolerance: 0 }
    return (await client.post('/api/trading/buy', order, { 'idempotency-key': randomUUID() })).json
  },
  'buying on the ladder': async (client) => {
    const { ladder } = (await client.post('/api/trading/ladder', { symbol: 'EURUSD' })).json as {
      ladder?: { expiresAtMs: number }
    }
    const order = { symbol: 'EURUSD', direction: 'up', strike: 1.0002, stake: 10, tolerance: 0, payout: 0.05 }
    const body = { ...order, expiresAtMs: ladder?.expiresAtMs }
    return (await client.post('/api/trading/ladder/buy', body, { 'idempotency-key': randomUUID() })).json
  },
  'an invoice in bitcoin': async (client) =>
    (await client.post('/api/btc/pay', { amount: 1000, bonus: 0, fixed: 1, currency: 'USD' })).json,
  'an invoice in Ethereum': async (client) =>
    (await client.post('/api/eth/pay', { amount: 1000, bonus: 0, fixed: 1, currency: 'USD' })).json,
  'confirming a withdrawal': async (client, id) =>
    (await client.post('/api/withdrawal/final', { is_bonus: 0, password: 'correct horse', id })).json,
  'requesting a withdrawal': async (client) =>
    (await client.post('/api/withdrawal', { amount: 100, method: 'bank' })).json,
}

test('until the code is entered, nothing is bought, invoiced, offered or withdrawn', async () => {
  const { db } = app.database
  await app.runJob('rates.update')
  await app.runJob('crypto.watch_chains')
  await db
    .insertInto('settings')
    .values({ name: 'risk_free_percent', value: '15', changed_at: app.clock.now() })
    .execute()
  app.clock.advance(1000)
  const registerRich = async () => {
    const { client, userId } = await app.registerTrader()
    await db.updateTable('users').set({ verification: 'Full' }).where('id', '=', userId).execute()
    await fundTrader(db, { id: userId, currency: 'USD' }, { cash: 100_000 }, app.clock.now())
    await db
      .insertInto('first_losing_days')
      .values({ user_id: userId, day: '2026-11-17', currency: 'USD', loss: 20_001 })
      .execute()
    await app.database.pool.query(
      `insert into withdrawal_destinations (id, user_id, method, account, state, code_hash, created_at, usable_from, proved_at)
       values (gen_random_uuid(), $1, 'bank', 'GB29NWBK60161331926819', 'proved', '', $2::timestamptz - interval '1 day', $2, $2)`,
      [userId, app.clock.now()],
    )
    const requested = (await client.post('/api/withdrawal', { amount: 200, method: 'bank' })).json as { id: string }
    const listOffers = async () => ((await client.post('/api/offers')).json as { offers: unknown[] }).offers
    return { client, userId, listOffers, requestId: requested.id }
  }
  const trader = await registerRich()
  const other = await registerRich()
  await requireStatementCode(app, trader.userId)
  for (const [name, call] of Object.entries(blockedCalls)) {
    const refused = { return: false, error: 'validation.code_required' }
    expect(await call(trader.client, trader.requestId), name).toMatchObject(refused)
    expect(await call(other.client, other.requestId), `${name}, by another trader`).toMatchObject({ return: true })
  }
  expect([await trader.listOffers(), (await other.listOffers()).length]).toEqual([[], 1])

  expect((await trader.client.post(path, { value: testStatementCode })).json).toMatchObject({ return: true })
  for (const [name, call] of Object.entries(blockedCalls))
    expect(await call(trader.client, trader.requestId), `${name}, with the code`).toMatchObject({ return: true })
  expect(await trader.listOffers()).toHaveLength(1)
})

test('the charge with the code is the trader’s own', async () => {
  const { client } = await register()
  const at = app.clock.now().getTime()
  expect((await client.post('/api/validate/charge')).json).toEqual({
    return: true,
    charge: { name: 'TRADEFRONT', amount: 1000, currency: 'USD', card: null, at },
    testStatement: 'http://127.0.0.1:1/#statement',
  })
})

test('while the setting is off, nobody needs a code', async () => {
  const { client, readUser, enter } = await register()
  await setMode('off')
  expect(await readUser()).toMatchObject({ user: { tr_validate: 'no', tr_success: 'no' } })
  expect(await enter(testStatementCode)).toMatchObject({ error: 'validation.not_needed' })
  expect((await client.post('/api/validate/charge')).json).toEqual({ return: true, charge: null })
  await setMode('first_card_deposit')
  expect(await readUser()).toMatchObject({ user: { tr_validate: 'yes' } })
})

const toCharge = (userId: number, { id, amount, currency }: Omit<CardCharge, 'userId'>): CardCharge => ({
  id,
  userId,
  amount,
  currency,
})

describe('the line on the card statement', () => {
  const prepare = async (userId: number, amount = 100_000, currency: Currency = 'USD') => {
    const deposit = await openDeposit(app, userId, amount, false, currency)
    const line = await prepareDescriptor(app.context, toCharge(userId, deposit))
    return { line, deposit }
  }
  const isRequired = async (userId: number) => {
    const { rows } = await app.database.pool.query<{ is_required: boolean }>(
      'select is_required from statement_code_states where user_id = $1',
      [userId],
    )
    return rows[0]?.is_required ?? false
  }

  test('has the same code for each card deposit of a trader until it is confirmed', async () => {
    const { userId, client } = await app.registerTrader()
    const first = await prepare(userId)
    expect(first.line).toMatch(/^TRADEFRONT \d{6}$/)
    expect(await prepareDescriptor(app.context, toCharge(userId, first.deposit))).toBe(first.line)
    await creditDeposit(app, first.deposit)
    expect(await isRequired(userId)).toBe(true)
    const second = await prepare(userId)
    expect(second.line).toBe(first.line)
    await creditDeposit(app, second.deposit)
    expect((await client.post(path, { value: first.line ?? '' })).json).toMatchObject({ return: true })
    expect((await prepare(userId)).line).toBeNull()
  })

  test('has none after another card deposit that was made while the setting was off', async () => {
    await setMode('off')
    const { userId } = await app.registerTrader()
    const { line, deposit } = await prepare(userId)
    expect(line).toBeNull()
    await creditDeposit(app, deposit)
    await setMode('first_card_deposit')
    expect((await prepare(userId)).line).toBeNull()
    expect(await isRequired(userId)).toBe(false)
  })

  test('is only needed for deposits of the amount or more, if the setting is the amount', async () => {
    await setMode('above_amount', 500)
    const { userId } = await app.registerTrader()
    const small = await prepare(userId, 49_999)
    expect(small.line).toBeNull()
    await creditDeposit(app, small.deposit)
    const large = await prepare(userId, 50_000)
    expect(large.line).toMatch(/ \d{6}$/)
    // The result of the large deposit is not known for a while.
    await app.database.pool.query("update deposits set state = 'review' where id = $1", [large.deposit.id])
    // Another small deposit has the existing code, but does not require it.
    const smallAgain = await prepare(userId, 30_000)
    expect(smallAgain.line).toBe(large.line)
    await creditDeposit(app, smallAgain.deposit)
    expect(await isRequired(userId)).toBe(false)
    await creditDeposit(app, large.deposit)
    expect(await isRequired(userId)).toBe(true)
    await setMode('first_card_deposit')
  })

  test('of two traders is needed from the amount in the own currency, and only by who has the code', async () => {
    await setMode('above_amount', 500)
    const { euro, rouble } = await createTwoTraders(app)
    const lines: string[] = []
    for (const [{ userId, currency }, least] of [
      [euro, 50_000],
      [rouble, 3_000_000],
    ] as const) {
      expect((await prepare(userId, least - 1, currency)).line).toBeNull()
      // The result of the deposit is not known for a while.
      await app.database.pool.query(`update deposits set state = 'review' where user_id = $1`, [userId])
      const { line, deposit } = await prepare(userId, least, currency)
      await creditDeposit(app, deposit)
      lines.push(line ?? '')
    }
    const [euroCode = '', roubleCode = ''] = lines.map((line) => line.slice(-6))
    expect(euroCode).not.toBe(roubleCode)
    const enter = async ({ client }: typeof euro, value: string) => (await client.post(path, { value })).json
    expect(await enter(rouble, euroCode)).toMatchObject({ return: false, attemps: 4 })
    expect(await enter(euro, euroCode)).toEqual({ return: true, attemps: 5 })
    expect([await isRequired(euro.userId), await isRequired(rouble.userId)]).toEqual([false, true])
    await setMode('first_card_deposit')
  })

  test('is one for two charges that start at once', async () => {
    const { userId } = await app.registerTrader()
    const deposit = await openDeposit(app, userId)
    const lines = await Promise.all(
      Array.from({ length: 4 }, () => prepareDescriptor(app.context, toCharge(userId, deposit))),
    )
    expect(new Set(lines).size).toBe(1)
  })
})

describe('the database', () => {
  const changes = {
    'two attempts at once': 'attempts_left = 3',
    'another code': "code = '000000'",
    'a confirmation by a trader without attempts': "attempts_left = 0, confirmed_at = now(), confirmed_by = 'trader'",
    'a confirmation without its author': 'confirmed_at = now()',
    'fewer than no attempts': 'attempts_left = -1',
  }
  test.each(Object.entries(changes))('refuses %s', async (_name, change) => {
    const { userId } = await register(change.startsWith('attempts_left = 3') ? 5 : 1)
    await expect(
      app.database.pool.query(`update statement_codes set ${change} where user_id = $1`, [userId]),
    ).rejects.toThrow(/./)
  })

  test('refuses to take a confirmation back', async () => {
    const { userId, enter } = await register()
    await enter(testStatementCode)
    await expect(
      app.database.pool.query(
        'update statement_codes set confirmed_at = null, confirmed_by = null where user_id = $1',
        [userId],
      ),
    ).rejects.toThrow(/cannot change/)
  })
})
