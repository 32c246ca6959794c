import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { finishBonuses, fundTrader } from '../../../test/fixtures/trading/fund-trader.ts'
import { insertCharge } from '../../../test/fixtures/withdrawal/insert-charge.ts'
import { startWithdrawalApp, type WithdrawalApp } from '../../../test/fixtures/withdrawal/withdrawal-app.ts'
import { createTwoTraders, type FixtureTrader } from '../../../test/fixtures/trading/two-traders.ts'
import { confirmWithdrawal } from './confirm-withdrawal.ts'
import { findByReference } from './operator.ts'
import { requestWithdrawal } from './request-withdrawal.ts'
import { cancelWithdrawal, expireWithdrawalRequests, releaseVerifiedWithdrawals } from './service.ts'

let app: WithdrawalApp
beforeAll(async () => {
  app = await startWithdrawalApp()
})
afterAll(() => app.stop())

const id = '00000000-0000-4000-8000-000000000001'

test('without a bonus it is case one: the money goes to hold, and is paid once an operator has approved it', async () => {
  const { client, userId } = await app.registerFunded({ cash: 50_000 })
  const requested = await app.post(client, '', { amount: 200, method: 'bank' })
  expect(requested).toMatchObject({ return: true, case: 'one', current_turnover: 0, need_turnover: 0 })
  expect(requested.preview).toMatchObject({
    amount: 200,
    fee: 15,
    receives: 185,
    gives_up: 0,
    parts: [{ method: 'bank', amount: 185, to: 'GB29 •••• 6819' }],
  })
  expect(await app.findBalances(userId)).toEqual({ cash: 50_000, bonus: 0, hold: 0 })
  const confirmed = await app.post(client, '/final', { is_bonus: 0, password: 'correct horse' })
  expect(confirmed).toMatchObject({
    return: true,
    is_bonus: 0,
    withdrawal: { state: 'waiting_approval', amount: 200, can_cancel: true },
  })
  expect(await app.findBalances(userId)).toEqual({ cash: 30_000, bonus: 0, hold: 20_000 })

  await app.approve(requested.id ?? '')
  await app.sendPayouts()
  expect(await app.findBalances(userId)).toEqual({ cash: 30_000, bonus: 0, hold: 0 })
  expect(await app.read(client, requested.id ?? '')).toMatchObject({
    state: 'paid',
    can_cancel: false,
    returned: 0,
    payouts: [{ state: 'paid', amount: 185, reference: expect.stringMatching(/^sent-/) as string }],
  })
  expect(app.fake.listPaid().at(-1)).toMatchObject({ amount: 18_500, currency: 'USD', holder: 'Test Trader' })
})

test('with a bonus whose turnover is done it is case two: with the bonus it can be withdrawn, without it stays', async () => {
  const { client, userId } = await app.registerFunded({ cash: 20_000, bonus: 10_000, required: 1 })
  await finishBonuses(app.database.db, { id: userId, currency: 'USD' }, app.clock.now())
  const requested = await app.post(client, '', { amount: 300, method: 'bank' })
  expect(requested).toMatchObject({ case: 'two', current_turnover: 0.01, need_turnover: 0.01 })
  expect(requested.preview).toMatchObject({ from_bonus: 100, gives_up: 0 })
  expect(await app.post(client, '/final', { is_bonus: 0, password: 'correct horse' })).toMatchObject({
    error: 'withdrawal.no_cash',
    message: 'Without the bonus you can withdraw up to $200.',
  })
  const confirmed = await app.post(client, '/final', { is_bonus: 1, password: 'correct horse' })
  expect(confirmed).toMatchObject({ is_bonus: 1 })
  expect(await app.findBalances(userId)).toEqual({ cash: 0, bonus: 0, hold: 30_000 })
  // The withdrawal has taken the bonus, until its money returns.
  await app.fund(userId, 20_000)
  expect(await app.post(client, '', { amount: 200, method: 'bank' })).toMatchObject({ case: 'one' })
  await app.post(client, '/cancel', { id: confirmed.withdrawal?.id })
  const again = await app.post(client, '', { amount: 500, method: 'bank' })
  expect(again).toMatchObject({ case: 'two', preview: { from_bonus: 100 } })
})

test('with bonuses whose turnover is not done it is case three: they are frozen, and taken when the money is sent', async () => {
  const { euro, rouble } = await createTwoTraders(app)
  const readBonuses = async ({ client }: FixtureTrader) =>
    ((await client.post('/api/promo/bonuses')).json as { bonuses: { state: string; amount: number }[] }).bonuses
      .toSorted((one, other) => one.amount - other.amount)
      .map(({ state, amount }) => [state, amount])
  const plans = [
    {
      trader: euro,
      charge: 30_007,
      amount: 1600.27,
      fee: 21.01,
      untraded: 200.07,
      needed: 3001.2,
      givesUp: 100.04,
      parts: [194.06, 1385.2],
      bonuses: [30.01, 70.03],
      // What is left is the rest of the charge, which was not traded.
      left: { cash: 10_000, bonus: 0, hold: 160_027 },
    },
    {
      trader: rouble,
      charge: 2_400_077,
      amount: 130_000.37,
      fee: 1439.86,
      untraded: 17_995.09,
      needed: 240_027.6,
      givesUp: 8000.92,
      parts: [17_455.23, 111_105.28],
      bonuses: [2400.11, 5600.81],
      left: { cash: 600_568, bonus: 0, hold: 13_000_037 },
    },
  ] as const
  const withdrawals = []
  for (const { trader, charge, amount, fee, untraded, needed, givesUp, parts, bonuses, left } of plans) {
    const { client, userId, currency } = trader
    await app.verify(userId)
    await app.addDestination(userId, 'bank')
    await insertCharge(app.database.db, { userId, amount: charge, at: app.clock.now(), currency })
    const requested = await app.post(client, '', { amount, method: 'bank' })
    expect(requested).toMatchObject({ case: 'three', current_turnover: 0, need_turnover: needed })
    // The fee is 3 % of the untraded part, and that of the bank in the currency: 15 EUR, or 900 RUB.
    expect(requested.preview).toMatchObject({ gives_up: givesUp, from_bonus: 0, fee, untraded })
    expect(requested.preview?.parts.map((part) => [part.method, part.amount])).toEqual([
      ['card', parts[0]],
      ['bank', parts[1]],
    ])
    const { withdrawal } = await app.post(client, '/final', { is_bonus: 0, password: 'correct horse' })
    expect(await app.findBalances(userId, currency)).toEqual(left)
    expect(await readBonuses(trader)).toEqual(bonuses.map((each) => ['frozen', each]))
    withdrawals.push(withdrawal?.id ?? '')
  }
  const [id = '', other = ''] = withdrawals
  expect((await rouble.client.post('/api/withdrawal/cancel', { id })).status).toBe(404)
  await app.approve(id)
  await app.sendPayouts()
  expect(await readBonuses(euro)).toEqual([])
  expect(await app.findBalances(euro.userId, 'EUR')).toEqual({ ...plans[0].left, hold: 0 })
  expect(await app.read(euro.client, id)).toMatchObject({ state: 'paid', fee: plans[0].fee })
  // A withdrawal of one trader changes nothing for the other.
  expect(await app.findBalances(rouble.userId, 'RUB')).toEqual(plans[1].left)
  expect(await app.read(rouble.client, other)).toMatchObject({ state: 'waiting_approval' })
  expect(await app.post(rouble.client, '/cancel', { id: other })).toMatchObject({ return: true })
  expect(await readBonuses(rouble)).toEqual(plans[1].bonuses.map((each) => ['open', each]))
  expect(await app.findBalances(rouble.userId, 'RUB')).toEqual({ cash: 13_600_605, bonus: 800_092, hold: 0 })
})

test('without approved documents it is case four: accepted, and held until they are approved', async () => {
  const { client, userId } = await app.registerFunded({ cash: 50_000 }, { isVerified: false })
  expect(await app.post(client, '', { amount: 200, method: 'bank' })).toMatchObject({ case: 'four' })
  const { withdrawal } = await app.post(client, '/final', { is_bonus: 0, password: 'correct horse' })
  expect(withdrawal).toMatchObject({ state: 'waiting_documents', can_cancel: true })
  await releaseVerifiedWithdrawals(app.context)
  expect(await app.read(client, withdrawal?.id ?? '')).toMatchObject({ state: 'waiting_documents' })
  await app.verify(userId)
  const publish = vi.spyOn(app.context.live, 'publish')
  await releaseVerifiedWithdrawals(app.context)
  expect(publish.mock.calls).toEqual([[userId, { type: 'user_changed' }]])
  expect(await app.read(client, withdrawal?.id ?? '')).toMatchObject({ state: 'waiting_approval' })
  // A repeated confirmation changes nothing.
  const again = { id: withdrawal?.id, is_bonus: 0, password: 'correct horse' }
  expect(await app.post(client, '/final', again)).toMatchObject({ withdrawal: { id: withdrawal?.id } })
  expect(publish).toHaveBeenCalledOnce()
  publish.mockRestore()
})

test('money goes back to cards and wallets in proportion to what they have paid in, and only the rest elsewhere', async () => {
  const { client, userId } = await app.registerFunded({ cash: 30_000 })
  await app.payByCard(userId, 40_000)
  await app.trade(userId, 40_000)
  const { preview } = await app.post(client, '/preview', { amount: 500, method: 'bank', isBonus: false })
  expect(preview?.parts).toEqual([
    { method: 'card', amount: 400, to: 'Card', is_refund: true, most_coins: null },
    { method: 'bank', amount: 85, to: 'GB29 •••• 6819', is_refund: false, most_coins: null },
  ])
  expect(await app.post(client, '', { amount: 401, method: 'card' })).toMatchObject({
    error: 'withdrawal.card_limit',
    message: expect.stringContaining('$400') as string,
  })
  const { withdrawal } = await app.withdraw(client, 500)
  expect(await app.post(client, '', { amount: 100, method: 'card' })).toMatchObject({
    error: 'withdrawal.method_closed',
  })
  await app.approve(withdrawal?.id ?? '')
  await app.sendPayouts()
  expect(await app.read(client, withdrawal?.id ?? '')).toMatchObject({ state: 'paid' })
  expect(
    app.fake
      .listPaid()
      .slice(-2)
      .map(({ account, amount, charge }) => [account, amount, charge?.processor]),
  ).toEqual(
    expect.arrayContaining([
      [null, 40_000, 'ORANGE'],
      ['GB29NWBK60161331926819', 8500, undefined],
    ]),
  )
})

test('the methods of the user record are those of the settings that this trader can use', async () => {
  const { client, userId } = await app.registerFunded({ cash: 30_000 })
  const readMethods = async () => (await client.post('/api/fraud/user')).json as { user: { wd_methods: string } }
  expect((await readMethods()).user.wd_methods).toBe('bitcoin,eth,bank')
  await app.payByCard(userId, 40_000)
  expect((await readMethods()).user.wd_methods).toBe('card,bitcoin,eth,bank')
  const methods = (await client.post('/api/withdrawal/methods')).json
  expect(methods).toMatchObject({
    currency: 'USD',
    cash: 700,
    caseName: 'one',
    methods: [
      { method: 'card', available: 400, owed: 400, feeFixed: 0, destination: null },
      { method: 'bitcoin', available: 700, min: 50, feeFixed: 5 },
      { method: 'eth' },
      { method: 'bank', min: 100, max: 50_000, hours: 72, destination: { state: 'proved' } },
    ],
  })
})

test.each([
  [99, 'bank', 'withdrawal.amount_small', 'The smallest withdrawal by this method is $100.'],
  [501, 'bank', 'withdrawal.no_money', 'You can withdraw up to $500.'],
  [200, 'skrill', 'withdrawal.method_closed', 'You can’t withdraw by this method. Choose another one.'],
  [200, 'nothing', 'withdrawal.method_closed', 'You can’t withdraw by this method. Choose another one.'],
  [200, 'bitcoin', 'withdrawal.account_missing', 'Add your account for Bitcoin first.'],
])('%d by %s is refused: %s', async (amount, method, error, message) => {
  const { client } = await app.registerFunded({ cash: 50_000 })
  expect(await app.post(client, '', { amount, method })).toEqual({ return: false, error, message })
  expect(await app.post(client, '/preview', { amount, method, isBonus: true })).toEqual({
    return: false,
    error,
    message,
  })
})

test('only amounts above 0 are taken (spec: account 5)', async () => {
  const { client } = await app.registerFunded({ cash: 50_000 })
  for (const amount of [0, -1, 1e12])
    expect((await client.post('/api/withdrawal', { amount, method: 'bank' })).status).toBe(400)
})

test('practice money cannot be withdrawn, and the reply says why', async () => {
  const { client, form } = await app.registerTrader({ practice: true })
  for (const [path, body] of [
    ['/preview', { amount: 100, method: 'bank', isBonus: false }],
    ['', { amount: 100, method: 'bank' }],
    ['/final', { is_bonus: 0, password: form.password }],
  ] as const)
    expect(await app.post(client, path, body)).toMatchObject({
      return: false,
      error: 'withdrawal.practice',
      message: 'You are on practice, and practice money can’t be withdrawn. Switch to your real account first.',
    })
  expect((await client.post('/api/withdrawal/methods')).json).toMatchObject({ methods: [] })
})

test('without a session the client logs out (spec: account 6)', async () => {
  const visitor = await app.openClient()
  for (const [path, body] of [
    ['', { amount: 100, method: 'bank' }],
    ['/final', { is_bonus: 0 }],
  ] as const)
    expect(await app.post(visitor, path, body)).toMatchObject({
      return: false,
      need_auth: true,
      error: 'errors.session',
    })
})

test('a confirmation needs the password, and the only request', async () => {
  const { client, userId } = await app.registerFunded({ cash: 50_000 })
  const confirm = (body: object) => app.post(client, '/final', { is_bonus: 0, ...body })
  expect(await confirm({ password: 'correct horse' })).toMatchObject({ error: 'withdrawal.no_request' })
  await app.post(client, '', { amount: 200, method: 'bank' })
  expect(await confirm({ password: '' })).toMatchObject({ error: 'withdrawal.password_needed' })
  expect(await confirm({ password: 'wrong' })).toMatchObject({ error: 'auth.old_password_wrong' })
  await app.post(client, '', { amount: 300, method: 'bank' })
  const confirmed = await confirm({ password: 'correct horse' })
  expect(confirmed.withdrawal).toMatchObject({ amount: 300 })
  expect(await confirm({ password: 'correct horse' })).toMatchObject({ error: 'withdrawal.no_request' })
  // The id of the request makes it safe to repeat.
  expect(await confirm({ password: 'correct horse', id: confirmed.withdrawal?.id })).toEqual(confirmed)
  expect(await app.findBalances(userId)).toMatchObject({ cash: 20_000, hold: 30_000 })
})

test('ten minutes after a log-in by password, a confirmation needs no other password', async () => {
  const { client, form } = await app.registerFunded({ cash: 50_000 })
  const request = () => app.post(client, '', { amount: 100, method: 'bank' })
  const confirm = () => app.post(client, '/final', { is_bonus: 0 })
  app.clock.advance(10 * 60_000)
  await request()
  expect(await confirm()).toMatchObject({ return: true, is_bonus: 0 })
  app.clock.advance(1)
  await request()
  expect(await confirm()).toMatchObject({ error: 'withdrawal.password_needed' })
  // The request is still there after another log-in.
  await client.login(form.login, form.password)
  expect(await confirm()).toMatchObject({ return: true })
})

test('a request ends after 15 minutes, or when it is given up', async () => {
  const { client } = await app.registerFunded({ cash: 50_000 })
  const confirm = () => app.post(client, '/final', { is_bonus: 0, password: 'correct horse' })
  await app.post(client, '', { amount: 200, method: 'bank' })
  await client.post('/api/triggers/wd', { method: 'bank' })
  await client.post('/api/triggers/wdr', { method: 'card' })
  expect((await client.post('/api/triggers/wdr', { method: 'bank' })).json).toEqual({ return: true })
  expect(await confirm()).toMatchObject({ error: 'withdrawal.no_request' })
  await app.post(client, '', { amount: 200, method: 'bank' })
  app.clock.advance(15 * 60_000 + 1)
  expect(await confirm()).toMatchObject({ error: 'withdrawal.no_request' })
  const other = await app.registerFunded({ cash: 50_000 })
  await app.post(other.client, '', { amount: 200, method: 'bank' })
  await expireWithdrawalRequests(app.context)
  expect(await app.post(other.client, '/final', { is_bonus: 0, password: 'correct horse' })).toMatchObject({
    return: true,
  })
  expect(await app.post(client, '/list')).toMatchObject({ withdrawals: [], next: null })
})

test('a request whose fee or case has changed must be looked at again', async () => {
  const { client, userId } = await app.registerFunded({ cash: 50_000 }, { isVerified: false })
  await app.post(client, '', { amount: 200, method: 'bank' })
  await app.verify(userId)
  expect(await app.post(client, '/final', { is_bonus: 0, password: 'correct horse' })).toMatchObject({
    error: 'withdrawal.changed',
  })
})

test('a request whose places or given up bonus have changed must be looked at again', async () => {
  const { client, userId } = await app.registerFunded({ cash: 50_000 })
  await app.post(client, '', { amount: 200, method: 'bank' })
  await app.payByCard(userId, 10_000)
  await app.trade(userId, 10_000)
  const confirmation = { is_bonus: 0, password: 'correct horse' }
  expect(await app.post(client, '/final', confirmation)).toMatchObject({ error: 'withdrawal.changed' })
  await app.post(client, '', { amount: 50, method: 'bank' })
  await fundTrader(app.database.db, { id: userId, currency: 'USD' }, { bonus: 10_000 }, app.clock.now())
  expect(await app.post(client, '/final', confirmation)).toMatchObject({ error: 'withdrawal.changed' })
  const requested = await app.post(client, '', { amount: 200, method: 'bank' })
  expect(requested.preview).toMatchObject({ gives_up: 100 })
  await fundTrader(app.database.db, { id: userId, currency: 'USD' }, { bonus: 5000 }, app.clock.now())
  expect(await app.post(client, '/final', confirmation)).toMatchObject({ error: 'withdrawal.changed' })
  expect((await app.post(client, '', { amount: 200, method: 'bank' })).preview).toMatchObject({ gives_up: 150 })
  expect(await app.post(client, '/final', confirmation)).toMatchObject({ return: true })
})

test('what goes back to where it came from is free, and the slowest part says when all has arrived', async () => {
  const { client, userId } = await app.registerFunded({ cash: 50_000 })
  await app.payByCard(userId, 30_000)
  await app.trade(userId, 30_000)
  const ask = async (amount: number) => (await app.post(client, '', { amount, method: 'bank' })).preview
  expect(await ask(200)).toMatchObject({ fee: 0, receives: 200, hours: 120, parts: [{ amount: 200 }] })
  expect(await ask(500)).toMatchObject({ fee: 15, receives: 485, hours: 120 })
  // Less than the fee would be left for the bank, so it gets nothing.
  expect(await ask(310)).toMatchObject({ fee: 10, receives: 300, parts: [{ amount: 300 }] })
})

test('a request of another tab is not given up by its method', async () => {
  const { client } = await app.registerFunded({ cash: 50_000 })
  const first = await app.post(client, '', { amount: 100, method: 'bank' })
  const second = await app.post(client, '', { amount: 200, method: 'bank' })
  await client.post('/api/triggers/wdr', { method: 'bank', id: first.id })
  expect(await app.post(client, '/final', { is_bonus: 0, password: 'correct horse', id: second.id })).toMatchObject({
    return: true,
  })
})

test('a withdrawal can be cancelled until it is approved, and its money returns', async () => {
  const { client, userId } = await app.registerFunded({ cash: 50_000 })
  const { withdrawal } = await app.withdraw(client, 200)
  const first = withdrawal?.id ?? ''
  // The number is the last part of the id, for people.
  expect(withdrawal?.number).toBe(first.split('-').at(-1))
  for (const _again of [1, 2])
    expect(await app.post(client, '/cancel', { id: first })).toMatchObject({
      withdrawal: { state: 'cancelled', returned: 200, payouts: [{ state: 'dropped' }] },
    })
  expect(await app.findBalances(userId)).toEqual({ cash: 50_000, bonus: 0, hold: 0 })
  const second = (await app.withdraw(client, 200)).withdrawal?.id ?? ''
  await app.approve(second)
  expect(await app.post(client, '/cancel', { id: second })).toMatchObject({ error: 'withdrawal.not_cancellable' })
})

test('withdrawals are listed newest first, in pages', async () => {
  const { client, userId } = await app.registerFunded({ cash: 1_000_000 })
  const user = { id: userId, currency: 'USD', isPractice: false, verification: 'Full' } as const
  for (let count = 0; count < 22; count += 1) {
    await requestWithdrawal(app.context, user, { amount: 100 + count, method: 'bank' })
    const confirmed = await confirmWithdrawal(app.context, user, { withBonus: false, id: null })
    if (confirmed.ok) await cancelWithdrawal(app.context, userId, confirmed.value.id)
    app.clock.advance(1000)
  }
  const first = await app.post(client, '/list')
  expect(first.withdrawals?.map(({ amount }) => amount)).toEqual(Array.from({ length: 20 }, (_, index) => 121 - index))
  const second = await app.post(client, '/list', { before: first.next })
  expect(second.withdrawals?.map(({ amount }) => amount)).toEqual([101, 100])
  expect(second.next).toBe(null)
})

test('only ten withdrawals of a trader wait at once', async () => {
  const { client } = await app.registerFunded({ cash: 1_000_000 })
  for (let count = 0; count < 10; count += 1) expect(await app.withdraw(client, 100)).toMatchObject({ return: true })
  expect(await app.withdraw(client, 100)).toMatchObject({ error: 'withdrawal.too_many' })
})

test('a ticket can refer to an own withdrawal only', async () => {
  const { client } = await app.registerFunded({ cash: 50_000 })
  const { withdrawal } = await app.withdraw(client, 200)
  const reference = { kind: 'withdrawal', id: withdrawal?.id }
  const ask = async (by: typeof client) =>
    (await by.post('/api/kayako/ticket', { subject: 'Where is it?', content: 'It takes long.', reference })).json
  expect(await ask(client)).toMatchObject({ return: true })
  const stranger = await app.registerFunded({ cash: 50_000 })
  expect(await ask(stranger.client)).toMatchObject({ return: false, error: 'errors.not_found' })
})

test('a withdrawal and a destination of another trader do not exist', async () => {
  const [owner, stranger] = [await app.registerFunded({ cash: 50_000 }), await app.registerFunded({ cash: 50_000 })]
  await app.withdraw(stranger.client, 100)
  app.clock.advance(1000)
  const { withdrawal } = await app.withdraw(owner.client, 200)
  const destination = await app.addDestination(owner.userId, 'bitcoin')
  const calls = [
    ['show', { id: withdrawal?.id }],
    ['cancel', { id: withdrawal?.id }],
    ['final', { is_bonus: 0, password: 'correct horse', id: withdrawal?.id }],
    ['destination/prove', { id: destination, code: '123456' }],
    ['destination/remove', { id: destination }],
    ['show', { id }],
  ] as const
  const misread = `00000000${withdrawal?.id?.slice(8)}`
  expect(await findByReference(app.context, misread)).toBe('none')
  for (const [path, body] of calls)
    expect((await stranger.client.post(`/api/withdrawal/${path}`, body)).status, path).toBe(404)
  expect(await app.post(stranger.client, '/list', { before: withdrawal?.id })).toMatchObject({ withdrawals: [] })
  expect(await app.read(owner.client, withdrawal?.id ?? '')).toMatchObject({ state: 'waiting_approval' })
})

test('untraded deposits go back by refunds of their charges for a fee, and by no other way', async () => {
  const { client, userId } = await app.registerFunded({ cash: 30_000 })
  await app.payByCard(userId, 40_000)
  await app.trade(userId, 10_000)
  const { preview } = await app.post(client, '/preview', { amount: 700, method: 'bank', isBonus: false })
  // Of 700, 300 are untraded: the fee is 3 % of them, and that of the bank. The traded part of the charge goes back without a fee.
  expect(preview).toMatchObject({ untraded: 300, fee: 24, receives: 676 })
  expect(preview?.parts).toMatchObject([
    { method: 'card', amount: 391, is_refund: true },
    { method: 'bank', amount: 285, is_refund: false },
  ])
})

test('a fraction of a cent is refused', async () => {
  const { client } = await app.registerFunded({ cash: 30_000 })
  const reply = await client.post('/api/withdrawal', { amount: 120.005, method: 'bank' })
  expect(reply.status).toBe(400)
  expect(
    (await client.post('/api/withdrawal/preview', { amount: 120.005, method: 'bank', isBonus: false })).status,
  ).toBe(400)
})
