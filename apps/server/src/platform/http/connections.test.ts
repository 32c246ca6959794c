import { once } from 'node:events'
import { type Socket, connect } from 'node:net'

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { defaultConnectionLimits } from './connections.ts'
import { type TestApp, type TestClient, startTestApp } from '../../../test/fixtures/app/test-app.ts'

test('half-sent heads and bodies are cut off after 30 s, idle connections after 75 s, others 5 s after the end', () => {
  expect(defaultConnectionLimits).toEqual({ headMs: 30_000, bodyMs: 30_000, idleMs: 75_000, graceMs: 5000 })
})

let app: TestApp
let client: TestClient
let port: number
const sockets: Socket[] = []

async function start(connectionLimits: { headMs?: number; bodyMs?: number; idleMs?: number; graceMs?: number } = {}) {
  app = await startTestApp({ connectionLimits })
  client = (await app.registerTrader()).client
  port = Number(new URL(await app.http.listen({ port: 0, host: '127.0.0.1' })).port)
}
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

type Connection = { readonly socket: Socket; readonly getReply: () => string; readonly closed: Promise<unknown> }

async function open(text = ''): Promise<Connection> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let reply = ''
  socket.on('data', (data) => (reply += String(data)))
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  if (text !== '') socket.write(text)
  return { socket, getReply: () => reply, closed }
}

const countConnections = () =>
  new Promise<number>((resolve, reject) =>
    app.http.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

function toRequest(firstLine: string, headers: Readonly<Record<string, string>> = {}, body = ''): string {
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${firstLine} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

const toCookie = () => [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
const signIn = () => ({ cookie: toCookie(), 'x-csrf-token': client.getCsrfToken() })
const webSocket = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
}
const fromOwnPage = () => ({ ...webSocket, origin: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}` })

/** Requests for another protocol that are refused. */
const refusedUpgrades: readonly (readonly [what: string, request: () => string, status: number])[] = [
  ['h2c', () => toRequest('GET /healthz', { connection: 'Upgrade', upgrade: 'h2c' }), 200],
  ['a WebSocket on another path', () => toRequest('GET /healthz', webSocket), 200],
  ['a WebSocket on an unknown path', () => toRequest('GET /nowhere', webSocket), 404],
  ['a WebSocket on a malformed path', () => toRequest('GET /x%ff', webSocket), 400],
  ['a POST', () => toRequest('POST /api/live', { ...webSocket, 'content-length': '2' }, '{}'), 404],
  ['another protocol on the right path', () => toRequest('GET /api/live', { ...fromOwnPage(), upgrade: 'h2c' }), 401],
  ['a WebSocket without a session', () => toRequest('GET /api/live', fromOwnPage()), 401],
  ['a WebSocket of another site', () => toRequest('GET /api/live', { ...webSocket, origin: 'https://a.example' }), 403],
  [
    'a WebSocket of another version',
    () => toRequest('GET /api/live?%ff', { ...fromOwnPage(), ...signIn(), 'sec-websocket-version': '1' }),
    400,
  ],
]

describe('a refused upgrade', () => {
  beforeAll(() => start())
  afterAll(() => app.stop())

  test.for(refusedUpgrades)('%s is answered, and its connection works on or is closed', async ([, request, status]) => {
    const { socket, getReply, closed } = await open(request())
    await expect.poll(getReply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    const isClosed = /connection: close/i.test(getReply()) || /^GET \/api\/live[^]*upgrade: websocket/.test(request())
    if (!isClosed) {
      socket.write(toRequest('GET /healthz'))
      await expect.poll(() => getReply().match(/HTTP\/1\.1 200 /g)?.length).toBe(status === 200 ? 2 : 1)
      socket.end()
    }
    await closed
    await expect.poll(countConnections).toBe(0)
  })

  test('leaves no connection behind, in 1,000 of them', async () => {
    for (let round = 0; round < 10; round += 1) {
      await Promise.all(
        Array.from({ length: 100 }, async (_, n) => {
          const [, request] = refusedUpgrades[n % refusedUpgrades.length] ?? [null, () => '']
          const { socket, getReply } = await open(request())
          await expect.poll(getReply).toMatch(/^HTTP/)
          socket.end()
        }),
      )
    }
    await expect.poll(countConnections).toBe(0)
  })
})

describe('a connection is cut off', () => {
  beforeAll(() => start({ headMs: 200, bodyMs: 200, idleMs: 300 }))
  afterAll(() => app.stop())

  const half = { 'content-length': '100', 'content-type': 'application/json' }
  test.for<readonly [string, () => string]>([
    ['before its first request', () => ''],
    ['after half a head', () => 'GET /healthz HTTP/1.1\r\nhost'],
    ['after half a body', () => toRequest('POST /api/fraud/user', { ...half, ...signIn() }, '{"half')],
    ['after half a body that was refused', () => toRequest('POST /api/fraud/user', half, '{"half')],
    ['after half a body of a GET', () => toRequest('GET /healthz', half, '{"half')],
    ['after half a body to nowhere', () => toRequest('POST /nowhere', half, '{"half')],
    ['after half a body to a malformed path', () => toRequest('POST /%ff', half, '{"half')],
    ['after half a chunk', () => toRequest('POST /api/fraud/user', { 'transfer-encoding': 'chunked' }, '9\r\nx')],
    ['after an unknown expectation', () => toRequest('POST /api/fraud/user', { ...half, expect: 'a miracle' })],
    ['after text that is not HTTP', () => 'nonsense\r\n\r\n'],
    ['when it is idle', () => toRequest('GET /healthz')],
  ])('%s', async ([, request]) => {
    await open(request())
    // A connection that only the server has closed would count, too: the client never closes.
    await expect.poll(countConnections).toBe(0)
  })
})

describe('when the server closes', () => {
  async function measureCloseMs(): Promise<number> {
    const startedAtMs = performance.now()
    await app.stop()
    return performance.now() - startedAtMs
  }

  test('connections without a request in progress do not delay it', async () => {
    await start({ graceMs: 60_000 })
    const live = await open(toRequest('GET /api/live', { ...fromOwnPage(), ...signIn() }))
    await expect.poll(live.getReply).toMatch(/^HTTP\/1\.1 101 /)
    // The client does not answer, like a phone that is out of reach.
    live.socket.pause()
    const idle = await open(toRequest('GET /healthz'))
    await expect.poll(idle.getReply).toMatch(/^HTTP/)
    const upgrades = await Promise.all(refusedUpgrades.map(([, request]) => open(request())))
    for (const { getReply } of upgrades) await expect.poll(getReply).toMatch(/^HTTP/)
    await open()
    await open('GET /healthz HTTP/1.1\r\nhost')
    await expect.poll(countConnections).toBeGreaterThan(6)
    expect(await measureCloseMs()).toBeLessThan(50_000)
  })

  test('requests in progress have some seconds, then they are closed', async () => {
    await start({ graceMs: 2000 })
    const half = { 'content-length': '100', 'content-type': 'application/json' }
    const body = await open(toRequest('POST /api/fraud/user', { ...half, ...signIn() }, '{"half'))
    const type = 'multipart/form-data; boundary=x'
    const upload = await open(toRequest('POST /upload', { ...half, ...signIn(), 'content-type': type }, '--x\r\n'))
    await expect.poll(countConnections).toBe(2)
    // The heads of both requests are read before this one is answered.
    await app.http.inject('/healthz')
    expect(await measureCloseMs()).toBeGreaterThan(1900)
    await Promise.all([body.closed, upload.closed])
  })
})
