import { randomUUID } from 'node:crypto'

import { cryptoCalls } from '@tradefront/contract/crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'

import { createPromoCode } from '../../../test/fixtures/promo/promo-fixture.ts'
import { acceptClaim } from '../../../test/fixtures/deposits/operator-decisions.ts'
import { createCryptoFixture, type CryptoFixture } from '../../../test/fixtures/crypto/crypto-fixture.ts'

let fixture: CryptoFixture
let trader: Awaited<ReturnType<CryptoFixture['app']['registerTrader']>>
beforeAll(async () => {
  fixture = await createCryptoFixture()
})
beforeEach(async () => {
  trader = await fixture.app.registerTrader()
  await fixture.work()
})
afterAll(() => fixture.stop())

const request = { amount: 1000, bonus: 0, fixed: 1, currency: 'USD' }
const pay = (changes: object = {}, headers = {}, path = '/api/btc/pay') =>
  trader.client.post(path, { ...request, ...changes }, headers)

test.each([
  ['/api/btc/pay', request],
  ['/api/eth/pay', request],
  ['/api/btc/check', { guid: randomUUID() }],
  ['/api/eth/check', { guid: randomUUID() }],
  ['/api/crypto/invoices/cancel', { guid: randomUUID() }],
  ['/api/bitcoin/currency', {}],
  ['/api/bitcoin/deposit', {}],
  ['/api/bitcoin/save', { ...request, email: 'a@example.com', btc: '0.01' }],
])('%s needs a session', async (path, body) => {
  expect((await (await fixture.app.openClient()).post(path, body)).status).toBe(401)
})

test.each([
  [{ bonus: 1, fixed: 1 }, 'bonus'],
  [{ currency: 'EUR' }, 'currency'],
])('an invoice with %o is malformed', async (changes, field) => {
  const reply = await pay(changes)
  expect(reply).toMatchObject({ status: 400, json: { return: false, fields: { [field]: expect.any(String) } } })
})

test.each([
  [{ amount: 249 }, 'deposits.below_minimum'],
  [{ amount: 1000.001 }, 'deposits.too_precise'],
])('an invoice with %o is refused', async (changes, error) => {
  expect((await pay(changes)).json).toMatchObject({ return: false, error })
})

test('a practice account gets no invoice', async () => {
  const { client } = await fixture.app.registerTrader({ practice: true })
  expect((await client.post('/api/btc/pay', request)).json).toMatchObject({ error: 'deposits.practice_account' })
})

test('a repeated request finds its invoice also when no new one could be opened, by its key or for five minutes', async () => {
  fixture.setRatesDown(true)
  await fixture.advance(200_000)
  const key = { 'idempotency-key': randomUUID() }
  const guid = async (changes: object, headers = {}) => ((await pay(changes, headers)).json as { guid?: string }).guid
  const [keyed, unkeyed] = [await guid({ amount: 600 }, key), await guid({ amount: 700 })]
  await fixture.advance(101_000)
  expect((await pay({ amount: 800 })).json).toMatchObject({ error: 'crypto.rates_stale' })
  expect([keyed, unkeyed]).toEqual([expect.any(String), expect.any(String)])
  expect(await guid({ amount: 600 }, key)).toBe(keyed)
  expect(await guid({ amount: 700 })).toBe(unkeyed)
  fixture.setRatesDown(false)
  await fixture.advance(30_000)
})

test('stale rates and a silent node open no invoice, and open ones keep their rate', async () => {
  const invoice = await fixture.openInvoice(trader.client)
  fixture.setRatesDown(true)
  await fixture.advance(301_000)
  expect((await pay({ amount: 500 })).json).toMatchObject({ return: false, error: 'crypto.rates_stale' })
  expect(new Set(await fixture.listAlerts())).toEqual(new Set(['rates.stale']))
  expect(await fixture.checkInvoice(trader.client, invoice)).toMatchObject({ rate: 100_000, status: 'wt' })
  fixture.setRatesDown(false)
  await fixture.work()
  expect(await fixture.listAlerts()).toEqual([])
  fixture.btc.setDown(true)
  await fixture.advance(121_000)
  expect((await pay({ amount: 500 })).json).toMatchObject({ return: false, error: 'crypto.unavailable' })
  await fixture.advance(300_000)
  expect(await fixture.listAlerts()).toEqual(['crypto.node_silent'])
  fixture.btc.setDown(false)
  await fixture.work()
  expect(await fixture.listAlerts()).toEqual([])
  expect((await pay({ amount: 500 })).json).toMatchObject({ return: true })
})

test('a repeated request gets its invoice again, another one a new address, and the fourth is refused', async () => {
  const first = await fixture.openInvoice(trader.client)
  expect((await fixture.openInvoice(trader.client)).guid).toBe(first.guid)
  const second = await fixture.openInvoice(trader.client, 'BTC', 2000)
  const third = await fixture.openInvoice(trader.client, 'ETH', 1000)
  expect(new Set([first.address, second.address, third.address]).size).toBe(3)
  expect((await pay({ amount: 700 })).json).toMatchObject({ return: false, error: 'crypto.too_many_open' })
  await fixture.advance(3_600_000)
  expect((await pay({ amount: 700 })).json).toMatchObject({ return: true })
})

test('an invoice that is minutes old is not given again: a new one has its whole hour', async () => {
  const first = await fixture.openInvoice(trader.client)
  await fixture.advance(5 * 60_000)
  const second = await fixture.openInvoice(trader.client)
  expect(second.guid).not.toBe(first.guid)
  expect(second.expires_at).toBe(second.now + 3_600_000)
})

test('an invoice that is not wanted makes room for another, and what arrives for it is credited without a bonus', async () => {
  const cancel = async (guid: string, client = trader.client) => client.post('/api/crypto/invoices/cancel', { guid })
  const first = await fixture.openInvoice(trader.client)
  await fixture.openInvoice(trader.client, 'BTC', 2000)
  await fixture.openInvoice(trader.client, 'ETH')
  expect((await pay({ amount: 700 })).json).toMatchObject({ error: 'crypto.too_many_open' })
  expect((await cancel(first.guid, (await fixture.app.registerTrader()).client)).status).toBe(404)
  for (let times = 0; times < 2; times += 1)
    expect((await cancel(first.guid)).json).toMatchObject({
      return: true,
      invoice: { status: 'ex', is_canceled: true, bonus_amount: 0, watched_until: first.expires_at + 24 * 3_600_000 },
    })
  expect((await pay({ amount: 700 })).json).toMatchObject({ return: true })
  fixture.pay(first, '0.01')
  fixture.btc.mine(2)
  await fixture.work()
  expect(await fixture.checkInvoice(trader.client, first)).toMatchObject({ status: 'ex', credited: 1000 })
  expect(await fixture.readMoney(trader.userId)).toEqual({ cash: 100_000, bonus: 0 })
})

test('an invoice that something has arrived for cannot be cancelled', async () => {
  const invoice = await fixture.openInvoice(trader.client)
  fixture.pay(invoice, '0.004')
  await fixture.work()
  const reply = await trader.client.post('/api/crypto/invoices/cancel', { guid: invoice.guid })
  expect(reply.json).toMatchObject({ return: false, error: 'crypto.not_cancelable' })
  expect(await fixture.checkInvoice(trader.client, invoice)).toMatchObject({ status: 'wt' })
})

test('at most three of many parallel requests open an invoice', async () => {
  const replies = await Promise.all([300, 400, 500, 600, 700, 800].map((amount) => pay({ amount })))
  const opened = replies.filter(({ text }) => text.includes('"return":true'))
  expect(opened).toHaveLength(3)
})

test('equal requests in parallel open one invoice', async () => {
  const replies = await Promise.all(Array.from({ length: 5 }, () => fixture.openInvoice(trader.client)))
  expect(new Set(replies.map(({ guid }) => guid)).size).toBe(1)
})

test('requests in parallel with one key get the same invoice', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => fixture.openInvoice(trader.client, 'BTC', 1000, headers)),
  )
  expect(new Set(replies.map(({ guid }) => guid)).size).toBe(1)
})

test('a key names its invoice, also after it was paid', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const first = await fixture.openInvoice(trader.client, 'BTC', 1000, headers)
  fixture.pay(first, '0.01')
  fixture.btc.mine(2)
  await fixture.work()
  expect(await fixture.openInvoice(trader.client, 'BTC', 1000, headers)).toMatchObject({
    guid: first.guid,
    state: 'paid',
  })
  expect((await pay({ amount: 999 }, headers)).status).toBe(422)
})

test('an invoice is shown to its owner only, by its own coin', async () => {
  const invoice = await fixture.openInvoice(trader.client)
  const other = await fixture.app.registerTrader()
  const { guid } = invoice
  expect(await trader.client.get(`/api/btc/invoice/${guid}`)).toMatchObject({
    status: 303,
    headers: { location: `/en/trading#/show/funding/invoice/btc/${guid}` },
  })
  expect((await other.client.get(`/api/btc/invoice/${guid}`)).status).toBe(404)
  expect((await other.client.post('/api/btc/check', { guid })).status).toBe(404)
  expect((await trader.client.get(`/api/eth/invoice/${guid}`)).status).toBe(404)
  expect((await trader.client.post('/api/eth/check', { guid })).status).toBe(404)
  expect((await trader.client.post('/api/btc/check', { guid: randomUUID() })).status).toBe(404)
})

test('in a browser, the page of an invoice leads to the log-in and back, or says that there is no such invoice', async () => {
  const { guid } = await fixture.openInvoice(trader.client)
  const [visitor, other] = [await fixture.app.openClient(), await fixture.app.registerTrader()]
  const browser = { accept: 'text/html,*/*' }
  for (const coin of ['btc', 'eth']) {
    const path = `/api/${coin}/invoice/${guid}`
    const screen = `#/show/funding/invoice/${coin}/${guid}`
    const toLogin = { status: 303, headers: { location: `/en/login?expired${screen}` } }
    expect(await visitor.get(path, browser)).toMatchObject(toLogin)
    expect((await visitor.get(path)).status).toBe(401)
    const toScreen = { status: 303, headers: { location: `/en/trading${screen}` } }
    expect(await other.client.get(path, browser)).toMatchObject(toScreen)
  }
})

test('the trader’s own invoices are listed, newest first', async () => {
  const first = await fixture.openInvoice(trader.client)
  await fixture.advance(1000)
  const second = await fixture.openInvoice(trader.client, 'ETH')
  const other = await fixture.app.registerTrader()
  const list = async (client: typeof trader.client) =>
    cryptoCalls.listInvoices.reply.parse((await client.get('/api/crypto/invoices')).json).invoices
  expect((await list(trader.client)).map(({ guid }) => guid)).toEqual([second.guid, first.guid])
  expect(await list(other.client)).toEqual([])
  expect((await (await fixture.app.openClient()).get('/api/crypto/invoices')).status).toBe(401)
})

test('what the trader says to send is kept with the latest invoice of this amount', async () => {
  const body = { ...request, email: trader.form.login, btc: '0.0125' }
  expect((await trader.client.post('/api/bitcoin/save', body)).json).toMatchObject({ error: 'crypto.no_invoice' })
  const invoice = await fixture.openInvoice(trader.client)
  expect((await trader.client.post('/api/bitcoin/save', body)).json).toEqual({ return: true })
  expect(await fixture.checkInvoice(trader.client, invoice)).toMatchObject({
    coin_expected: '0.0125',
    coin_amount: '0.01',
  })
  for (const other of [{ amount: 999 }, { currency: 'EUR' }])
    expect((await trader.client.post('/api/bitcoin/save', { ...body, ...other })).json).toMatchObject({
      error: 'crypto.no_invoice',
    })
  expect((await trader.client.post('/api/bitcoin/save', { ...body, btc: '0' })).json).toMatchObject({ return: false })
})

test('the rates of all coins are in USD', async () => {
  expect((await trader.client.post('/api/bitcoin/currency')).json).toMatchObject({
    return: true,
    rates: { BTC: 101_010.11, LTC: 90.91, ETH: 4040.41, DSH: 30.31 },
    prices: { BTC: 101_010.11, LTC: 90.91, ETH: 4040.41, DSH: 30.31 },
    at: expect.any(Number),
    stale: [],
    test: ['BTC', 'ETH'],
  })
  fixture.setRatesDown(true)
  await fixture.advance(301_000)
  const old = (await trader.client.post('/api/bitcoin/currency')).json
  fixture.setRatesDown(false)
  expect(old, 'old rates are still shown').toMatchObject({ rates: { BTC: 101_010.11 }, stale: ['BTC', 'ETH'] })
})

test('a source that has no rate of ether is asked twice a minute, an alert names the coin, and a day later its rate is not shown', async () => {
  fixture.setRates({ ETH: 0 })
  await fixture.advance(301_000)
  const before = fixture.countRateRequests()
  for (let seconds = 5; seconds <= 60; seconds += 5) await fixture.advance(5000)
  expect(fixture.countRateRequests() - before).toBe(2)
  const { rows } = await fixture.app.database.pool.query('select kind, subject from alerts where resolved_at is null')
  expect(rows).toEqual([{ kind: 'rates.stale', subject: 'rate:ETH' }])
  expect((await pay({}, {}, '/api/eth/pay')).json).toMatchObject({ error: 'crypto.rates_stale' })
  expect((await pay({ amount: 900 })).json).toMatchObject({ return: true })
  await fixture.advance(24 * 3_600_000)
  const shown = (await trader.client.post('/api/bitcoin/currency')).json
  fixture.setRates({ ETH: 4000 })
  await fixture.advance(30_000)
  expect(shown).toMatchObject({
    rates: { BTC: 101_010.11 },
    at: fixture.clock.now().getTime() - 30_000,
    stale: ['ETH'],
  })
  expect(shown).not.toHaveProperty('rates.ETH')
  expect(await fixture.listAlerts()).toEqual([])
})

test('rates are kept for a week', async () => {
  const { pool } = fixture.app.database
  const ages = Array.from({ length: 3 }, (_, day) => new Date(fixture.clock.now().getTime() - (6 + day) * 86_400_000))
  await pool.query(
    `insert into exchange_rates (code, rate, at, is_confirmed) select 'BTC', 1, unnest($1::timestamptz[]), false`,
    [ages],
  )
  await fixture.advance(30_000)
  const { rows } = await pool.query('select at from exchange_rates where at = any($1)', [ages])
  expect(rows).toEqual([{ at: ages[0] }])
})

test('an invoice on a simulated chain leads to the test wallet, which knows what is missing', async () => {
  const invoice = await fixture.openInvoice(trader.client)
  fixture.pay(invoice, '0.004')
  await fixture.work()
  const { test_wallet: url = '' } = await fixture.checkInvoice(trader.client, invoice)
  const { pathname, searchParams } = new URL(url)
  expect([pathname, ...searchParams]).toEqual([
    '/wallet/btc',
    ['address', invoice.address],
    ['amount', '0.006'],
    ['expires', String(invoice.expires_at)],
  ])
})

test('a bitcoin deposit is known once it is credited, ether does not count', async () => {
  const hasDeposit = async () => (await trader.client.post('/api/bitcoin/deposit')).json
  const ether = await fixture.openInvoice(trader.client, 'ETH')
  fixture.pay(ether, '0.25')
  fixture.eth.mine(6)
  await fixture.work()
  expect(await hasDeposit()).toEqual({ return: false })
  const invoice = await fixture.openInvoice(trader.client)
  fixture.pay(invoice, '0.004')
  fixture.btc.mine(2)
  await fixture.work()
  expect(await hasDeposit()).toEqual({ return: true })
  expect((await trader.client.get('/api/boot')).json).toMatchObject({
    user: { btc_deposit: true, finCreditTurnover: 1400 },
  })
})

test('bitcoin that was reported and accepted counts as a bitcoin deposit', async () => {
  const claim = { email: 'ada@example.com', amount: 1000, currency: 'USD', bonus: 0, fixed: 1 }
  const reported = await trader.client.post('/api/report/bitcoin', { ...claim, random: randomUUID(), bitcoin: 'txid' })
  const { id } = z.object({ id: z.string() }).parse(reported.json)
  expect((await trader.client.post('/api/bitcoin/deposit')).json).toEqual({ return: false })
  const { database, context } = fixture.app
  const attempts = database.db.selectFrom('attempts').select('reference').where('deposit_id', '=', id)
  const { reference } = await attempts.executeTakeFirstOrThrow()
  await acceptClaim(context, reference, 100_000)
  expect((await trader.client.post('/api/bitcoin/deposit')).json).toEqual({ return: true })
  expect((await trader.client.get('/api/boot')).json).toMatchObject({ user: { btc_deposit: true } })
})

test('an open invoice does not hinder a deposit by card, and is listed with it', async () => {
  const invoice = await fixture.openInvoice(trader.client)
  const card = { cu: 'AU', cur: 'USD', cty: 'VSA', cnu: '4242424242424242', emm: '04', eyy: '2031', fn: 'A', ln: 'B' }
  await trader.client.post('/api/card/save', {
    ...card,
    card_type: 'visa',
    card_length_valid: true,
    card_length: 16,
    is_fail_limit: false,
  })
  const reply = await trader.client.get('/api/card/deposit/current')
  expect(reply.json).toMatchObject({
    deposit: null,
    recent: [{ state: 'processing', step: null, next: null, invoice: { coin: 'BTC', guid: invoice.guid } }],
    depositsLeftToday: 3,
  })
  const cancel = { id: invoice.deposit_id, after: 'card' }
  expect((await trader.client.post('/api/card/deposit/cancel', cancel)).status).toBe(404)
})

test('an invoice names the bonus of the stored promo code, until another deposit has used it', async () => {
  await createPromoCode(fixture.app, 'COINS', { amount: null, percent: 30, minDeposit: 50_000 })
  expect((await trader.client.post('/api/promo', { promo: 'COINS' })).json).toMatchObject({ state: 'stored' })
  const first = await fixture.openInvoice(trader.client)
  const expected = { bonus_amount: 500, promo: { code: 'COINS', bonus: 300 }, turnover_required: 24_000 }
  expect(first).toMatchObject(expected)
  const second = await fixture.openInvoice(trader.client, 'BTC', 600)
  expect(second).toMatchObject({ promo: { code: 'COINS', bonus: 180 } })
  const small = await fixture.openInvoice(trader.client, 'BTC', 400)
  expect(small, 'below its minimum').toMatchObject({ promo: null })
  fixture.pay(first, '0.01')
  fixture.btc.mine(2)
  await fixture.work()
  expect(await fixture.checkInvoice(trader.client, first)).toMatchObject({ state: 'paid', ...expected })
  expect(await fixture.readMoney(trader.userId)).toEqual({ cash: 100_000, bonus: 80_000 })
  expect(await fixture.checkInvoice(trader.client, second)).toMatchObject({ state: 'new', promo: null })
})

test('an invoice without a bonus is without that of a promo code, and one of an ended code promises nothing', async () => {
  const endsAt = new Date(fixture.clock.now().getTime() + 1000)
  await createPromoCode(fixture.app, 'BRIEF', { amount: null, percent: 30, minDeposit: 50_000, endsAt })
  expect((await trader.client.post('/api/promo', { promo: 'BRIEF' })).json).toMatchObject({ state: 'stored' })
  expect((await pay()).json).toMatchObject({ invoice: { promo: null } })
  expect(await fixture.openInvoice(trader.client, 'BTC', 900)).toMatchObject({ promo: { code: 'BRIEF' } })
  fixture.clock.advance(1000)
  expect(await fixture.openInvoice(trader.client, 'BTC', 800)).toMatchObject({ promo: null })
})
