import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { walletCharge } from '@tradefront/processors/testing/conformance-data'
import { harborUpstream as upstream } from '@tradefront/processors/testing/harbor'
import { harborWords } from '@tradefront/processors/testing/harbor-words'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { createManualClock } from '../platform/clock.ts'
import { hmacSha256 } from '../platform/crypto/hmac-sha256.ts'
import { createProcessorGateway, type ProcessorGateway } from './processor-gateway.ts'
import type { ProviderAccess } from './provider-access.ts'

const clock = createManualClock(new Date('2026-11-18T10:00:00Z'))
const keys = { api_key: ['key_of_the_api'], webhook_key: ['key_of_webhooks'] }
const { reference } = walletCharge
const names = { reference, processorReference: null }

type Seen = {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: object
  readonly body: string
}

let server: Server
let gateway: ProcessorGateway
let access: ProviderAccess | null
const seen: Seen[] = []
let reply: (response: ServerResponse, request: IncomingMessage) => void
const unverified: unknown[] = []

const sayJson = (status: number, json: unknown) => {
  reply = (response) => void response.writeHead(status).end(JSON.stringify(json))
}

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      const { method, url, headers } = request
      seen.push({ method, url, headers, body })
      reply(response, request)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  gateway = createProcessorGateway({
    findAccess: () => Promise.resolve(access),
    clock,
    onUnverifiedReply: (...found) => unverified.push(found),
    callTimeoutMs: 30_000,
  })
})
beforeEach(() => {
  const { port } = server.address() as AddressInfo
  access = { address: `http://127.0.0.1:${port}/live`, keys }
  seen.length = 0
  unverified.length = 0
})
afterAll(async () => {
  gateway.close()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

test('a charge is a form with the bearer key and the idempotency key, below the address of the provider', async () => {
  sayJson(201, { payment: reference, id: 'p', state: 'needs_payer', page: 'https://pay.example/1' })
  const response = await gateway.sendRequest(upstream, upstream.buildStartRequest(walletCharge))
  expect(seen).toMatchObject([
    {
      method: 'POST',
      url: '/live/v1/payments',
      headers: {
        authorization: 'Bearer key_of_the_api',
        'idempotency-key': reference,
        'content-type': 'application/x-www-form-urlencoded',
      },
    },
  ])
  const fields = Object.fromEntries(new URLSearchParams(seen[0]?.body))
  expect(fields).toMatchObject({
    payment: reference,
    cents: '100000',
    currency: 'usd',
    'payer[email]': 'ada@example.com',
  })
  expect(response).toMatchObject({ ok: true, status: 201, json: { state: 'needs_payer' } })
})

test('the status is read by GET, without a body', async () => {
  sayJson(200, { payment: reference, id: 'p', state: 'working' })
  await gateway.sendRequest(upstream, upstream.buildStatusRequest(names))
  expect(seen).toMatchObject([{ method: 'GET', url: `/live/v1/payments/${reference}`, body: '' }])
  expect(seen[0]?.headers).not.toHaveProperty('content-type')
  expect(seen[0]?.headers).not.toHaveProperty('idempotency-key')
})

test.each([
  [402, { payment: reference, id: 'p', state: 'declined', code: 'no_funds', is_final: false }, 'declined_soft'],
  [404, { payment: reference, state: 'unknown' }, 'not_found'],
] as const)('the HTTP status %d has a meaning of its own', async (status, json, meaning) => {
  sayJson(status, json)
  const response = await gateway.sendRequest(upstream, upstream.buildStatusRequest(names))
  expect(response).toMatchObject({ ok: true, status })
  expect(upstream.parseChargeStatus(json, status)).toMatchObject({ status: meaning })
})

test.each([
  [400, 'refused'],
  [401, 'refused'],
  [429, 'refused'],
  [301, 'refused'],
  [500, 'status_5xx'],
] as const)(
  'after the HTTP status %d nothing is known of the charge, and it is not asked again at once',
  async (status, fault) => {
    sayJson(status, { payment: reference, id: 'p', state: 'paid', cents: 100_000, currency: 'usd' })
    const response = await gateway.sendRequest(upstream, upstream.buildStartRequest(walletCharge))
    expect(response).toEqual({ ok: false, fault })
    expect(seen).toHaveLength(1)
  },
)

test('no protocol can read a redirect or a fault of the server', async () => {
  const careless = { ...upstream, protocol: { ...upstream.protocol, readableStatuses: [200, 302, 503] } }
  for (const [status, fault] of [
    [302, 'refused'],
    [503, 'status_5xx'],
  ] as const) {
    sayJson(status, { payment: reference, state: 'unknown' })
    expect(await gateway.sendRequest(careless, careless.buildStatusRequest(names))).toEqual({ ok: false, fault })
  }
})

test('a page of a proxy with the status 404 is no answer, and a reply about another payment is reported', async () => {
  reply = (response) => void response.writeHead(404).end('<html>')
  expect(await gateway.sendRequest(upstream, upstream.buildStatusRequest(names))).toEqual({
    ok: false,
    fault: 'unreadable',
  })
  sayJson(200, { payment: 'other', id: 'p', state: 'paid', cents: 100_000, currency: 'usd' })
  const response = await gateway.sendRequest(upstream, upstream.buildStatusRequest(names))
  expect(response).toEqual({ ok: false, fault: 'other_reference' })
  expect(unverified).toEqual([['harbor', reference, 'other_reference']])
})

test('a provider that is not connected is sent nothing, and its webhooks are refused', async () => {
  access = null
  const response = await gateway.sendRequest(upstream, upstream.buildStartRequest(walletCharge))
  expect(response).toEqual({ ok: false, fault: 'not_connected' })
  expect(await gateway.isConnected(upstream)).toBe(false)
  expect(seen).toEqual([])
  const webhook = { method: 'POST', path: '/hooks/harbor', body: '{}' }
  const tools = { keys, mac: hmacSha256, nowMs: clock.now().getTime() }
  const signed = { ...webhook, headers: harborWords.signWebhook(webhook, tools) }
  expect(await gateway.isWebhookGenuine(upstream, signed)).toBe(false)
  access = { address: 'https://api.harbor.example', keys }
  expect(await gateway.isWebhookGenuine(upstream, signed)).toBe(true)
})
