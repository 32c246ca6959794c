import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import {
  getProcessorSecret,
  type ProcessorSecrets,
  signatureHeader,
  signReply,
  signRequest,
} from '@tradefront/processors/signature'
import type { Provider } from '@tradefront/processors/protocol'
import { buildStandardRequest, standardProtocol } from '@tradefront/processors/shared/standard-protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createManualClock } from '../platform/clock.ts'
import { runWork } from '../platform/logging/work.ts'
import { hmacSha256 } from '../platform/crypto/hmac-sha256.ts'
import { createProcessorGateway, type ProcessorGateway } from './processor-gateway.ts'
import { findEnvironmentAccess } from './provider-access.ts'

const secrets = { sandboxSecret: 'a sandbox secret that is only good for tests', processorSecrets: {} }
const secret = getProcessorSecret(hmacSha256, secrets, 'pfs')
const clock = createManualClock(new Date('2026-11-18T10:00:00Z'))
const card = '4242424242424242'

const pfs: Provider = { slug: 'pfs', protocol: standardProtocol }
const findAt =
  (sandboxUrl: string, processorSecrets: ProcessorSecrets = {}) =>
  (provider: Provider) =>
    Promise.resolve(findEnvironmentAccess({ ...secrets, processorSecrets, sandboxUrl }, provider))

let server: Server
let gateway: ProcessorGateway
let impatientGateway: ProcessorGateway
let reply: (request: IncomingMessage, response: ServerResponse, body: string) => void
let requestCount = 0
let connections = 0
const unverified: unknown[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    requestCount += 1
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => reply(request, response, body))
  })
  server.on('connection', () => (connections += 1))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const deps = {
    findAccess: findAt(`http://127.0.0.1:${port}`),
    clock,
    onUnverifiedReply: (...reply: unknown[]) => unverified.push(reply),
  }
  gateway = createProcessorGateway({ ...deps, callTimeoutMs: 30_000 })
  impatientGateway = createProcessorGateway({ ...deps, callTimeoutMs: 300 })
})

afterAll(async () => {
  gateway.close()
  impatientGateway.close()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

function sendReply(response: ServerResponse, body: string, signed: { path?: string; ref?: string; by?: string } = {}) {
  const { path = '/pfs/start', ref = '1', by = 'pfs' } = signed
  const key = getProcessorSecret(hmacSha256, secrets, by)
  const signature = signReply(hmacSha256, key, { status: 200, path, ref, body }, clock.now().getTime())
  response.setHeader(signatureHeader, signature).end(body)
}

const sendRequest = (by = gateway) =>
  by.sendRequest(pfs, buildStandardRequest('pfs', 'start', { ref: '1', card: { number: card } }))

test('sends a signed body to the processor and returns the JSON of its reply', async () => {
  let seen: { url: string | undefined; header: unknown; body: string } | undefined
  reply = (request, response, body) => {
    seen = { url: request.url, header: request.headers[signatureHeader], body }
    sendReply(response, '{"status":"ok","ref":"1"}')
  }
  expect(await sendRequest()).toEqual({ ok: true, json: { status: 'ok', ref: '1' }, status: 200 })
  const body = JSON.stringify({ ref: '1', card: { number: card } })
  expect(seen).toEqual({
    url: '/pfs/start',
    header: signRequest(hmacSha256, secret, { method: 'POST', path: '/pfs/start', body }, clock.now().getTime()),
    body,
  })
})

test('reuses the connection to a processor', async () => {
  reply = (_request, response) => sendReply(response, '{"ref":"1"}')
  await sendRequest()
  const before = connections
  await sendRequest()
  await sendRequest()
  expect(connections).toBe(before)
})

test.each<[string, string, (response: ServerResponse) => void]>([
  ['a missing reply', 'timeout', () => {}],
  ['half a reply and then nothing', 'timeout', (response) => void response.writeHead(200).write('{"sta')],
  ['a connection reset', 'network', (response) => response.socket?.resetAndDestroy()],
  [
    'half a reply and a connection reset',
    'network',
    (response) =>
      response.writeHead(200, { 'content-length': 9 }).write('{"a', () => response.socket?.resetAndDestroy()),
  ],
  ['a status 500', 'status_5xx', (response) => response.writeHead(500).end('{"status":"ok"}')],
  ['a status 503', 'status_5xx', (response) => response.writeHead(503).end()],
  ['a status 404', 'refused', (response) => response.writeHead(404).end('{}')],
  ['a redirect', 'refused', (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
  ['a body that is not JSON', 'unreadable', (response) => sendReply(response, '<html>')],
  ['an empty body', 'unreadable', (response) => sendReply(response, '')],
])('reports %s as a fault, after one request', async (_what, fault, act) => {
  reply = (_request, response) => act(response)
  const before = requestCount
  expect(await sendRequest(fault === 'timeout' ? impatientGateway : gateway)).toEqual({ ok: false, fault })
  expect(requestCount).toBe(before + 1)
})

test('gives up on a call that only tests the processor after the limit of the test', async () => {
  reply = () => undefined
  const request = buildStandardRequest('pfs', 'start', { ref: '1' })
  expect(await gateway.sendRequest(pfs, request, { timeoutMs: 300 })).toEqual({ ok: false, fault: 'timeout' })
})

test('stops reading a reply of 100 MB at once', async () => {
  let sent = 0
  reply = (_request, response) => {
    const part = Buffer.alloc(64 * 1024, 'x')
    const push = (): void => {
      while (sent < 100 * 1024 * 1024 && !response.destroyed) {
        sent += part.length
        if (!response.write(part)) return void response.once('drain', push)
      }
      response.end()
    }
    push()
  }
  expect(await sendRequest()).toEqual({ ok: false, fault: 'unreadable' })
  expect(sent).toBeLessThan(20 * 1024 * 1024)
})

test('reports an unreachable processor as a network fault', async () => {
  const nowhere = createProcessorGateway({
    findAccess: findAt('http://127.0.0.1:1'),
    clock,
    onUnverifiedReply: () => undefined,
    callTimeoutMs: 30_000,
  })
  expect(await sendRequest(nowhere)).toEqual({ ok: false, fault: 'network' })
  nowhere.close()
})

const about = (ref: string) => JSON.stringify({ status: 'succeeded', ref })

test.each<[string, string, (response: ServerResponse) => void]>([
  ['without a signature', 'unsigned', (response) => response.end(about('1'))],
  ['of another processor', 'unsigned', (response) => sendReply(response, about('1'), { by: 'orange' })],
  ['to another call', 'unsigned', (response) => sendReply(response, about('1'), { path: '/pfs/status' })],
  ['to a request with another reference', 'unsigned', (response) => sendReply(response, about('1'), { ref: '2' })],
  ['about another reference', 'other_reference', (response) => sendReply(response, about('2'))],
  ['without a reference', 'other_reference', (response) => sendReply(response, '{"status":"succeeded"}')],
])('refuses and reports a reply %s', async (_what, fault, act) => {
  reply = (_request, response) => act(response)
  unverified.length = 0
  expect(await sendRequest()).toEqual({ ok: false, fault })
  expect(unverified).toEqual([['pfs', '1', fault]])
})

test('refuses and reports a reply about another refund of the same charge', async () => {
  const requestRefund = () =>
    gateway.sendRequest(pfs, buildStandardRequest('pfs', 'refund', { ref: '1', refund_ref: 'r1' }))
  for (const [body, fault] of [
    [{ ref: '1', refund_ref: 'r1', status: 'refunded' }, null],
    [{ ref: '1', refund_ref: 'r2', status: 'refunded' }, 'other_reference'],
    [{ ref: '1', status: 'refunded' }, 'other_reference'],
    [{ ref: '2', refund_ref: 'r1', status: 'refunded' }, 'other_reference'],
  ] as const) {
    reply = (_request, response) => sendReply(response, JSON.stringify(body), { path: '/pfs/refund' })
    unverified.length = 0
    expect(await requestRefund()).toEqual(fault === null ? { ok: true, json: body, status: 200 } : { ok: false, fault })
    expect(unverified).toEqual(fault === null ? [] : [['pfs', '1', fault]])
  }
})

test('cleans the texts of a reply', async () => {
  reply = (_request, response) => sendReply(response, '{"ref":"1","reason":"a\\u0000b\\ud83d"}')
  expect(await sendRequest()).toEqual({ ok: true, json: { ref: '1', reason: 'ab\ufffd' }, status: 200 })
})

test('accepts only webhooks that the processor signed for their path', async () => {
  const body = '{"event_id":"1"}'
  const signed = { method: 'POST', path: '/hooks/pfs', body }
  const headers = { [signatureHeader]: signRequest(hmacSha256, secret, signed, clock.now().getTime()) }
  const orange: Provider = { slug: 'orange', protocol: standardProtocol }
  expect(await gateway.isWebhookGenuine(pfs, { ...signed, headers })).toBe(true)
  expect(await gateway.isWebhookGenuine(pfs, { ...signed, headers, body: `${body} ` })).toBe(false)
  expect(await gateway.isWebhookGenuine(pfs, { ...signed, headers, path: '/hooks/orange' })).toBe(false)
  expect(await gateway.isWebhookGenuine(orange, { ...signed, headers })).toBe(false)
  expect(await gateway.isWebhookGenuine(pfs, { ...signed, headers: {} })).toBe(false)
})

describe('while the secret of a processor is replaced', () => {
  const [oldSecret, newSecret] = [
    'the old secret of a processor, for tests',
    'the new secret of a processor, for tests',
  ]
  const webhook = { method: 'POST', path: '/hooks/pfs', body: '{"event_id":"1"}' }
  const openGateway = (...set: string[]) => {
    const { port } = server.address() as AddressInfo
    return createProcessorGateway({
      findAccess: findAt(`http://127.0.0.1:${port}`, { pfs: set }),
      clock,
      onUnverifiedReply: () => undefined,
      callTimeoutMs: 30_000,
    })
  }

  test.each([
    ['both are set', [newSecret, oldSecret], [true, true]],
    ['the old one was removed', [newSecret], [true, false]],
  ])('%s: requests are signed with the new one', async (_what, set, [acceptsNew, acceptsOld]) => {
    const rotating = openGateway(...set)
    const nowMs = clock.now().getTime()
    let header: unknown
    for (const [by, isAccepted] of [
      [newSecret, acceptsNew],
      [oldSecret, acceptsOld],
    ] as const) {
      reply = (request, response) => {
        header = request.headers[signatureHeader]
        const body = '{"ref":"1"}'
        const signed = { status: 200, path: '/pfs/start', ref: '1', body }
        response.setHeader(signatureHeader, signReply(hmacSha256, by, signed, nowMs)).end(body)
      }
      expect((await sendRequest(rotating)).ok).toBe(isAccepted)
      const headers = { [signatureHeader]: signRequest(hmacSha256, by, webhook, nowMs) }
      expect(await rotating.isWebhookGenuine(pfs, { ...webhook, headers })).toBe(isAccepted)
    }
    const body = JSON.stringify({ ref: '1', card: { number: card } })
    expect(header).toBe(signRequest(hmacSha256, newSecret, { method: 'POST', path: '/pfs/start', body }, nowMs))
    rotating.close()
  })
})

test('a call has the id of the work that it belongs to, and is reported with its outcome', async () => {
  const calls: unknown[] = []
  const { port } = server.address() as AddressInfo
  const reporting = createProcessorGateway({
    findAccess: findAt(`http://127.0.0.1:${port}`),
    clock,
    onUnverifiedReply: () => undefined,
    callTimeoutMs: 30_000,
    onCall: (call) => calls.push(call),
  })
  let ids: unknown[] = []
  reply = (request, response) => {
    ids.push(request.headers['x-request-id'])
    sendReply(response, '{"status":"ok","ref":"1"}')
  }
  await runWork({ id: '0123456789' }, () => sendRequest(reporting))
  await sendRequest(reporting)
  expect(ids).toEqual(['0123456789', undefined])
  reply = (_request, response) => void response.writeHead(503).end()
  await sendRequest(reporting)
  const call = { provider: 'pfs', call: 'start', seconds: expect.any(Number) }
  expect(calls).toEqual([
    { ...call, outcome: 'answered' },
    { ...call, outcome: 'answered' },
    { ...call, outcome: 'status_5xx' },
  ])
  reporting.close()
})
