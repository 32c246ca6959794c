import { bootstrap } from '@tradefront/contract/settings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { proveEmail } from '../../../test/fixtures/app/prove-email.ts'
import type { Db } from '../../platform/database/database.ts'
import { type TestApp, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { postEntry } from '../ledger/service.ts'
import { lockUser } from '../users/service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

type Client = Awaited<ReturnType<TestApp['openClient']>>

const user = async (client: Client) =>
  ((await client.post('/api/fraud/user')).json as { user: Record<string, unknown> }).user
const switchTo = async (client: Client, account: 'practice' | 'real') =>
  (await client.post('/api/account/switch', { account })).json
const book = (userId: number, lines: [account: string, amount: number][], db: Db = app.database.db) =>
  postEntry(db, {
    kind: 'test',
    subject: `${userId}:${Math.random()}`,
    at: app.clock.now(),
    lines: lines.map(([account, amount]) => ({
      account,
      userId: /^(cash|bonus|practice)$/.test(account) ? userId : null,
      currency: 'USD',
      amount,
    })),
  })
const balances = async (userId: number) => {
  const rows = await app.database.db.selectFrom('ledger_balances').selectAll().where('user_id', '=', userId).execute()
  return Object.fromEntries(rows.map(({ account, currency, amount }) => [`${account} ${currency}`, amount]))
}

describe('an account for practice', () => {
  test('takes an e-mail and a password, and starts with 10,000 USD', async () => {
    const { client } = await app.registerTrader({ practice: true })
    expect(await user(client)).toMatchObject({
      practice: true,
      has_real: false,
      amount: 10_000,
      available: 10_000,
      practice_amount: 10_000,
      real_amount: 0,
      bonus_summ: 0,
      currency: 'USD',
      firstName: '',
      country: '',
      phone: '',
    })
    expect((await client.get('/cli/userInfo')).json).toEqual({ return: true, available: 10_000, currency: 'USD' })
    expect(bootstrap.parse((await client.get('/api/boot')).json)).toMatchObject({ user: { practice: true } })
  })

  test.each([
    ['a name', { firstName: 'Ada' }],
    ['no adult', { adult: false }],
    ['a short password', { password: '1234567' }],
  ])('is not opened with %s', async (_what, change) => {
    const client = await app.openClient()
    const form = { login: 'practice.form@example.com', password: 'correct horse', adult: true, terms: true }
    expect((await client.post('/api/practice/register', { ...form, ...change })).json).toMatchObject({ return: false })
  })

  test('is not opened with an e-mail that is used, or a password that is the e-mail', async () => {
    const { form } = await app.registerTrader()
    const client = await app.openClient()
    const register = async (login: string, password: string) =>
      (await client.post('/api/practice/register', { login, password })).json
    expect(await register(form.login, 'correct horse')).toMatchObject({ error: 'auth.email_taken' })
    expect(await register('guessable@example.com', 'guessable@example.com')).toMatchObject({
      error: 'auth.password_personal',
    })
  })

  test('can be set back to 10,000 from a lower and a higher balance, also by concurrent requests', async () => {
    const { client, userId } = await app.registerTrader({ practice: true })
    for (const change of [-250_000, 400_000]) {
      await book(userId, [
        ['practice', change],
        ['practice_house', -change],
      ])
      const replies = await Promise.all([1, 2, 3].map(() => client.post('/api/practice/reset')))
      for (const { json } of replies) expect(json).toMatchObject({ return: true, user: { amount: 10_000 } })
    }
    expect(await user(client)).toMatchObject({ amount: 10_000 })
  })

  test('gets no deposits and has no real money', async () => {
    const { client, userId } = await app.registerTrader({ practice: true })
    const deposit = await client.post('/api/card/deposit', { amount: 1000, fixed: 1, bonus: 0 })
    expect(deposit.json).toMatchObject({ return: false, error: 'deposits.practice_account' })
    expect(await balances(userId)).toEqual({ 'practice USD': 1_000_000 })
    await expect(
      book(userId, [
        ['cash', 100],
        ['clearing:PFS', -100],
      ]),
    ).rejects.toMatchObject({ constraint: 'ledger_real_owner' })
  })

  test('cannot turn practice money into real money: the database refuses such entries', async () => {
    const { userId } = await app.registerTrader()
    await expect(
      book(userId, [
        ['practice', -100],
        ['cash', 100],
      ]),
    ).rejects.toMatchObject({ constraint: 'ledger_lines_practice_apart' })
    await expect(
      book(userId, [
        ['clearing:PFS', -100],
        ['practice', 100],
      ]),
    ).rejects.toMatchObject({ constraint: 'ledger_lines_practice_apart' })
    await expect(
      book(userId, [
        ['practice', -1_000_001],
        ['practice_house', 1_000_001],
      ]),
    ).rejects.toThrow()
  })
})

describe('a trader with both accounts', () => {
  test('has both balances side by side, and reads that of the account that the session shows', async () => {
    const { client, userId } = await app.registerTrader({}, { isEmailProved: false })
    await book(userId, [
      ['cash', 12_345],
      ['clearing:PFS', -12_345],
    ])
    const both = { practice_amount: 10_000, real_amount: 123.45, has_real: true }
    expect(await user(client)).toMatchObject({ ...both, practice: false, amount: 123.45, available: 123.45 })
    expect(await switchTo(client, 'practice')).toEqual({ return: true })
    expect(await user(client)).toMatchObject({ ...both, practice: true, amount: 10_000, available: 10_000 })
    expect((await client.get('/cli/userInfo')).json).toMatchObject({ available: 10_000 })
    expect((await client.post('/api/practice/reset')).json).toMatchObject({ user: both })
    expect(await balances(userId)).toEqual({ 'cash USD': 12_345, 'practice USD': 1_000_000 })
  })

  test('starts a log-in with the account that was chosen last, and other sessions keep theirs', async () => {
    const { client, form } = await app.registerTrader({ account: 'practice' })
    expect(await user(client)).toMatchObject({ practice: true, has_real: true })
    const other = await app.openClient()
    await other.login(form.login, form.password)
    expect(await user(other)).toMatchObject({ practice: true })
    expect(await switchTo(other, 'real')).toEqual({ return: true })
    expect(await user(other)).toMatchObject({ practice: false })
    expect(await user(client)).toMatchObject({ practice: true })
    const next = await app.openClient()
    await next.login(form.login, form.password)
    expect(await user(next)).toMatchObject({ practice: false })
  })

  test('is on the real account after a registration that names none', async () => {
    const { client } = await app.registerTrader()
    expect(await user(client)).toMatchObject({ practice: false, amount: 0, practice_amount: 10_000 })
  })

  test('is refused on a page that shows the other account, and nothing changes', async () => {
    const { client, userId } = await app.registerTrader()
    await switchTo(client, 'practice')
    const before = await balances(userId)
    for (const [path, body] of [
      ['/api/fraud/user', {}],
      ['/api/trading/market', {}],
      ['/api/us/history', { offset: 0, limit: 10 }],
      ['/api/card/deposit', { amount: 1000, fixed: 1, bonus: 0 }],
    ] as const) {
      const { status, json } = await client.post(path, body, { 'x-account': 'real' })
      expect([path, status, json]).toEqual([path, 409, expect.objectContaining({ error: 'errors.other_account' })])
    }
    expect(await balances(userId)).toEqual(before)
    expect((await client.post('/api/fraud/user', {}, { 'x-account': 'practice' })).json).toMatchObject({ return: true })
  })
})

describe('opening the real account', () => {
  const real = {
    firstName: ' Ada ',
    lastName: 'King',
    country: 'CH',
    currency: 'EUR',
    phone: '79 123 45 67',
    phone_prefix: '41',
  }

  test('in another currency starts practice again in it, shows the real account and allows deposits', async () => {
    const { client, userId, form } = await app.registerTrader({ practice: true })
    await book(userId, [
      ['practice', 250_000],
      ['practice_house', -250_000],
    ])
    expect(await switchTo(client, 'real')).toMatchObject({ error: 'auth.no_real_account' })
    expect((await client.post('/api/account/open', { ...real, promo: 'WELCOME' })).json).toEqual({ return: true })
    expect(await balances(userId)).toEqual({ 'practice USD': 0, 'practice EUR': 1_000_000, 'bonus EUR': 2000 })
    expect(await user(client)).toMatchObject({
      practice: false,
      has_real: true,
      practice_amount: 10_000,
      userId,
      email: form.login,
      firstName: 'Ada',
      lastName: 'King',
      country: 'CH',
      currency: 'EUR',
      phone: '+41791234567',
      amount: 20,
      available: 20,
      bonus_summ: 20,
      orderTurnover: 600,
    })
    const deposit = await client.post('/api/card/deposit', { amount: 1000, fixed: 1, bonus: 0 })
    expect(deposit.json).not.toMatchObject({ error: 'deposits.practice_account' })
    const next = await app.openClient()
    expect((await next.login(form.login, form.password)).json).toMatchObject({ return: true })
    expect(await user(next)).toMatchObject({ practice: false })
  })

  test('in the currency of practice keeps the practice balance', async () => {
    const { client, userId } = await app.registerTrader({ practice: true })
    await book(userId, [
      ['practice', 777],
      ['practice_house', -777],
    ])
    const form = { ...real, currency: 'USD', phone: '79 123 45 69' }
    expect((await client.post('/api/account/open', form)).json).toEqual({ return: true })
    expect(await balances(userId)).toEqual({ 'practice USD': 1_000_777 })
    await switchTo(client, 'practice')
    expect(await user(client)).toMatchObject({ amount: 10_007.77, currency: 'USD' })
  })

  test('succeeds once for concurrent requests, and not for a trader who has one', async () => {
    const { client, userId } = await app.registerTrader({ practice: true }, { address: '10.4.1.1' })
    const asked = [1, 2, 3].map(() =>
      client.post('/api/account/open', { ...real, phone: '79 123 45 68', promo: 'WELCOME' }),
    )
    const replies = await Promise.all(asked)
    expect(replies.filter(({ text }) => text === '{"return":true}')).toHaveLength(1)
    expect(replies.filter(({ text }) => text.includes('auth.real_account_open'))).toHaveLength(2)
    expect(await balances(userId)).toMatchObject({ 'bonus EUR': 2000 })
    const { client: other, form } = await app.registerTrader()
    expect((await other.post('/api/account/open', real)).json).toMatchObject({ error: 'auth.real_account_open' })
    expect(await user(other)).toMatchObject({ firstName: form.firstName, currency: 'USD' })
  })

  test.each([
    ['the United States', { country: 'US', phone_prefix: '1' }, { error: 'auth.usa', is_usa: true }],
    ['a blocked country', { country: 'KP' }, { error: 'auth.country_blocked' }],
    ['an unknown prefix', { phone_prefix: '999999' }, { error: 'auth.phone_prefix' }],
    ['an invalid phone number', { phone_prefix: '1', phone: '1234567' }, { error: 'auth.phone_unreal' }],
    ['an unknown promo code', { promo: 'FREE' }, { error: 'auth.promo_unknown' }],
    ['no phone', { phone: '' }, { error: 'errors.malformed' }],
    ['an amount in the request', { amount: 10_000 }, { error: 'errors.malformed' }],
  ])('is refused for %s, and nothing changes', async (_what, change, answer) => {
    const { client, userId } = await app.registerTrader({ practice: true })
    const before = await user(client)
    expect((await client.post('/api/account/open', { ...real, ...change })).json).toMatchObject(answer)
    expect(await user(client)).toEqual(before)
    expect(await balances(userId)).toEqual({ 'practice USD': 1_000_000 })
  })

  test('needs the details of its owner and cannot be undone: the database refuses both', async () => {
    const update = (
      userId: number,
      change: { real_opened_at?: Date | null; country?: string; on_practice?: boolean },
    ) => app.database.db.updateTable('users').set(change).where('id', '=', userId).execute()
    const { userId } = await app.registerTrader({ practice: true })
    await expect(update(userId, { real_opened_at: app.clock.now() })).rejects.toMatchObject({
      constraint: 'users_real_details',
    })
    await expect(update(userId, { on_practice: false })).rejects.toMatchObject({ constraint: 'users_check' })
    const { userId: realId } = await app.registerTrader()
    await expect(update(realId, { real_opened_at: null })).rejects.toMatchObject({ constraint: 'users_real_stays' })
    await expect(update(realId, { country: '' })).rejects.toMatchObject({ constraint: 'users_real_details' })
  })

  test('in another currency leaves no practice money in the old one, whatever is booked at the same time', async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      const { client, userId } = await app.registerTrader({ practice: true })
      const lines: [string, number][] = [
        ['practice', 777],
        ['practice_house', -777],
      ]
      // Trades lock the user as well.
      const won = app.database.db
        .transaction()
        .execute(async (trx) => {
          await lockUser(trx, userId)
          await book(userId, lines, trx)
        })
        .then(
          () => 'booked',
          (error: { constraint?: string }) => error.constraint,
        )
      const [reply, end] = await Promise.all([client.post('/api/account/open', real), won])
      expect(reply.json).toEqual({ return: true })
      expect(['booked', 'ledger_account_currency']).toContain(end)
      expect(await balances(userId)).toEqual({ 'practice USD': 0, 'practice EUR': 1_000_000 })
    }
  })
})

describe('a promo code', () => {
  test.each([
    ['USD', 'AU', 20],
    ['RUB', 'RU', 1200],
  ])('credits its bonus and requires turnover in %s', async (currency, country, bonus) => {
    const form = { promo: ' welcome ', currency, country, phone: `4123${bonus}` }
    const { client, form: trader } = await app.registerTrader(form, {
      isEmailProved: false,
      address: `10.4.0.${bonus % 250}`,
    })
    expect(await user(client)).toMatchObject({ amount: 0, bonus_summ: 0, orderTurnover: 0 })
    await proveEmail(app, trader.login)
    expect(await user(client)).toMatchObject({
      amount: bonus,
      bonus_summ: bonus,
      orderTurnover: bonus * 30,
      turnover: 0,
    })
  })
})
