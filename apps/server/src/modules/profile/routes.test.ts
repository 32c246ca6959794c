import { afterAll, beforeAll, expect, test } from 'vitest'

import { type TestApp, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { fundTrader } from '../../../test/fixtures/trading/fund-trader.ts'
import { createPromoCode } from '../../../test/fixtures/promo/promo-fixture.ts'
import { requireStatementCode } from '../../../test/fixtures/validation/require-statement-code.ts'
import { postEntry } from '../ledger/service.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const give = (userId: number, account: 'cash' | 'bonus', currency: string, amount: number) =>
  postEntry(app.database.db, {
    kind: 'test.gift',
    subject: `${account}:${userId}`,
    at: app.clock.now(),
    lines: [
      { account: 'payout', userId: null, currency, amount: -amount },
      { account, userId, currency, amount },
    ],
  })

test('the available balance is the user’s cash and bonus in major units', async () => {
  const [mine, other] = [await app.registerTrader(), await app.registerTrader({ currency: 'RUB', country: 'RU' })]
  await give(mine.userId, 'cash', 'USD', 12_345)
  await fundTrader(app.database.db, { id: mine.userId, currency: 'USD' }, { bonus: 5 }, app.clock.now())
  await give(other.userId, 'cash', 'RUB', 100)
  expect((await mine.client.get('/cli/userInfo')).json).toEqual({ return: true, available: 123.5, currency: 'USD' })
  expect((await other.client.get('/cli/userInfo')).json).toEqual({ return: true, available: 1, currency: 'RUB' })
  const reply = await mine.client.post('/api/fraud/user')
  expect(reply.json).toMatchObject({ user: { amount: 123.5, available: 123.5, bonus_summ: 0.05, currency: 'USD' } })
})

test('turnover is summed over all bonuses, and counts for each at most what it requires', async () => {
  const { client, userId } = await app.registerTrader()
  const at = app.clock.now()
  const one = { user_id: userId, currency: 'USD', bonus: 1000, release_max: 1000, created_at: at }
  await app.database.db
    .insertInto('wagering_requirements')
    .values([
      { ...one, source: `a${userId}`, required: 30_000, done: 31_000 },
      { ...one, source: `b${userId}`, required: 30_000, done: 500 },
    ])
    .execute()
  expect((await client.post('/api/fraud/user')).json).toMatchObject({ user: { orderTurnover: 600, turnover: 305 } })
})

test.each([
  [
    { min_deposit_card: 100, min_deposit_other: null, affiliate_id: null },
    { min_deposit: 100, min_deposit_other: 250, md: 100, mdps: null },
  ],
  [
    { min_deposit_card: null, min_deposit_other: 120, affiliate_id: null },
    { min_deposit: 250, min_deposit_other: 120, md: null, mdps: 120 },
  ],
  [
    { min_deposit_card: null, min_deposit_other: null, affiliate_id: '1301' },
    { min_deposit: 300, min_deposit_other: 300, affsId: '1301' },
  ],
  [
    { min_deposit_card: null, min_deposit_other: null, affiliate_id: '9999' },
    { min_deposit: 250, affsId: '9999' },
  ],
])('the minimum deposits follow md, mdps and the affiliate: %j', async (columns, shown) => {
  const { client, userId } = await app.registerTrader()
  await app.database.db.updateTable('users').set(columns).where('id', '=', userId).execute()
  expect((await client.post('/api/fraud/user')).json).toMatchObject({ user: shown })
})

test.each([
  ['2026-11', 1],
  ['2026-10', 0],
  ['2031-01', 1],
])('a saved card that expires in %s has fillCard %i', async (expires, fillCard) => {
  const { client, userId } = await app.registerTrader()
  const [year, month] = expires.split('-').map(Number)
  const bytes = Buffer.alloc(8)
  await app.database.db
    .insertInto('cards')
    .values({
      user_id: userId,
      number_sealed: bytes,
      number_hash: bytes,
      last4: '4242',
      brand: 'visa',
      exp_month: month ?? 0,
      exp_year: year ?? 0,
      first_name: 'A',
      last_name: 'B',
      country: 'AU',
      created_at: app.clock.now(),
      selected_at: app.clock.now(),
      save_slot: 1,
      charged_at: app.clock.now(),
    })
    .execute()
  expect((await client.post('/api/fraud/user')).json).toMatchObject({ user: { fillCard } })
})

test('the user record has the amount of an ENTROPAY deposit that waits for its code', async () => {
  const { client, userId } = await app.registerTrader()
  const at = app.clock.now()
  const id = 'a0000000-0000-4000-8000-000000000001'
  await app.database.db
    .insertInto('deposits')
    .values({
      id,
      user_id: userId,
      method: 'card',
      country: 'AU',
      amount: 25_000,
      currency: 'USD',
      bonus: 0,
      wagering_required: 0,
      fixed: true,
      processor_order: ['ENTROPAY'],
      state: 'processing',
      created_at: at,
      updated_at: at,
    })
    .execute()
  await app.database.db
    .insertInto('attempts')
    .values({
      deposit_id: id,
      seq: 1,
      processor: 'ENTROPAY',
      is_charging: true,
      state: 'requires_action',
      reference: id,
      waiting_since: at,
      created_at: at,
      updated_at: at,
    })
    .execute()
  expect((await client.post('/api/fraud/user')).json).toMatchObject({ user: { entro_pin: '{"amount":250}' } })
})

test('the user record has a bitcoin deposit once its money has arrived', async () => {
  const { client, userId } = await app.registerTrader()
  const readUser = async () => (await client.post('/api/fraud/user')).json
  const at = app.clock.now()
  const { db } = app.database
  await db
    .insertInto('deposits')
    .values({
      id: 'a0000000-0000-4000-8000-000000000002',
      user_id: userId,
      method: 'crypto',
      country: 'AU',
      amount: 25_000,
      currency: 'USD',
      bonus: 0,
      wagering_required: 0,
      fixed: true,
      processor_order: ['BTC'],
      state: 'processing',
      created_at: at,
      updated_at: at,
    })
    .execute()
  expect(await readUser()).toMatchObject({ user: { btc_deposit: false } })
  await app.runAsOwner(`
    alter table attempts disable trigger user;
    alter table captures disable trigger user;
    with attempt as (
      insert into attempts (deposit_id, seq, processor, is_charging, state, reference, waiting_since, created_at, updated_at)
      select id, 1, 'BTC', true, 'succeeded', gen_random_uuid(), created_at, created_at, created_at from deposits where user_id = ${userId}
      returning id, deposit_id, created_at
    )
    insert into captures (attempt_id, deposit_id, processor, processor_reference, amount, currency, status, created_at, updated_at)
    select id, deposit_id, 'BTC', 'transaction:0', 25000, 'USD', 'credited', created_at, created_at from attempt;
    alter table attempts enable trigger user;
    alter table captures enable trigger user`)
  expect(await readUser()).toMatchObject({ user: { btc_deposit: true } })
})

test('trades, the code on the card statement, methods of withdrawal and offers come from the database', async () => {
  const { client, userId } = await app.registerTrader()
  const readUser = async () => (await client.post('/api/fraud/user')).json
  const readOffers = async () => (await client.get('/api/boot')).json
  expect(await readUser()).toMatchObject({
    user: {
      tr_count: 0,
      tr_validate: 'no',
      tr_success: 'no',
      tr_attemps: 5,
      wd_methods: 'bitcoin,eth,bank',
      btc_deposit: false,
    },
  })
  expect(await readOffers()).toMatchObject({ offers: [] })

  const now = app.clock.now()
  const endsAt = new Date(now.getTime() + 180_000)
  const { db } = app.database
  await app.runAsOwner(
    `insert into trade_totals (user_id, practice, count) values (${userId}, false, 2), (${userId}, true, 3)`,
  )
  await requireStatementCode(app, userId, { attemptsLeft: 3 })
  await db
    .insertInto('settings')
    .values([
      { name: 'withdrawal_methods', value: JSON.stringify(['card', 'bank']), changed_at: now },
      { name: 'transaction_validation', value: JSON.stringify('first_card_deposit'), changed_at: now },
    ])
    .execute()
  // Settings are cached for a second.
  app.clock.advance(1000)
  await createPromoCode(app, 'AFTER-FIRST', { audience: 'offer', percent: 50, amount: null, minDeposit: 25_000 })
  await db
    .insertInto('offers')
    .values([
      { user_id: userId, name: 'limited', percent: 50, promo: 'AFTER-FIRST', ends_at: endsAt },
      { user_id: userId, name: 'risk_free', percent: 20, ends_at: endsAt, decided_at: now, decision: 'ignored' },
    ])
    .execute()
  expect(await readUser()).toMatchObject({
    user: { tr_count: 2, tr_validate: 'yes', tr_success: 'no', tr_attemps: 3, wd_methods: 'card,bank' },
  })
  // Nothing is offered while the code or documents are required.
  expect(await readOffers()).toMatchObject({ offers: [] })

  await db
    .updateTable('statement_codes')
    .set({ confirmed_at: now, confirmed_by: 'trader' })
    .where('user_id', '=', userId)
    .execute()
  expect(await readUser()).toMatchObject({ user: { tr_validate: 'no', tr_success: 'yes' } })
  expect(await readOffers()).toMatchObject({ offers: [] })
  await db.updateTable('users').set({ verification: 'Full' }).where('id', '=', userId).execute()
  expect(await readOffers()).toMatchObject({
    offers: [{ name: 'limited', percent: 50, code: 'AFTER-FIRST', endsAtMs: endsAt.getTime(), minDeposit: 250 }],
  })
  app.clock.advance(180_000)
  expect(await readOffers()).toMatchObject({ offers: [] })
  await db.deleteFrom('settings').where('name', 'in', ['withdrawal_methods', 'transaction_validation']).execute()
})

test('the user record has every field of both specifications', async () => {
  const { client } = await app.registerTrader()
  const { json } = await client.post('/api/fraud/user')
  const user: unknown = Object.entries(json ?? {}).find(([key]) => key === 'user')?.[1]
  const funding =
    'currency firstName lastName userId email amount available orderTurnover turnover finCreditTurnover fillCard cardRisk verification btc_deposit affsId md mdps cascade entro_pin limited_ignore'
  const account =
    'login phone firstName currency regTime bonus_summ min_deposit deposit First tr_success tr_validate tr_attemps tr_count verification finCreditTurnover doCard wd_methods passport card sign passport_new Chat'
  expect(Object.keys(user ?? {})).toEqual(expect.arrayContaining([...funding.split(' '), ...account.split(' ')]))
})
