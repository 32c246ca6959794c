import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { type TestApp, type TestClient, startTestApp } from '../../../test/fixtures/app/test-app.ts'
import { createPromoCode, creditDeposit, openDeposit } from '../../../test/fixtures/promo/promo-fixture.ts'
import { findQueuedMails } from '../../../test/fixtures/mail/queued-mails.ts'
import { createSettingsService, type SettingName, type Settings } from '../settings/service.ts'

let app: TestApp
const set = async <N extends SettingName>(name: N, value: Settings[N]) => {
  const settings = createSettingsService({ db: app.database.db, clock: app.clock })
  await settings.setSetting(name, value, { actor: 'test' })
  // Settings are cached for a second.
  app.clock.advance(1000)
}
beforeAll(async () => {
  app = await startTestApp()
  await createPromoCode(app, 'LIMITED', { audience: 'offer', amount: null, percent: 40, minDeposit: 25_000 })
  await set('limited_offer_code', 'LIMITED')
  await set('risk_free_percent', 15)
})
afterAll(() => app.stop())

type Offer = { name: string; endsAtMs: number | null; percent: number }
const listOffers = async (client: TestClient) => ((await client.post('/api/offers')).json as { offers: Offer[] }).offers
const open = async (client: TestClient, name = 'limited') => (await client.post('/api/offers/open', { name })).json
const accept = async (client: TestClient, promo: string) => (await client.post('/api/triggers/promo', { promo })).json
const insertLosingDay = (userId: number, loss = 20_001, currency = 'USD') =>
  app.database.db
    .insertInto('first_losing_days')
    .values({ user_id: userId, day: '2026-11-17', currency, loss })
    .execute()
const payFirst = async () => {
  const trader = await app.registerTrader()
  await creditDeposit(app, await openDeposit(app, trader.userId))
  return trader
}
const loseDay = async (loss?: number) => {
  const trader = await app.registerTrader()
  await insertLosingDay(trader.userId, loss)
  return trader
}
const over = { return: false, error: 'offers.over' }

test('the limited offer waits for a day after the first deposit, and runs for 180 s from when it is opened', async () => {
  const { client, userId } = await app.registerTrader()
  expect(await listOffers(client)).toEqual([])
  await creditDeposit(app, await openDeposit(app, userId))
  const paidAt = app.clock.now().getTime()
  const offer = {
    name: 'limited',
    percent: 40,
    code: 'LIMITED',
    endsAtMs: null,
    seconds: 180,
    openUntilMs: paidAt + 24 * 3_600_000,
    minDeposit: 250,
    turnoverFactor: 30,
    releaseFactor: 1,
    codeEndsAtMs: null,
  }
  expect(await listOffers(client)).toEqual([offer])
  app.clock.advance(3_600_000)
  // The offer was seen, but not opened: its time has not begun, and it cannot be accepted.
  expect(await listOffers(client)).toEqual([offer])
  expect(await accept(client, 'LIMITED')).toMatchObject(over)
  const endsAt = app.clock.now().getTime() + 180_000
  const running = { ...offer, endsAtMs: endsAt, openUntilMs: endsAt }
  expect(await open(client)).toMatchObject({ return: true, offers: [running], now: endsAt - 180_000 })
  app.clock.advance(179_999)
  expect((await client.get('/api/boot')).json).toMatchObject({ offers: [running] })
  app.clock.advance(1)
  expect(await listOffers(client)).toEqual([])
  expect(await accept(client, 'LIMITED')).toMatchObject(over)
  expect(await open(client)).toMatchObject(over)
})

test('the limited offer names its smallest deposit in the currency of each account', async () => {
  for (const [currency, amount, least] of [
    ['EUR', 100_000, 250],
    ['RUB', 6_000_000, 15_000],
  ] as const) {
    const { client, userId } = await app.registerTrader({ currency })
    await creditDeposit(app, await openDeposit(app, userId, amount, false, currency))
    expect(await listOffers(client)).toMatchObject([{ name: 'limited', minDeposit: least }])
  }
})

test('a reload, a second tab and another device do not restart an offer', async () => {
  const { client, form } = await payFirst()
  await open(client)
  const [offer] = await listOffers(client)
  app.clock.advance(60_000)
  const other = await app.openClient()
  await other.login(form.login, form.password)
  for (const device of [client, other]) {
    expect(await open(device)).toMatchObject({ offers: [{ endsAtMs: offer?.endsAtMs }] })
    expect(await listOffers(device)).toEqual([offer])
  }
  await Promise.all([open(client), open(other)])
  expect(await listOffers(other)).toEqual([offer])
})

test('the limited offer is not made after the second deposit, nor a day after the first', async () => {
  const two = await payFirst()
  await creditDeposit(app, await openDeposit(app, two.userId))
  expect(await listOffers(two.client)).toEqual([])
  const late = await payFirst()
  app.clock.advance(24 * 3_600_000)
  expect(await listOffers(late.client)).toEqual([])
  expect(await open(late.client)).toMatchObject(over)
})

test('an accepted offer stores its code for the next deposit, and does not come back', async () => {
  const { client, userId } = await payFirst()
  await open(client)
  expect(await accept(client, 'limited')).toEqual({ return: true })
  expect((await client.post('/api/promo/bonuses')).json).toMatchObject({ stored: { code: 'LIMITED', percent: 40 } })
  expect(await listOffers(client)).toEqual([])
  expect(await accept(client, 'LIMITED')).toMatchObject(over)
  app.clock.advance(1000)
  await creditDeposit(app, await openDeposit(app, userId, 50_000))
  expect((await client.post('/api/fraud/user')).json).toMatchObject({ user: { bonus_summ: 200 } })
})

test.each([true, false])('an ignored offer does not come back, opened before: %s', async (isOpened) => {
  const { client } = await payFirst()
  if (isOpened) await open(client)
  expect((await client.post('/api/offers/ignore', { name: 'limited' })).json).toEqual({ return: true })
  expect(await listOffers(client)).toEqual([])
  expect(await open(client)).toMatchObject(over)
  for (const path of ['/api/triggers/promo', '/api/promo'])
    expect((await client.post(path, { promo: 'LIMITED' })).json).toMatchObject({ return: false })
  expect((await client.post('/api/promo/bonuses')).json).toMatchObject({ stored: null })
})

test.each(['ignore', 'accept'])(
  'to %s an offer changes no other one, neither of the trader nor of another',
  async (what) => {
    const [trader, other] = [await payFirst(), await payFirst()]
    for (const { client, userId } of [trader, other]) {
      await insertLosingDay(userId)
      for (const name of ['limited', 'risk_free']) await open(client, name)
    }
    const names = async ({ client }: typeof trader) => (await listOffers(client)).map(({ name }) => name)
    if (what === 'accept') await accept(trader.client, 'LIMITED')
    else await trader.client.post('/api/offers/ignore', { name: 'limited' })
    expect(await names(trader)).toEqual(['risk_free'])
    expect(await names(other)).toEqual(['limited', 'risk_free'])
    if (what === 'accept') await accept(trader.client, 'RISK-FREE')
    else await trader.client.post('/api/offers/ignore', { name: 'risk_free' })
    expect(await names(trader)).toEqual([])
    expect(await names(other)).toEqual(['limited', 'risk_free'])
  },
)

test('the risk-free offer names the loss and what can come back, and runs for an hour', async () => {
  const { client } = await loseDay()
  const offer = {
    name: 'risk_free',
    code: 'RISK-FREE',
    endsAtMs: null,
    seconds: 3600,
    day: '2026-11-17',
    loss: 200.01,
    percent: 15,
    // This is 30.0015, rounded down.
    amount: 30,
  }
  expect(await listOffers(client)).toEqual([offer])
  expect(await accept(client, 'RISK-FREE')).toMatchObject(over)
  await open(client, 'risk_free')
  const endsAt = app.clock.now().getTime() + 3_600_000
  await set('risk_free_percent', 20)
  expect(await listOffers(client), 'its terms do not change while it runs').toEqual([{ ...offer, endsAtMs: endsAt }])
  await set('risk_free_percent', 15)
  app.clock.set(new Date(endsAt))
  expect(await listOffers(client)).toEqual([])
  expect(await accept(client, 'RISK-FREE')).toMatchObject(over)
})

test('accepting it makes the return, ends the welcome modals, and mails the terms', async () => {
  const { client, userId, form } = await app.registerTrader({ currency: 'EUR' })
  await insertLosingDay(userId, 20_001, 'EUR')
  await client.post('/api/preferences', { language: 'ru' })
  await open(client, 'risk_free')
  expect(await accept(client, 'risk-free')).toEqual({ return: true })
  expect((await client.post('/api/fraud/user')).json).toMatchObject({ user: { try_counter: 2, bonus_summ: 0 } })
  expect((await client.post('/api/promo/bonuses')).json).toMatchObject({ stored: null, bonuses: [] })
  expect((await client.post('/api/trading/market')).json).toMatchObject({ lossReturn: { amount: 30, tradeId: null } })
  const row = await app.database.db
    .selectFrom('loss_returns')
    .select(['currency', 'percent', 'amount', 'trade_id', 'returned'])
    .where('user_id', '=', userId)
    .execute()
  expect(row).toEqual([{ currency: 'EUR', percent: 15, amount: 3000, trade_id: null, returned: null }])
  const [mail] = await findQueuedMails(app, form.login, 'loss_return')
  expect(mail?.text.replaceAll('\u00a0', ' ')).toMatch(/17 ноября 2026 г\..*€200,01.*15 %.*€30,00/)
  expect(mail?.link).toBe('http://localhost/ru/trading')
  expect(await listOffers(client)).toEqual([])
  expect(await accept(client, 'RISK-FREE')).toMatchObject(over)
})

test('two requests at once accept it once', async () => {
  const { client, userId } = await loseDay()
  await open(client, 'risk_free')
  const replies = await Promise.all([accept(client, 'RISK-FREE'), accept(client, 'RISK-FREE')])
  expect(replies.filter((reply) => (reply as { return: boolean }).return)).toHaveLength(1)
  const rows = await app.database.db.selectFrom('loss_returns').selectAll().where('user_id', '=', userId).execute()
  expect(rows).toHaveLength(1)
})

test('each person gets one return: another account with a mark of the first has no such offer', async () => {
  const [first, second] = [await loseDay(), await loseDay()]
  await open(first.client, 'risk_free')
  await open(second.client, 'risk_free')
  await app.database.db
    .insertInto('user_marks')
    .values(
      [first, second].map(({ userId }) => ({
        user_id: userId,
        kind: 'payee',
        hash: Buffer.alloc(32, first.userId),
        first_seen: app.clock.now(),
        last_seen: app.clock.now(),
      })),
    )
    .execute()
  const replies = await Promise.all([accept(first.client, 'RISK-FREE'), accept(second.client, 'RISK-FREE')])
  expect(replies.filter((reply) => (reply as { return: boolean }).return)).toHaveLength(1)
  for (const { client } of [first, second]) expect(await listOffers(client)).toEqual([])
})

test('a loss in another currency than that of the account is no offer, and none can be accepted', async () => {
  const trader = await loseDay()
  await open(trader.client, 'risk_free')
  await app.runAsOwner(
    `update ledger_balances set amount = 0 where user_id = ${trader.userId} and account = 'practice'`,
  )
  await app.runAsOwner(`update users set currency = 'EUR' where id = ${trader.userId}`)
  expect(await listOffers(trader.client)).toEqual([])
  expect(await accept(trader.client, 'RISK-FREE')).toMatchObject(over)
})

test('a loss of which nothing would come back is no offer, and a cent is one', async () => {
  expect(await listOffers((await loseDay(6)).client)).toEqual([])
  expect(await listOffers((await loseDay(7)).client)).toMatchObject([{ amount: 0.01 }])
  await set('risk_free_percent', 1)
  expect(await listOffers((await loseDay(100)).client)).toMatchObject([{ percent: 1, amount: 0.01 }])
  await set('risk_free_percent', 15)
})

test('a trader whose purchases are blocked sees no offer, and cannot open or accept one', async () => {
  const trader = await payFirst()
  await open(trader.client)
  await insertLosingDay(trader.userId)
  expect(await listOffers(trader.client)).toHaveLength(2)
  await app.runAsOwner(`insert into trade_totals (user_id, practice, count) values (${trader.userId}, false, 1)`)
  expect(await listOffers(trader.client)).toEqual([])
  expect((await trader.client.get('/api/boot')).json).toMatchObject({ offers: [] })
  expect(await open(trader.client, 'risk_free')).toMatchObject(over)
  expect(await accept(trader.client, 'LIMITED')).toMatchObject({ return: false, error: 'trading.blocked' })
  // The setting moves the block.
  await set('trading_block', { trades: 2, deposits: 0 })
  expect(await listOffers(trader.client)).toHaveLength(2)
  await set('trading_block', { trades: 1, deposits: 0 })
})

test('without the settings no offer is made, and another trading platform makes none', async () => {
  const { client, userId } = await payFirst()
  await insertLosingDay(userId)
  await set('platform_url', 'https://platform.example')
  expect(await listOffers(client)).toEqual([])
  await app.database.db.deleteFrom('settings').execute()
  app.clock.advance(1000)
  expect(await listOffers(client)).toEqual([])
})

test.each([
  ['/api/triggers/promo', { promo: ' ' }, 'promo.invalid'],
  ['/api/triggers/promo', { promo: 'WELCOME' }, 'offers.over'],
  ['/api/promo', { promo: 'RISK-FREE' }, 'promo.invalid'],
])('%s refuses %o', async (path, body, error) => {
  const { client } = await app.registerTrader()
  expect((await client.post(path, body)).json).toMatchObject({ return: false, error })
})

test('bitcoin is suggested until it is dismissed on two days, on all devices', async () => {
  const { client, userId } = await app.registerTrader()
  const isSuggested = async () =>
    ((await client.post('/api/fraud/user')).json as { user: { suggests_bitcoin: boolean } }).user.suggests_bitcoin
  const dismiss = async () => (await client.post('/api/offers/dismiss', { name: 'bitcoin' })).json
  app.clock.set(new Date(`${app.clock.now().toISOString().slice(0, 10)}T23:59:00Z`))
  expect(await isSuggested()).toBe(true)
  expect(await dismiss()).toEqual({ return: true })
  expect(await isSuggested()).toBe(false)
  // A second tab dismisses it too, which counts once a day.
  await dismiss()
  app.clock.advance(60_000)
  expect(await isSuggested()).toBe(true)
  await dismiss()
  app.clock.advance(24 * 3_600_000)
  // This is done from a page that was open before.
  expect(await dismiss()).toEqual({ return: true })
  app.clock.advance(29 * 24 * 3_600_000)
  const visitor = await app.openClient()
  expect((await visitor.post('/api/offers/dismiss', { name: 'bitcoin' })).status).toBe(401)
  const rows = await app.database.db
    .selectFrom('dismissed_notices')
    .select('times')
    .where('user_id', '=', userId)
    .execute()
  expect(rows).toEqual([{ times: 2 }])
})

test('a notice that is closed is closed on all devices, also again on the same day', async () => {
  await app.context.live.start()
  const { client, userId } = await app.registerTrader()
  const heard = vi.fn<(event: unknown) => void>()
  onTestFinished(app.context.live.subscribe(userId, heard))
  const read = async () =>
    ((await client.post('/api/fraud/user')).json as { user: { closed_notices: object } }).user.closed_notices
  const close = async (name: string) => {
    expect((await client.post('/api/offers/dismiss', { name })).json).toEqual({ return: true })
    return app.clock.now().getTime()
  }
  expect(await read()).toEqual({})
  const first = await close('first_steps')
  await close('weekend')
  await close('bitcoin')
  await vi.waitFor(() => expect(heard).toHaveBeenCalledTimes(3))
  expect(heard).toHaveBeenCalledWith({ type: 'user_changed' })
  app.clock.advance(1000)
  expect(await read()).toEqual({ first_steps: first, weekend: first })
  expect(await close('weekend')).toBe(first + 1000)
  expect(await read()).toEqual({ first_steps: first, weekend: first + 1000 })
  expect((await client.post('/api/offers/dismiss', { name: 'unknown' })).status).toBe(400)
})
