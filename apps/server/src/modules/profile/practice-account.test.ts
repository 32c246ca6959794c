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

const user = async (client: { post: (path: string) => Promise<{ json: unknown }> }) =>
  ((await client.post('/api/fraud/user')).json as { user: Record<string, unknown> }).user
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

describe('a practice account', () => {
  test('starts with 10,000 USD of practice money and needs no phone', async () => {
    const { client } = await app.registerTrader({ practice: true, phone: '', currency: 'RUB', country: 'RU' })
    expect(await user(client)).toMatchObject({
      practice: true,
      amount: 10_000,
      available: 10_000,
      bonus_summ: 0,
      currency: 'USD',
      phone: '',
    })
    expect((await client.get('/cli/userInfo')).json).toEqual({ return: true, available: 10_000, currency: 'USD' })
  })

  test('can be reset to 10,000 from a lower and a higher balance, also by concurrent requests', async () => {
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

  test('gets no deposits and no promo bonus', async () => {
    const { client, userId } = await app.registerTrader({ practice: true, promo: 'WELCOME' })
    const deposit = await client.post('/api/card/deposit', { amount: 1000, fixed: 1, bonus: 0 })
    expect(deposit.json).toMatchObject({ return: false, error: 'deposits.practice_account' })
    const lines = app.database.db.selectFrom('ledger_lines').select('account').where('user_id', '=', userId)
    expect(await lines.execute()).toEqual([{ account: 'practice' }])
  })

  test('is required for a reset: a real account is refused', async () => {
    const { client } = await app.registerTrader()
    expect((await client.post('/api/practice/reset')).json).toMatchObject({ error: 'profile.no_practice' })
    expect(await user(client)).toMatchObject({ practice: false, amount: 0 })
  })

  test('cannot turn practice money into real money: the database refuses such entries', async () => {
    const { userId } = await app.registerTrader({ practice: true })
    await expect(
      book(userId, [
        ['practice', -100],
        ['cash', 100],
      ]),
    ).rejects.toMatchObject({ constraint: 'ledger_practice_apart' })
    await expect(
      book(userId, [
        ['clearing:PFS', -100],
        ['practice', 100],
      ]),
    ).rejects.toMatchObject({ constraint: 'ledger_practice_apart' })
    await expect(
      book(userId, [
        ['practice', -1_000_001],
        ['practice_house', 1_000_001],
      ]),
    ).rejects.toThrow()
  })
})

describe('upgrading a practice account to a real one', () => {
  const real = {
    firstName: ' Ada ',
    lastName: 'King',
    country: 'CH',
    currency: 'EUR',
    phone: '79 123 45 67',
    phone_prefix: '41',
  }
  const balances = async (userId: number) => {
    const rows = await app.database.db.selectFrom('ledger_balances').selectAll().where('user_id', '=', userId).execute()
    return Object.fromEntries(rows.map(({ account, currency, amount }) => [`${account} ${currency}`, amount]))
  }
  const update = (userId: number, practice: boolean) =>
    app.database.db.updateTable('users').set({ practice }).where('id', '=', userId).execute()

  test('keeps the account, removes the practice money and allows deposits', async () => {
    const { client, userId, form } = await app.registerTrader({ practice: true, phone: '' })
    await book(userId, [
      ['practice', 250_000],
      ['practice_house', -250_000],
    ])
    expect((await client.post('/api/practice/real', { ...real, promo: 'WELCOME' })).json).toEqual({ return: true })
    expect(await balances(userId)).toEqual({ 'practice USD': 0, 'bonus EUR': 2000 })
    expect(await user(client)).toMatchObject({
      practice: false,
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
    expect((await client.post('/api/practice/reset')).json).toMatchObject({ error: 'profile.no_practice' })
    const deposit = await client.post('/api/card/deposit', { amount: 1000, fixed: 1, bonus: 0 })
    expect(deposit.json).not.toMatchObject({ error: 'deposits.practice_account' })
    expect((await (await app.openClient()).login(form.login, form.password)).json).toMatchObject({ return: true })
  })

  test('succeeds once for concurrent requests, and not for a real account', async () => {
    const { client, userId } = await app.registerTrader({ practice: true }, { address: '10.4.1.1' })
    const asked = [1, 2, 3].map(() =>
      client.post('/api/practice/real', { ...real, phone: '79 123 45 68', promo: 'WELCOME' }),
    )
    const replies = await Promise.all(asked)
    expect(replies.filter(({ text }) => text === '{"return":true}')).toHaveLength(1)
    expect(replies.filter(({ text }) => text.includes('profile.no_practice'))).toHaveLength(2)
    expect(await balances(userId)).toMatchObject({ 'bonus EUR': 2000 })
    const { client: other, form } = await app.registerTrader()
    expect((await other.post('/api/practice/real', real)).json).toMatchObject({ error: 'profile.no_practice' })
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
    expect((await client.post('/api/practice/real', { ...real, ...change })).json).toMatchObject(answer)
    expect(await user(client)).toEqual(before)
    expect(await balances(userId)).toEqual({ 'practice USD': 1_000_000 })
  })

  test('can neither keep practice money nor be undone: the database refuses both', async () => {
    const { userId } = await app.registerTrader({ practice: true })
    await expect(update(userId, false)).rejects.toMatchObject({ constraint: 'users_practice_left' })
    const { userId: realId } = await app.registerTrader()
    await expect(update(realId, true)).rejects.toMatchObject({ constraint: 'users_practice_ends' })
    for (const [who, account, house] of [
      [userId, 'cash', 'clearing:PFS'],
      [realId, 'practice', 'practice_house'],
    ] as const)
      await expect(
        book(who, [
          [account, 100],
          [house, -100],
        ]),
      ).rejects.toMatchObject({ constraint: 'ledger_practice_owner' })
  })

  test('prevents concurrent entries of practice money in either order', async () => {
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
      const [reply, end] = await Promise.all([client.post('/api/practice/real', real), won])
      expect(reply.json).toEqual({ return: true })
      expect(['booked', 'ledger_practice_owner']).toContain(end)
      expect(await balances(userId)).toEqual({ 'practice USD': 0 })
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
