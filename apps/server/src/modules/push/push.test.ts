import { priceAlertsCalls } from '@tradefront/contract/price-alerts'
import { type PushContent, pushCalls } from '@tradefront/contract/push'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { countRows, createBadInputs } from '../../../test/fixtures/app/bad-input.ts'
import type { TestClient } from '../../../test/fixtures/app/test-app.ts'
import { createPushBrowser, type PushBrowser } from '../../../test/fixtures/push/push-browser.ts'
import { readVapidToken, startTestPushService } from '../../../test/fixtures/push/test-push-service.ts'
import { startTradingApp, type TradingApp } from '../../../test/fixtures/trading/trading-app.ts'
import { dayMs, hourMs, minuteMs } from '../../platform/clock.ts'
import { createSeal } from '../../platform/crypto/seal.ts'
import { openPushKey, resealPushKey } from './push-key.ts'
import { sendPush } from './service.ts'

const { getPushKey, savePushSubscription } = pushCalls

let service: Awaited<ReturnType<typeof startTestPushService>>
let app: TradingApp
beforeAll(async () => {
  service = await startTestPushService()
  app = await startTradingApp({ config: { sandboxUrl: service.url } })
})
beforeEach(async () => {
  await app.database.db.deleteFrom('push_subscriptions').execute()
  service.setStatus(201)
  service.received.length = 0
  app.startDay()
})
afterAll(async () => {
  await app.stop()
  await service.stop()
})

const content: PushContent = { title: 'Gold rose to 2,650.55', body: 'Your alert at 2,650.00', path: '/en/trading' }
const subscribe = async (client: TestClient, name = '1', browser: PushBrowser = createPushBrowser()) => {
  const body = { endpoint: `${service.url}/push/send/${name}`, keys: browser.keys }
  expect((await client.post(savePushSubscription.path, body)).json).toEqual({ return: true })
  return browser
}
const push = (userId: number) => sendPush(app.context, userId, content, app.database.db)
const deliver = async () => {
  await app.runJob('push.send_messages')
  await app.context.rounds.waitForRounds()
}
const listPaths = () => service.received.map(({ path }) => path)
const countMessages = async () => (await app.database.db.selectFrom('push_messages').select('id').execute()).length

test('a price alert reaches the browser of its trader, encrypted, with symbol, price and direction only', async () => {
  const { client, form } = await app.registerTrader()
  const browser = await subscribe(client)
  const alert = { symbol: 'EURUSD', price: 1.05, byMail: false, byPush: true }
  await client.post(priceAlertsCalls.createPriceAlert.path, alert)
  app.pass(1000, 106_000)
  app.pass(1000)
  await app.runJob('price-alerts.check')
  await deliver()
  const [received] = service.received
  if (received === undefined) throw new Error('nothing was sent')
  expect(received.headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' })
  const text = browser.decrypt(received.body)
  expect(JSON.parse(text)).toEqual({
    title: 'EUR/USD rose to 1.06000',
    body: expect.stringMatching(/^Your alert at 1\.05000, \d{4}-\d\d-\d\d 10:00:0\d UTC$/),
    path: '/en/trading#/home?chart=EURUSD&seconds=60',
  })
  expect(text).not.toMatch(new RegExp(`${form.firstName}|${form.lastName}|${form.login}`))
  expect(readVapidToken(received).key).toBe(((await client.get(getPushKey.path)).json as { key: string }).key)
  await deliver()
  expect(service.received).toHaveLength(1)
})

test('an alert without push sends none', async () => {
  const { client } = await app.registerTrader()
  await subscribe(client)
  await client.post(priceAlertsCalls.createPriceAlert.path, {
    symbol: 'EURUSD',
    price: 1.05,
    byMail: false,
    byPush: false,
  })
  app.pass(1000, 106_000)
  app.pass(1000)
  await app.runJob('price-alerts.check')
  expect(await countMessages()).toBe(0)
})

describe('a subscription', () => {
  test('is one for each browser, and gets each message once', async () => {
    const { client, userId } = await app.registerTrader()
    await subscribe(client, 'phone')
    await subscribe(client, 'desk')
    const browser = await subscribe(client, 'phone')
    await push(userId)
    await deliver()
    expect(listPaths().toSorted()).toEqual(['/push/send/desk', '/push/send/phone'])
    const phone = service.received.find(({ path }) => path.endsWith('phone'))
    expect(browser.decrypt(phone?.body ?? Buffer.alloc(0))).toBe(JSON.stringify(content))
  })

  test('belongs to the trader who has logged in on the browser last', async () => {
    const [first, second] = [await app.registerTrader(), await app.registerTrader()]
    await subscribe(first.client)
    await subscribe(second.client)
    await push(first.userId)
    await deliver()
    expect(service.received).toEqual([])
    await push(second.userId)
    await deliver()
    expect(service.received).toHaveLength(1)
  })

  test('beyond ten replaces the oldest one', async () => {
    const { client, userId } = await app.registerTrader()
    for (let number = 1; number <= 11; number += 1) {
      app.clock.advance(1000)
      await subscribe(client, String(number))
    }
    await push(userId)
    await deliver()
    expect(listPaths()).toHaveLength(10)
    expect(listPaths()).not.toContain('/push/send/1')
  })

  test('ten can be made at once, and the database allows no eleventh', async () => {
    const { client, userId } = await app.registerTrader()
    await Promise.all([1, 2, 3, 4].map((number) => subscribe(client, String(number))))
    const list = app.database.db.selectFrom('push_subscriptions').selectAll().where('user_id', '=', userId)
    const [row] = await list.execute()
    if (row === undefined) throw new Error('no subscription')
    const extra = { ...row, id: app.context.newId(), endpoint: `${row.endpoint}/more` }
    await expect(
      app.database.db
        .insertInto('push_subscriptions')
        .values({ ...extra, slot: 10 })
        .execute(),
    ).rejects.toThrow()
    await expect(app.database.db.insertInto('push_subscriptions').values(extra).execute()).rejects.toThrow()
  })

  test('ends with the session: on log-out, and when the session was not used for long', async () => {
    const { client, userId, form } = await app.registerTrader()
    await subscribe(client, 'out')
    await client.post('/api/logout')
    await push(userId)
    expect(await countMessages()).toBe(0)
    await client.login(form.login, form.password)
    await subscribe(client, 'idle')
    app.clock.advance(100 * dayMs)
    await push(userId)
    expect(await countMessages()).toBe(0)
  })

  test.each([404, 410, 403])('ends when its push service answers %d', async (status) => {
    const { client, userId } = await app.registerTrader()
    await subscribe(client)
    await push(userId)
    service.setStatus(status)
    await deliver()
    expect(await app.database.db.selectFrom('push_subscriptions').select('id').execute()).toEqual([])
    expect(await countMessages()).toBe(0)
  })

  test.each([
    ['https://127.0.0.1/push/send/1'],
    ['https://169.254.169.254/latest/meta-data'],
    ['https://intranet.example/push'],
    ['http://fcm.googleapis.com/fcm/send/1'],
    ['file:///etc/passwd'],
  ])('with the address %s is refused', async (endpoint) => {
    const { client } = await app.registerTrader()
    const body = { endpoint, keys: createPushBrowser().keys }
    expect((await client.post(savePushSubscription.path, body)).status).toBe(400)
  })

  test('with a key that is no point of the curve is refused', async () => {
    const { client } = await app.registerTrader()
    const keys = { ...createPushBrowser().keys, p256dh: Buffer.alloc(65, 4).toString('base64url') }
    const body = { endpoint: `${service.url}/push/send/1`, keys }
    expect((await client.post(savePushSubscription.path, body)).status).toBe(400)
  })
})

describe('a message that its push service does not take', () => {
  test('is sent again after 10 s, 1, 5, 15 and 60 min, and then given up', async () => {
    const { client, userId } = await app.registerTrader()
    await subscribe(client)
    await push(userId)
    service.setStatus(503)
    for (const waitMs of [0, 10_000, minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs]) {
      const before = service.received.length
      app.clock.advance(Math.max(0, waitMs - 1))
      await deliver()
      app.clock.advance(1)
      await deliver()
      expect(service.received).toHaveLength(before + 1)
    }
    expect(await countMessages()).toBe(0)
    expect(app.logs.join('')).toContain('was given up: HTTP 503')
  })

  test('is not sent after a day', async () => {
    const { client, userId } = await app.registerTrader()
    await subscribe(client)
    await push(userId)
    app.clock.advance(dayMs)
    await deliver()
    expect(service.received).toEqual([])
    expect(await countMessages()).toBe(0)
  })

  test('is given up at once if it is refused', async () => {
    const { client, userId } = await app.registerTrader()
    await subscribe(client)
    await push(userId)
    service.setStatus(400)
    await deliver()
    expect(await countMessages()).toBe(0)
    expect(await app.database.db.selectFrom('push_subscriptions').select('id').execute()).toHaveLength(1)
  })
})

test('several servers at once send a message once', async () => {
  const { client, userId } = await app.registerTrader()
  await subscribe(client)
  await push(userId)
  await Promise.all([deliver(), deliver(), deliver()])
  expect(service.received).toHaveLength(1)
})

test('servers that start together make one key, and it stays when SECRET_KEY is replaced', async () => {
  const keys = await Promise.all([1, 2, 3].map(() => openPushKey(app.context)))
  expect(new Set(keys.map(({ publicKey }) => publicKey.toString('hex'))).size).toBe(1)
  const seal = createSeal(`another key of 32 characters or more,${app.secretKey}`)
  expect(await resealPushKey({ ...app.context, seal })).toEqual({ resealed: 1, unreadable: 0 })
  const only = createSeal('another key of 32 characters or more')
  expect(await openPushKey({ ...app.context, seal: only })).toEqual(keys[0])
  await resealPushKey({ ...app.context, seal: createSeal(`${app.secretKey},another key of 32 characters or more`) })
  await expect(app.database.db.deleteFrom('push_keys').execute()).rejects.toThrow()
})

test('a visitor without a session neither gets the key nor subscribes', async () => {
  const visitor = await app.openClient()
  expect((await visitor.get(getPushKey.path)).status).toBe(401)
  expect((await visitor.post(savePushSubscription.path)).status).toBe(401)
})

describe('/api/push/subscribe', () => {
  let trader: TestClient
  beforeEach(async () => {
    trader = (await app.registerTrader()).client
  })
  const valid = { endpoint: 'https://fcm.googleapis.com/fcm/send/1', keys: createPushBrowser().keys }
  test.each(createBadInputs(valid).map((bad) => [bad.description, bad] as const))('refuses %s', async (_what, bad) => {
    const before = await countRows(app.database.db)
    const reply = await bad.send(trader, savePushSubscription.path)
    expect([400, 413, 415], reply.text).toContain(reply.status)
    expect(await countRows(app.database.db)).toEqual(before)
  })
})
