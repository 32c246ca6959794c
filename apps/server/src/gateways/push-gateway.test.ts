import { createECDH } from 'node:crypto'
import type { LookupAddress, lookup } from 'node:dns'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { createPushBrowser } from '../../test/fixtures/push/push-browser.ts'
import { readVapidToken, startTestPushService } from '../../test/fixtures/push/test-push-service.ts'
import { createPushGateway, isPushPublicKey, type OutgoingPush, type PushGateway } from './push-gateway.ts'

let service: Awaited<ReturnType<typeof startTestPushService>>
let gateway: PushGateway
let addresses: LookupAddress[] = []
const resolved: string[] = []
const resolveHost = ((hostname: string, _options: unknown, done: (error: null, found: LookupAddress[]) => void) => {
  resolved.push(hostname)
  done(null, addresses)
}) as unknown as typeof lookup
beforeAll(async () => {
  service = await startTestPushService()
  gateway = createPushGateway({ sandboxUrl: service.url, resolveHost })
})
beforeEach(() => {
  service.setStatus(201)
  service.received.length = 0
  resolved.length = 0
})
afterAll(async () => {
  await gateway.close()
  await service.stop()
})

const browser = createPushBrowser()
const pair = createECDH('prime256v1')
pair.generateKeys()
const key = { publicKey: pair.getPublicKey(), privateKey: pair.getPrivateKey() }
const nowMs = Date.UTC(2026, 10, 18, 10)
const send = (change: Partial<OutgoingPush> = {}) =>
  gateway.sendPush(
    {
      endpoint: `${service.url}/push/send/1`,
      publicKey: Buffer.from(browser.keys.p256dh, 'base64url'),
      authSecret: Buffer.from(browser.keys.auth, 'base64url'),
      content: 'Gold rose to 2,650.55',
      ttlSeconds: 86_400,
      ...change,
    },
    key,
    'mailto:support@trade.example',
    nowMs,
  )

test('the example of RFC 8291 is read by the browser of the tests', () => {
  const receiver = createPushBrowser({
    privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  })
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  expect(receiver.decrypt(Buffer.from(body, 'base64url'))).toBe('When I grow up, I want to be a watermelon')
})

test('a message has the headers of RFC 8030, and only its browser can read it', async () => {
  expect(await send()).toEqual({ kind: 'sent' })
  const [push] = service.received
  expect(push?.path).toBe('/push/send/1')
  expect(push?.headers).toMatchObject({ ttl: '86400', urgency: 'high', 'content-encoding': 'aes128gcm' })
  const body = push?.body ?? Buffer.alloc(0)
  expect(body.toString('latin1')).not.toContain('Gold')
  expect(browser.decrypt(body)).toBe('Gold rose to 2,650.55')
  expect(() => createPushBrowser().decrypt(body)).toThrow()
})

test('the server proves its key to the push service for half a day, and names its support', async () => {
  await send()
  const [push] = service.received
  if (push === undefined) throw new Error('nothing was sent')
  expect(readVapidToken(push)).toEqual({
    claims: { aud: service.url, exp: nowMs / 1000 + 43_200, sub: 'mailto:support@trade.example' },
    key: key.publicKey.toString('base64url'),
  })
})

describe('a reply decides what happens to the message', () => {
  test.each([
    [200, 'sent'],
    [201, 'sent'],
    [301, 'rejected'],
    [307, 'rejected'],
    [400, 'rejected'],
    [401, 'gone'],
    [403, 'gone'],
    [404, 'gone'],
    [408, 'deferred'],
    [410, 'gone'],
    [413, 'rejected'],
    [429, 'deferred'],
    [500, 'deferred'],
    [503, 'deferred'],
  ])('%d: %s', async (status, kind) => {
    service.setStatus(status)
    expect((await send()).kind).toBe(kind)
    expect(service.received).toHaveLength(1)
  })

  test('no reply in time: deferred', async () => {
    const silent = createServer().listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const impatient = createPushGateway({ sandboxUrl: url, timeoutMs: 50 })
    const push = { endpoint: `${url}/push/1`, publicKey: key.publicKey, authSecret: Buffer.alloc(16) }
    expect(
      await impatient.sendPush({ ...push, content: 'x', ttlSeconds: 1 }, key, 'mailto:a@b.example', nowMs),
    ).toEqual({ kind: 'deferred', reason: 'no reply' })
    await impatient.close()
  })
})

test('an address that is not that of a push service is not asked, and its name is not resolved', async () => {
  for (const endpoint of ['https://intranet.example/', 'https://127.0.0.1/', `${service.url}/control`])
    expect((await send({ endpoint })).kind, endpoint).toBe('gone')
  expect(service.received).toEqual([])
  expect(resolved).toEqual([])
})

test('a push service whose name leads to a private address is not connected to', async () => {
  addresses = [{ address: '10.0.0.7', family: 4 }]
  expect((await send({ endpoint: 'https://fcm.googleapis.com/fcm/send/1' })).kind).toBe('deferred')
  expect(resolved).toEqual(['fcm.googleapis.com'])
})

test('a point that is not on the curve is no key of a browser', () => {
  expect(isPushPublicKey(key.publicKey)).toBe(true)
  expect(isPushPublicKey(Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]))).toBe(false)
  expect(isPushPublicKey(Buffer.alloc(65))).toBe(false)
})
