import { randomUUID } from 'node:crypto'
import type { DepositView } from '@tradefront/contract/deposits'
import { wallets } from '@tradefront/processors/registry'
import { buildCallBody } from '@tradefront/processors/shared/requests'
import { describe, expect, test } from 'vitest'

import { findLatestDeposit, saveCard } from '../../../test/fixtures/cards/pay-by-card.ts'
import { createProcessorFixture } from '../../../test/fixtures/cards/processor-fixture.ts'
import { settingsCacheMs, type TestClient } from '../../../test/fixtures/app/test-app.ts'
import { createPromoCode } from '../../../test/fixtures/promo/promo-fixture.ts'

const { app, pay, listCharges } = await createProcessorFixture()

type Reply = Record<string, unknown> & { readonly deposit: DepositView | null }

const payment = { amount: 1000, fixed: 0, bonus: 1 }
const walletBody = { email: 'ada@example.com', amount: 1000, currency: 'USD', bonus: 1 }

/** Registers a trader in Russia, in roubles: some wallets serve only this country. 60 roubles are a dollar. */
async function registerPayer(slug: string) {
  const isRussian = ['qiwi', 'yandex'].includes(slug)
  const currency = isRussian ? 'RUB' : 'USD'
  const { client, userId } = await app.registerTrader({ currency })
  if (isRussian) await app.database.db.updateTable('users').set({ country: 'RU' }).where('id', '=', userId).execute()
  return { client, currency, amount: isRussian ? 60_000 : 1000 }
}

async function post(client: TestClient, path: string, body: object): Promise<Reply> {
  const reply = await client.post(path, body)
  expect(reply.status, reply.text).toBe(200)
  return reply.json as Reply
}

async function answerPage(client: TestClient, url: unknown, answer: 'approve' | 'decline'): Promise<string> {
  const page = await fetch(String(url), { method: 'POST', body: new URLSearchParams({ answer }) })
  const text = await page.text()
  const ref = /name="ref" value="([^"]+)"/.exec(text)?.[1] ?? ''
  const slug = /\/return\/(\w+)"/.exec(text)?.[1] ?? ''
  return String((await client.postForm(`/return/${slug}`, { ref })).headers.location)
}

async function expectEnd(client: TestClient, state: 'succeeded' | 'failed'): Promise<DepositView> {
  await expect.poll(async () => (await findLatestDeposit(client)).state, { timeout: 30_000 }).toBe(state)
  return findLatestDeposit(client)
}

describe('Skrill', () => {
  test('a payment goes to its page, comes back to its route, and is credited with the bonus', async () => {
    const { client } = await app.registerTrader()
    const opened = await post(client, '/api/card/fast/skrill', payment)
    expect(opened).toMatchObject({ return: true, redirect: expect.stringContaining('/skrill/pay/') })
    const references = { transaction_id: opened['transaction_id'], id: opened['id'] }
    expect(await post(client, '/api/card/listen/skrill', references)).toMatchObject({ status: 0 })
    expect(await answerPage(client, opened['redirect'], 'approve')).toBe(
      `/en/trading#/listen/funding/skrill/${String(opened['id'])}/${String(opened['transaction_id'])}`,
    )
    const deposit = await expectEnd(client, 'succeeded')
    expect(deposit).toMatchObject({ credited: { cash: 1000, bonus: 500 }, balance: 1500 })
    expect(await post(client, '/api/card/listen/skrill', references)).toMatchObject({ status: 2 })
    expect(await listCharges(deposit.id)).toEqual([{ processor: 'SKRILL', amount: 100_000 }])
  })

  test('a payment that is declined on its page fails with the text of all callbacks, and charges nothing', async () => {
    const { client } = await app.registerTrader()
    const opened = await post(client, '/api/card/fast/skrill', payment)
    await answerPage(client, opened['redirect'], 'decline')
    expect(await expectEnd(client, 'failed')).toMatchObject({ reason: 'orange.pay_fail', credited: null })
    const references = { transaction_id: opened['transaction_id'], id: opened['id'] }
    expect(await post(client, '/api/card/listen/skrill', references)).toMatchObject({ status: -1 })
  })

  test.each(['DE', 'GB', 'US', 'JP'])('is refused to traders in %s', async (country) => {
    const { client, userId } = await app.registerTrader()
    await app.database.db.updateTable('users').set({ country }).where('id', '=', userId).execute()
    expect(await post(client, '/api/card/fast/skrill', payment)).toMatchObject({
      return: false,
      error: 'wallets.country',
    })
  })

  test('is refused in the countries of the setting', async () => {
    const { client } = await app.registerTrader()
    const row = { name: 'skrill_excluded_countries', value: '["AU"]', changed_at: app.clock.now() }
    await app.database.db.insertInto('settings').values(row).execute()
    app.clock.advance(settingsCacheMs)
    const refused = await post(client, '/api/card/fast/skrill', payment)
    await app.database.db.deleteFrom('settings').where('name', '=', row.name).execute()
    app.clock.advance(settingsCacheMs)
    expect(refused).toMatchObject({ return: false, error: 'wallets.country' })
  })

  test('the smallest deposit is 60 times as high in roubles', async () => {
    const { client } = await app.registerTrader({ currency: 'RUB' })
    const pay = (amount: number) => post(client, '/api/card/fast/skrill', { ...payment, amount })
    expect(await pay(14_999)).toMatchObject({ return: false, error: 'deposits.below_minimum' })
    expect(await pay(15_000)).toMatchObject({ return: true })
  })

  test('another trader cannot poll a payment, nor can a visitor', async () => {
    const { client } = await app.registerTrader()
    const opened = await post(client, '/api/card/fast/skrill', payment)
    const references = { transaction_id: opened['transaction_id'], id: opened['id'] }
    const stranger = (await app.registerTrader()).client
    expect((await stranger.post('/api/card/listen/skrill', references)).status).toBe(404)
    expect((await (await app.openClient()).post('/api/card/listen/skrill', references)).status).toBe(401)
    expect((await client.post('/api/card/listen/skrill', { ...references, id: 'x' })).status).toBe(404)
  })
})

describe('a promo code that waits for a deposit', () => {
  test.each(wallets)('$name: brings its bonus alone if the trader chose only the code', async (wallet) => {
    const [step] = wallet.calls
    if (step === undefined) throw new Error('invariant: a wallet has a start call')
    const { slug } = wallet.upstream
    const code = `ONLY-${slug.toUpperCase()}`
    await createPromoCode(app, code, { amount: null, percent: 30, minDeposit: 50_000 })
    const { client, currency, amount } = await registerPayer(slug)
    await post(client, '/api/promo', { promo: code })
    const body = buildCallBody(step, {
      payment: { amount, fixed: 0, bonus: 0 },
      transactionId: '',
      id: '',
      wallet: {
        email: 'ada@example.com',
        currency,
        random: randomUUID(),
        account: 'ada',
        secureId: '731905',
      },
    })
    const opened = await post(client, step.call.path.replace(':method', slug), body)
    const data = opened['data'] as { redirect_url?: string } | undefined
    const page = opened['redirect'] ?? data?.redirect_url
    if (page !== undefined) await answerPage(client, page, 'approve')
    expect(await expectEnd(client, 'succeeded')).toMatchObject({
      fixed: 0,
      bonus_amount: 0,
      promo: { code, bonus: 0.3 * amount },
      credited: { cash: amount, bonus: 0.3 * amount },
    })
  })
})

describe('/api/pay/{method}', () => {
  test.each(wallets.map(({ upstream: { slug } }) => slug))('%s: a payment is credited once', async (slug) => {
    const { client, currency, amount } = await registerPayer(slug)
    const body = { ...walletBody, amount, currency, random: randomUUID() }
    const opened = await post(client, `/api/pay/${slug}`, body)
    expect(opened).toMatchObject({ return: true, status: 'redirect' })
    await answerPage(client, opened['redirect'], 'approve')
    const deposit = await expectEnd(client, 'succeeded')
    expect(deposit.credited).toEqual({ cash: amount, bonus: amount / 2 })
    expect(await listCharges(deposit.id)).toHaveLength(1)
    expect(await post(client, `/api/pay/${slug}`, body)).toMatchObject({
      return: true,
      status: 'success',
      id: deposit.id,
    })
  })

  test.each([
    ['USD', 9999, 4999.5],
    ['USD', 10_000, 10_000],
    ['RUB', 180_000, 90_000],
  ])('in %s, %d brings a bonus of %d: the tiers of cards are others', async (currency, amount, bonus) => {
    const { client } = await app.registerTrader({ currency })
    const body = { ...walletBody, amount, currency, random: randomUUID() }
    expect(await post(client, '/api/pay/perfect', body)).toMatchObject({ deposit: { bonus_amount: bonus } })
  })

  test('card_moneta: a Russian trader pays in roubles at Moneta', async () => {
    const { client } = await app.registerTrader({ currency: 'RUB' })
    await client.post('/api/preferences', { language: 'ru' })
    const body = { ...walletBody, amount: 60_000, currency: 'RUB', random: randomUUID() }
    const opened = await post(client, '/api/pay/moneta', body)
    expect(await answerPage(client, opened['redirect'], 'approve')).toContain('/ru/trading#/show/funding')
    const deposit = await expectEnd(client, 'succeeded')
    expect(deposit).toMatchObject({ currency: 'RUB', credited: { cash: 60_000, bonus: 30_000 } })
  })

  test('a repeated nonce is the same payment, and another amount under it is refused', async () => {
    const { client } = await app.registerTrader()
    const body = { ...walletBody, random: randomUUID() }
    const [first, second] = await Promise.all([
      post(client, '/api/pay/perfect', body),
      post(client, '/api/pay/perfect', body),
    ])
    expect(second['transaction_id']).toBe(first['transaction_id'])
    const other = await client.post('/api/pay/perfect', { ...body, amount: 2000 })
    expect([other.status, other.json]).toEqual([422, expect.objectContaining({ error: 'errors.other_key_body' })])
    expect((await client.post('/api/pay/paypal', body)).status).toBe(422)
  })

  test('refuses another currency than the account’s, and an unknown wallet', async () => {
    const { client } = await app.registerTrader()
    const body = { ...walletBody, random: randomUUID() }
    expect(await post(client, '/api/pay/perfect', { ...body, currency: 'EUR' })).toMatchObject({
      return: false,
      error: 'wallets.currency',
    })
    expect((await client.post('/api/pay/unheard-of', body)).status).toBe(400)
  })

  test.each([
    ['yandex', 'RUB', 'RU', true],
    ['yandex', 'RUB', 'KZ', false],
    ['yandex', 'USD', 'RU', false],
    ['qiwi', 'RUB', 'KZ', true],
    ['qiwi', 'RUB', 'AU', false],
    ['qiwi', 'EUR', 'RU', false],
    ['okpay', 'EUR', 'AU', true],
    ['okpay', 'GBP', 'AU', false],
  ])('%s in %s serves a trader in %s: %s', async (slug, currency, country, isServed) => {
    const { client, userId } = await app.registerTrader({ currency })
    await app.database.db.updateTable('users').set({ country }).where('id', '=', userId).execute()
    const amount = currency === 'RUB' ? 60_000 : 1000
    const body = { ...walletBody, amount, currency, random: randomUUID() }
    expect(await post(client, `/api/pay/${slug}`, body)).toMatchObject(
      isServed ? { return: true } : { return: false, error: 'wallets.country', deposit: null },
    )
  })

  test('a wallet payment does not count for the card day limit', async () => {
    const { client, userId } = await app.registerTrader()
    const opened = await post(client, '/api/pay/perfect', { ...walletBody, random: randomUUID() })
    await answerPage(client, opened['redirect'], 'approve')
    await expectEnd(client, 'succeeded')
    expect((await client.get('/api/card/deposit/current')).json).toMatchObject({ depositsLeftToday: 3 })
    const counts = app.database.db.selectFrom('daily_deposit_counts').selectAll().where('user_id', '=', userId)
    expect(await counts.execute()).toEqual([])
  })

  test('a wallet that an operator switched off is refused before anything is opened, and the browser knows', async () => {
    await app.database.db
      .insertInto('settings')
      .values({ name: 'processors_off', value: JSON.stringify(['OKPAY']), changed_at: new Date() })
      .execute()
    const pay = async () => {
      const { client } = await app.registerTrader()
      return post(client, '/api/pay/okpay', { ...walletBody, random: randomUUID() })
    }
    const refusal = { return: false, error: 'wallets.switched_off', deposit: null }
    // Settings are cached for a second.
    await expect.poll(pay, { interval: 300 }).toMatchObject(refusal)
    const readSettings = async (client: TestClient) =>
      ((await client.get('/api/boot')).json as { settings: object }).settings
    expect(await readSettings((await app.registerTrader()).client)).toMatchObject({ walletsOff: ['okpay'] })
    expect(await readSettings(await app.openClient())).not.toHaveProperty('walletsOff')
  })
})

describe('Neteller', () => {
  const neteller = { net_account: 'ada-at-neteller', secure_id: '731905', amount: 1000, currency: 'USD' }

  test('pays without a page, and the secure id is nowhere in the database or the log', async () => {
    const { client } = await app.registerTrader()
    expect(await post(client, '/api/neteller', neteller)).toMatchObject({ return: true, status: 'success' })
    const deposit = await expectEnd(client, 'succeeded')
    expect(deposit.credited).toEqual({ cash: 1000, bonus: 0 })
    const rows = await Promise.all(
      (['deposits', 'attempts', 'attempt_events', 'processor_webhooks'] as const).map((table) =>
        app.database.db.selectFrom(table).selectAll().execute(),
      ),
    )
    expect(JSON.stringify(rows)).not.toContain(neteller.secure_id)
    expect(app.logs.join('')).not.toContain(neteller.secure_id)
  })

  test('a wrong secure id is declined, and the trader can try again', async () => {
    const { client } = await app.registerTrader()
    await client.post('/api/preferences', { language: 'ru' })
    expect(await post(client, '/api/neteller', { ...neteller, secure_id: '000000' })).toMatchObject({
      return: false,
      status: 'declined',
      error: 'orange.pay_fail',
      message: 'Платёж не прошёл. Деньги не списаны.',
    })
    expect(await expectEnd(client, 'failed')).toMatchObject({ reason: 'orange.pay_fail' })
    expect(await post(client, '/api/neteller', neteller)).toMatchObject({ return: true })
    expect(await expectEnd(client, 'succeeded')).toMatchObject({ credited: { cash: 1000, bonus: 0 } })
  })

  test.each([
    ['LOST', 'charged, but the reply is lost'],
    ['PENDING', 'pending at first'],
    ['DUP', 'each webhook twice'],
    ['THREE', 'three webhooks in the wrong order'],
  ])('NETELLER-%s: %s, and credited once', async (token) => {
    const { client } = await app.registerTrader()
    await post(client, '/api/neteller', { ...neteller, net_account: `NETELLER-${token}` })
    const deposit = await expectEnd(client, 'succeeded')
    expect(deposit.balance).toBe(1000)
    expect(await listCharges(deposit.id)).toHaveLength(1)
  })

  test('money that arrives after a decline is credited without a bonus, and a refund is offered', async () => {
    const { client } = await app.registerTrader()
    await post(client, '/api/neteller', { ...neteller, net_account: 'NETELLER-LATE' })
    await expect.poll(async () => (await findLatestDeposit(client)).refund, { timeout: 30_000 }).toBe('offered')
    const late = await findLatestDeposit(client)
    await post(client, '/api/card/deposit/refund', { id: late.id })
    await expect.poll(async () => (await findLatestDeposit(client)).refund, { timeout: 30_000 }).toBe('refunded')
    expect((await client.get('/cli/userInfo')).json).toMatchObject({ available: 0 })
  })
})

test('PayPal: `data.redirect_url` is its page; a payment that it declines is no success and has a message', async () => {
  const { client } = await app.registerTrader()
  const body = { ...payment, email: 'ada@example.com', currency: 'USD' }
  const opened = await post(client, '/api/card/fast/orangeppl', body)
  const { redirect_url: redirectUrl } = opened['data'] as Record<string, unknown>
  expect(opened).toMatchObject({ status: 'success', data: { redirect_url: expect.stringContaining('/paypal/pay/') } })
  await answerPage(client, redirectUrl, 'approve')
  await expectEnd(client, 'succeeded')
  const refused = await post(client, '/api/card/fast/orangeppl', { ...body, amount: 1 })
  expect(refused['status']).not.toBe('success')
  expect(refused['message']).toContain('250')
})

test('UnionPay returns to listen-union, and its poll by the transaction alone ends with RespCode 00', async () => {
  const { client } = await app.registerTrader()
  const opened = await post(client, '/api/pay/unionpay', { ...walletBody, random: randomUUID() })
  const references = { transaction_id: opened['transaction_id'] }
  expect(await post(client, '/api/unionpay/listen', references)).toMatchObject({ data: { RespCode: '05' } })
  expect(await answerPage(client, opened['redirect'], 'approve')).toBe(
    `/en/trading?listen-union&transaction_id=${String(opened['transaction_id'])}&id=${String(opened['id'])}`,
  )
  await expectEnd(client, 'succeeded')
  expect(await post(client, '/api/unionpay/listen', references)).toMatchObject({
    return: true,
    data: { RespCode: '00' },
  })
  const stranger = (await app.registerTrader()).client
  expect((await stranger.post('/api/unionpay/listen', references)).status).toBe(404)
  const unknown = { transaction_id: randomUUID() }
  expect((await client.post('/api/unionpay/listen', unknown)).status).toBe(404)
  expect((await (await app.openClient()).post('/api/unionpay/listen', unknown)).status).toBe(401)
})

describe('quick top-up', () => {
  const quick = { amount: 500, fixed: 1, bonus: 0 }

  test('charges the saved card through the cascade, once for a repeated call', async () => {
    const { client, deposit } = await pay('CONCEPT', 'FRAUD-ERROR/CONCEPT-APPROVED')
    expect(deposit.state).toBe('succeeded')
    const [first, second] = await Promise.all(
      [1, 2].map(async () => (await client.post('/api/report/quick', quick, { 'idempotency-key': 'one-top-up' })).json),
    )
    expect([first, second]).toContainEqual(expect.objectContaining({ return: true }))
    const done = await expectEnd(client, 'succeeded')
    expect(done).toMatchObject({ amount: 500, balance: 1500 })
    expect(await listCharges(done.id)).toHaveLength(1)
  })

  test('charges the card that it names, and no card of another trader', async () => {
    const { client } = await pay('CONCEPT', 'FRAUD-ERROR/CONCEPT-APPROVED')
    const [named] = ((await client.get('/api/card/deposit/current')).json as { savedCards: { id: string }[] })
      .savedCards
    await saveCard(client, '5555555555554444', 'CONCEPT-APPROVED')
    const stranger = await pay('CONCEPT', 'FRAUD-ERROR/CONCEPT-APPROVED')
    expect(await post(stranger.client, '/api/report/quick', { ...quick, card: named?.id })).toMatchObject({
      return: false,
      error: 'cards.no_card',
      deposit: null,
    })
    await post(client, '/api/report/quick', { ...quick, card: named?.id })
    expect(await expectEnd(client, 'succeeded')).toMatchObject({ amount: 500, card: { last4: '4242' } })
  })

  test('is refused without an earlier deposit, and charges nothing', async () => {
    const { client } = await app.registerTrader()
    await saveCard(client, '4242424242424242', 'CONCEPT-APPROVED')
    expect(await post(client, '/api/report/quick', quick)).toMatchObject({ return: false, error: 'wallets.no_top_up' })
    expect((await client.get('/api/card/deposit/current')).json).toMatchObject({ deposit: null, recent: [] })
  })

  test('goes on to the next processor after a decline, and ends with its reason', async () => {
    const { client, userId } = await app.registerTrader()
    const paid = await post(client, '/api/neteller', {
      net_account: 'ada',
      secure_id: '731905',
      amount: 1000,
      currency: 'USD',
    })
    expect(paid['status']).toBe('success')
    await app.database.db.updateTable('users').set({ cascade: 'UNIVERSE,CONCEPT' }).where('id', '=', userId).execute()
    await saveCard(client, '4242424242424242', 'UNIVERSE-OK')
    await post(client, '/api/card/fast/universe', { amount: 300, fixed: 1, bonus: 0 })
    await expectEnd(client, 'succeeded')
    await saveCard(client, '4242424242424242', 'UNIVERSE-SOFT/CONCEPT-003')
    const reply = await post(client, '/api/report/quick', quick)
    expect(reply).toMatchObject({
      return: false,
      error: 'cards.declined_contact',
      deposit: { state: 'failed', tried: ['UNIVERSE', 'CONCEPT'] },
    })
    expect(reply['message']).toContain('contact merchant support')
  })
})
