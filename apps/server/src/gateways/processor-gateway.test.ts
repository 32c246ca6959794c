import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { signatureHeader, signBody } from '@tradefront/processors/signature'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createManualClock } from '../platform/clock.ts'
import { createProcessorGateway, type ProcessorGateway } from './processor-gateway.ts'

const secret = 'a sandbox secret that is only good for tests'
const clock = createManualClock(new Date('2026-11-18T10:00:00Z'))
const mac = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
const card = '4242424242424242'

let server: Server
let gateway: ProcessorGateway
let answer: (request: IncomingMessage, response: ServerResponse, body: string) => void
let asked = 0
let connections = 0

beforeAll(async () => {
  server = createServer((request, response) => {
    asked += 1
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => answer(request, response, body))
  })
  server.on('connection', () => (connections += 1))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  gateway = createProcessorGateway({ baseUrl: `http://127.0.0.1:${port}`, secret, clock, waitScale: 0.02 })
})

afterAll(async () => {
  gateway.close()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

const sendRequest = () => gateway.sendRequest({ path: '/pfs/start', body: { ref: '1', card: { number: card } } })

test('sends the body signed and gives the JSON back', async () => {
  let seen: { url: string | undefined; header: unknown; body: string } | undefined
  answer = (request, response, body) => {
    seen = { url: request.url, header: request.headers[signatureHeader], body }
    response.end('{"status":"ok"}')
  }
  expect(await sendRequest()).toEqual({ ok: true, json: { status: 'ok' } })
  const body = JSON.stringify({ ref: '1', card: { number: card } })
  expect(seen).toEqual({ url: '/pfs/start', header: signBody(mac, body, clock.now().getTime()), body })
})

test('keeps its connection', async () => {
  answer = (_request, response) => response.end('{}')
  await sendRequest()
  const before = connections
  await sendRequest()
  await sendRequest()
  expect(connections).toBe(before)
})

test.each<[string, string, (response: ServerResponse) => void]>([
  ['silence', 'timeout', () => {}],
  ['half an answer and silence', 'timeout', (response) => void response.writeHead(200).write('{"sta')],
  ['a reset', 'network', (response) => response.socket?.resetAndDestroy()],
  [
    'half an answer and a reset',
    'network',
    (response) =>
      response.writeHead(200, { 'content-length': 9 }).write('{"a', () => response.socket?.resetAndDestroy()),
  ],
  ['500', 'status_5xx', (response) => response.writeHead(500).end('{"status":"ok"}')],
  ['503', 'status_5xx', (response) => response.writeHead(503).end()],
  ['404', 'refused', (response) => response.writeHead(404).end('{}')],
  ['a redirect', 'refused', (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
  ['garbage', 'unreadable', (response) => response.end('<html>')],
  ['nothing', 'unreadable', (response) => response.end()],
])('%s is a fault, asked once', async (_what, fault, act) => {
  answer = (_request, response) => act(response)
  const before = asked
  expect(await sendRequest()).toEqual({ ok: false, fault })
  expect(asked).toBe(before + 1)
})

test('stops reading an answer of 100 MB at once', async () => {
  let sent = 0
  answer = (_request, response) => {
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

test('nobody at the address is a fault', async () => {
  const nowhere = createProcessorGateway({ baseUrl: 'http://127.0.0.1:1', secret, clock, waitScale: 0.02 })
  expect(await nowhere.sendRequest({ path: '/pfs/start', body: {} })).toEqual({ ok: false, fault: 'network' })
  nowhere.close()
})

test('knows a webhook that was signed with the secret, and no other', () => {
  const body = '{"event_id":"1"}'
  expect(gateway.isSignatureValid(signBody(mac, body, clock.now().getTime()), body)).toBe(true)
  expect(gateway.isSignatureValid(signBody(mac, body, clock.now().getTime()), `${body} `)).toBe(false)
  expect(gateway.isSignatureValid(undefined, body)).toBe(false)
})
