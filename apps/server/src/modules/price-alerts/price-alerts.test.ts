import { type PriceAlert, priceAlertsCalls } from '@tradefront/contract/price-alerts'
import { maxWaitingAlerts } from '@tradefront/rules/price-alerts/price-alerts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { TestClient } from '../../../test/fixtures/app/test-app.ts'
import { findQueuedMails } from '../../../test/fixtures/mail/queued-mails.ts'
import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'
import { dayMs, hourMs, minuteMs } from '../../platform/clock.ts'
import { createCheckAlerts } from './check-alerts.ts'
import { listAlertViews } from './manage-alerts.ts'

const { listPriceAlerts, createPriceAlert, deletePriceAlert } = priceAlertsCalls

let app: TradingApp
/** Runs the job of a server that has just started. */
let check: () => Promise<void>
beforeAll(async () => {
  app = await startTradingApp()
  await app.context.live.start()
})
beforeEach(async () => {
  await app.database.db.deleteFrom('price_alerts').execute()
  // EUR/USD is at 1.00000.
  app.startDay()
  check = createCheckAlerts(app.context)
})
afterEach(() => app.market.setFreeze(null))
afterAll(() => app.stop())

type Reply = { readonly return: boolean; readonly error?: string; readonly alert?: PriceAlert }
const set = async (client: TestClient, price: number, change: object = {}): Promise<Reply> =>
  (await client.post(createPriceAlert.path, { symbol: 'EURUSD', price, byMail: false, byPush: false, ...change }))
    .json as Reply
const list = async (client: TestClient) =>
  ((await client.get(listPriceAlerts.path)).json as { readonly alerts: PriceAlert[] }).alerts
/** Lists the alerts of a trader whose session can have ended. */
const listOf = (userId: number) => listAlertViews(app.context, userId)
const getNow = () => app.clock.now().getTime()

describe('setting an alert', () => {
  test('the latest price decides whether it waits for a rise or a fall', async () => {
    const { client } = await app.registerTrader()
    expect(await set(client, 1.0842)).toEqual({
      return: true,
      alert: {
        id: expect.any(String),
        symbol: 'EURUSD',
        direction: 'above',
        price: 1.0842,
        digits: 5,
        byMail: false,
        byPush: false,
        state: 'waiting',
        reached: null,
        expiresAtMs: getNow() + 30 * dayMs,
      },
    })
    app.clock.advance(1)
    expect((await set(client, 0.99999, { byMail: true, byPush: true })).alert).toMatchObject({
      direction: 'below',
      price: 0.99999,
      byMail: true,
      byPush: true,
    })
    expect((await list(client)).map(({ price }) => price)).toEqual([0.99999, 1.0842])
  })

  test.each([
    [1, 'price_alerts.at_price'],
    [10.1, 'price_alerts.too_far'],
    [0.09, 'price_alerts.too_far'],
  ])('the price %d is refused: %s', async (price, error) => {
    const { client } = await app.registerTrader()
    expect(await set(client, price)).toMatchObject({ return: false, error })
    expect(await list(client)).toEqual([])
  })

  test('a second alert at the same price of a symbol is refused, one of another symbol or price is not', async () => {
    const { client } = await app.registerTrader()
    const [first, second] = await Promise.all([set(client, 1.1), set(client, 1.1)])
    expect([first, second].filter((reply) => reply.return)).toHaveLength(1)
    expect([first, second].find((reply) => !reply.return)).toMatchObject({ error: 'price_alerts.same' })
    expect(await set(client, 1.10001)).toMatchObject({ return: true })
    expect(await set(client, 1.1, { symbol: 'GBPUSD' })).toMatchObject({ return: true })
  })

  test('20 alerts can wait, also if several devices set them at once', async () => {
    const { client } = await app.registerTrader()
    for (let number = 1; number < maxWaitingAlerts - 1; number += 1) await set(client, 1.1 + number / 1000)
    const replies = await Promise.all([1.21, 1.22, 1.23, 1.24].map((price) => set(client, price)))
    expect(replies.filter((reply) => reply.return)).toHaveLength(2)
    expect(await set(client, 1.3)).toMatchObject({ return: false, error: 'price_alerts.full', message: /20/ })
    const alerts = await list(client)
    expect(alerts).toHaveLength(maxWaitingAlerts)
    await client.post(deletePriceAlert.path, { id: alerts[3]?.id })
    expect(await set(client, 1.3)).toMatchObject({ return: true })
  })

  test('an unknown symbol is refused', async () => {
    const { client } = await app.registerTrader()
    const body = { symbol: 'NOSUCH', price: 2, byMail: false, byPush: false }
    expect((await client.post(createPriceAlert.path, body)).status).toBe(400)
  })

  test('on a closed market the last price decides, and the first one after the weekend can reach it', async () => {
    const { client } = await app.registerTrader()
    // A Friday, after the close.
    app.clock.set(new Date(`${new Date(getNow() + 2 * dayMs).toISOString().slice(0, 10)}T21:05:00Z`))
    expect((await set(client, 1.01)).alert?.direction).toBe('above')
    await check()
    const opensAtMs = getNow() + 2 * dayMs - 5 * minuteMs
    app.market.setPrice('EURUSD', 101_500, opensAtMs)
    app.clock.set(new Date(opensAtMs + 5000))
    await check()
    expect(await list(client)).toMatchObject([{ state: 'reached', reached: { price: 1.015, atMs: opensAtMs } }])
  })
})

describe('an alert is reached', () => {
  test.each([
    ['exactly at its price', 1.001, 100_100],
    ['when the price jumps over it', 1.001, 100_900],
    ['exactly at its price from above', 0.999, 99_900],
    ['when the price jumps below it', 0.999, 99_000],
  ])('%s', async (_what, price, points) => {
    const { client } = await app.registerTrader()
    await set(client, price)
    await check()
    app.pass(2200, points)
    const atMs = Math.ceil(getNow() / 200) * 200
    app.pass(1000)
    await check()
    expect(await list(client)).toMatchObject([{ state: 'reached', reached: { price: points / 1e5, atMs } }])
  })

  test('not by a price one point before it, and not by one that was before it was set', async () => {
    const { client } = await app.registerTrader()
    app.market.setPrice('EURUSD', 110_000, getNow() - 20_000)
    app.market.setPrice('EURUSD', 100_000, getNow() - 10_000)
    await set(client, 1.05)
    app.pass(1000, 104_999)
    app.pass(1000)
    await check()
    expect(await list(client)).toMatchObject([{ state: 'waiting' }])
  })

  test('by a price that has already gone back, with the time of that price', async () => {
    const { client } = await app.registerTrader()
    await set(client, 1.05)
    await check()
    app.pass(3000, 105_000)
    const atMs = Math.ceil(getNow() / 200) * 200
    app.pass(400, 100_000)
    app.pass(20_000)
    await check()
    expect(await list(client)).toMatchObject([{ state: 'reached', reached: { price: 1.05, atMs } }])
  })

  test('once: neither the next check nor another price tells it again', async () => {
    const { client, form } = await app.registerTrader()
    await set(client, 1.05, { byMail: true })
    app.pass(1000, 106_000)
    app.pass(1000)
    await check()
    await check()
    app.pass(1000, 100_000)
    app.pass(1000, 107_000)
    app.pass(1000)
    await check()
    expect(await list(client)).toMatchObject([{ reached: { price: 1.06 } }])
    expect(await findQueuedMails(app, form.login, 'price_alert_reached')).toHaveLength(1)
  })

  test('not while the market is frozen, and afterwards with the time of its price', async () => {
    const { client } = await app.registerTrader()
    await set(client, 1.05)
    app.pass(1000, 106_000)
    const atMs = Math.ceil(getNow() / 200) * 200
    app.pass(60_000)
    app.market.setFreeze({ sinceMs: atMs })
    await check()
    expect(await list(client)).toMatchObject([{ state: 'waiting' }])
    app.market.setFreeze(null)
    await check()
    expect(await list(client)).toMatchObject([{ state: 'reached', reached: { atMs } }])
  })

  test.each([
    ['forty minutes', 40 * minuteMs],
    ['an hour and a half', 1.5 * hourMs],
    ['five days', 5 * dayMs],
  ])('while all servers were stopped for %s, with the time of its price', async (_what, stopMs) => {
    const { client } = await app.registerTrader()
    await set(client, 1.05)
    await set(client, 1.07)
    await check()
    app.pass(100 + stopMs / 3, 106_000)
    const atMs = Math.ceil(getNow() / 200) * 200
    app.pass((2 * stopMs) / 3)
    await createCheckAlerts(app.context)()
    expect(await list(client)).toMatchObject([
      { price: 1.07, state: 'waiting' },
      { price: 1.05, state: 'reached', reached: { price: 1.06, atMs } },
    ])
  })

  test('after a long pause of a server that has compared prices before', async () => {
    const { client } = await app.registerTrader()
    await set(client, 1.05)
    const checkAlerts = createCheckAlerts(app.context)
    app.pass(30 * minuteMs, 104_000)
    await checkAlerts()
    app.pass(hourMs, 106_000)
    const atMs = Math.ceil(getNow() / 200) * 200
    app.pass(hourMs)
    await checkAlerts()
    expect(await list(client)).toMatchObject([{ state: 'reached', reached: { atMs } }])
  })

  test('by one of two servers that find its price at the same time', async () => {
    const { client, form, userId } = await app.registerTrader()
    for (const price of [1.01, 1.02, 1.03]) await set(client, price, { byMail: true })
    const events: unknown[] = []
    const stop = app.context.live.subscribe(userId, (event) => {
      if (event.type === 'price_alerts' && event.ended !== null) events.push(event)
    })
    app.pass(1000, 106_000)
    app.pass(1000)
    await Promise.all([1, 2, 3, 4].map(() => createCheckAlerts(app.context)()))
    expect(await findQueuedMails(app, form.login, 'price_alert_reached')).toHaveLength(3)
    await expect.poll(() => events).toHaveLength(3)
    stop()
  })

  test('by one reading of the new prices of a symbol, however many alerts wait', async () => {
    const traders = await Promise.all([1, 2, 3].map(() => app.registerTrader()))
    const countReads = async () => {
      let reads = 0
      const market = app.createContext({}).market
      const listQuotes: typeof market.listQuotes = (...range) => {
        reads += 1
        return market.listQuotes(...range)
      }
      await createCheckAlerts({ ...app.context, market: { ...market, listQuotes } })()
      return reads
    }
    for (const { client } of traders)
      for (const price of [1.2, 1.3, 1.4, 0.8, 0.7]) expect(await set(client, price)).toMatchObject({ return: true })
    expect(await countReads()).toBe(1)
  })
})

describe('who is told', () => {
  const reach = async () => {
    app.pass(1000, 106_000)
    app.pass(1000)
    await check()
  }

  test('a trader who has chosen it gets a mail with price, level and time, in the language of the account', async () => {
    const { client, form, userId } = await app.registerTrader()
    await app.database.db.updateTable('users').set({ language: 'ru' }).where('id', '=', userId).execute()
    await set(client, 1.05, { byMail: true })
    await reach()
    const [mail] = await findQueuedMails(app, form.login, 'price_alert_reached')
    expect(mail?.subject).toBe('EUR/USD: цена поднялась до 1,06000')
    expect(mail?.text).toContain('1,05000')
    expect(mail?.text).toMatch(/ 10:00:0\d UTC/)
    expect(mail?.link).toBe('http://localhost/ru/trading#/home?chart=EURUSD&seconds=60')
  })

  test('nobody gets a mail who has not chosen it, or whose address is not confirmed', async () => {
    const quiet = await app.registerTrader()
    const unproved = await app.registerTrader({}, { isEmailProved: false })
    await set(quiet.client, 1.05)
    await set(unproved.client, 1.05, { byMail: true })
    await reach()
    for (const { form, client } of [quiet, unproved]) {
      expect(await list(client)).toMatchObject([{ state: 'reached' }])
      expect(await findQueuedMails(app, form.login, 'price_alert_reached')).toEqual([])
    }
  })

  test('browsers of the trader, and no other ones, learn of each change', async () => {
    const { client, userId } = await app.registerTrader()
    const { userId: otherId } = await app.registerTrader()
    const events: unknown[] = []
    const stops = [
      app.context.live.subscribe(userId, (event) => events.push(event)),
      app.context.live.subscribe(otherId, () => events.push('other')),
    ]
    const { alert } = await set(client, 1.2)
    await client.post(deletePriceAlert.path, { id: alert?.id })
    await set(client, 1.05)
    await reach()
    await expect
      .poll(() => events)
      .toMatchObject([
        { type: 'price_alerts', ended: null },
        { type: 'price_alerts', ended: null },
        { type: 'price_alerts', ended: null },
        { type: 'price_alerts', ended: { state: 'reached', reached: { price: 1.06 } } },
      ])
    for (const stop of stops) stop()
  })
})

describe('the end of 30 days', () => {
  test('an alert expires, and says so', async () => {
    const { client, form, userId } = await app.registerTrader()
    await set(client, 1.05, { byMail: true })
    app.clock.advance(30 * dayMs + minuteMs - 1)
    await check()
    expect(await listOf(userId)).toMatchObject([{ state: 'waiting' }])
    app.clock.advance(1)
    await check()
    expect(await listOf(userId)).toMatchObject([{ state: 'expired', reached: null }])
    const [mail] = await findQueuedMails(app, form.login, 'price_alert_expired')
    expect(mail?.subject).toBe('EUR/USD did not rise to 1.05000')
    expect(mail?.text).toContain('within 30 days')
  })

  test('a price before the end counts although it is found later, one after it does not', async () => {
    const [first, second] = [await app.registerTrader(), await app.registerTrader()]
    await set(first.client, 1.05)
    await set(second.client, 1.07)
    const endMs = getNow() + 30 * dayMs
    app.market.setPrice('EURUSD', 106_000, endMs - hourMs)
    app.market.setPrice('EURUSD', 108_000, endMs + 1)
    app.clock.advance(30 * dayMs + hourMs)
    await check()
    expect(await listOf(first.userId)).toMatchObject([
      { state: 'reached', reached: { price: 1.06, atMs: endMs - hourMs } },
    ])
    expect(await listOf(second.userId)).toMatchObject([{ state: 'expired' }])
  })

  test('ended alerts are listed for a week, and deleted after a month', async () => {
    const { client, userId } = await app.registerTrader()
    for (let number = 1; number <= 12; number += 1) {
      await set(client, 1 + number / 100)
      await app.database.db
        .updateTable('price_alerts')
        .set({ state: 'expired', slot: null, ended_at: new Date(getNow() + number) })
        .where('user_id', '=', userId)
        .where('state', '=', 'waiting')
        .execute()
    }
    expect((await listOf(userId)).map(({ price }) => price).slice(0, 2)).toEqual([1.12, 1.11])
    expect(await listOf(userId)).toHaveLength(10)
    app.clock.advance(7 * dayMs + 20)
    expect(await listOf(userId)).toEqual([])
    const countAll = () =>
      app.database.db.selectFrom('price_alerts').select('id').where('user_id', '=', userId).execute()
    await app.runJob('price-alerts.delete_ended')
    expect(await countAll()).toHaveLength(12)
    app.clock.advance(23 * dayMs)
    await app.runJob('price-alerts.delete_ended')
    expect(await countAll()).toEqual([])
  })
})

test('the alert of another trader is neither listed nor found', async () => {
  const [owner, other] = [await app.registerTrader(), await app.registerTrader()]
  const { alert } = await set(owner.client, 1.05)
  expect(await list(other.client)).toEqual([])
  expect((await other.client.post(deletePriceAlert.path, { id: alert?.id })).status).toBe(404)
  expect(await list(owner.client)).toHaveLength(1)
  expect((await owner.client.post(deletePriceAlert.path, { id: alert?.id })).json).toEqual({ return: true })
  expect((await owner.client.post(deletePriceAlert.path, { id: alert?.id })).status).toBe(404)
})

describe('the database', () => {
  test.each([
    ['an alert that ends without its price', { state: 'reached', slot: null, ended_at: new Date(0) }],
    ['an alert that ends by a price before its level', reachedBy(104_999, 1)],
    ['an alert that ends by a price before it was set', reachedBy(105_000, 0)],
    ['an alert that ends by a price after its time', reachedBy(105_000, 30 * dayMs + 1)],
    ['an ended alert that keeps its place', { state: 'expired', ended_at: new Date(0) }],
    ['another price', { points: 1 }],
    ['another trader', { user_id: 1 }],
  ])('refuses %s', async (_what, change) => {
    const { client } = await app.registerTrader()
    const { alert } = await set(client, 1.05)
    const fields = typeof change === 'function' ? change(getNow()) : change
    const update = app.database.db.updateTable('price_alerts').set(fields)
    await expect(update.where('id', '=', alert?.id ?? '').execute()).rejects.toThrow()
    expect(await list(client)).toMatchObject([{ state: 'waiting', price: 1.05 }])
  })

  test('refuses to change an alert that has ended', async () => {
    const { client } = await app.registerTrader()
    const { alert } = await set(client, 1.05)
    app.pass(1000, 106_000)
    app.pass(1000)
    await check()
    const update = app.database.db
      .updateTable('price_alerts')
      .set({ state: 'waiting', slot: 3, ended_at: null, reached_at: null, reached_points: null })
      .where('id', '=', alert?.id ?? '')
    await expect(update.execute()).rejects.toThrow()
  })
})

/** Describes an alert that has reached its level. @param afterMs from the time at which the alert was set */
function reachedBy(points: number, afterMs: number) {
  return (setMs: number) => ({
    state: 'reached',
    slot: null,
    ended_at: new Date(setMs),
    reached_points: points,
    reached_at: new Date(setMs + afterMs),
  })
}
