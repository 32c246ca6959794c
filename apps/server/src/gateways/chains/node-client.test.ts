import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { ChainError } from './chain.ts'
import { createNodeClient, type NodeClient } from './node-client.ts'

let server: Server
let client: NodeClient
let reply: (response: ServerResponse, request: IncomingMessage) => void

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on('end', () => reply(response, request))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  client = createNodeClient({ coin: 'BTC', url: `http://us%40er:pass%3Aword@127.0.0.1:${port}/wallet/` })
})
afterAll(async () => {
  client.close()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})
afterEach(() => {
  reply = (response) => response.end()
})

const answer = (body: unknown, status = 200) => {
  reply = (response) => response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
}
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => (error instanceof ChainError ? [error.failure, error.rpcCode] : error),
  )

test('the credentials of the URL are sent as basic authentication, and its path is kept', async () => {
  let seen: unknown
  reply = (response, { url, headers: { authorization } }) => {
    seen = { url, authorization }
    response.end('{"id":0,"result":7}')
  }
  expect(await client.callRpc('getblockcount', [])).toBe(7)
  expect(seen).toEqual({
    url: '/wallet',
    authorization: `Basic ${Buffer.from('us@er:pass:word').toString('base64')}`,
  })
})

test.each([
  [
    'bitcoind refuses a call',
    { id: 0, result: null, error: { code: -8, message: 'out of range' } },
    500,
    ['rpc_error', -8],
  ],
  ['another node refuses a call', { id: 0, error: { code: -32_601 } }, 200, ['rpc_error', -32_601]],
  ['the credentials are wrong', '', 401, ['refused', undefined]],
  ['a proxy answers for the node', '<html>', 502, ['status_5xx', undefined]],
  ['the reply is not JSON', '{"id":0,"res', 200, ['unreadable', undefined]],
  ['the reply is empty', '', 200, ['unreadable', undefined]],
  ['the reply has no result', { id: 0 }, 200, ['unreadable', undefined]],
  ['the reply is to another call', { id: 4, result: 1 }, 200, ['unreadable', undefined]],
  ['null is a result', { id: 0, result: null, error: null }, 200, { value: null }],
])('%s', async (_title, body, status, expected) => {
  answer(body, status)
  expect(await failureOf(client.callRpc('getblockhash', [1]))).toEqual(expected)
})

test('a batch is one request; its replies can come in any order, and single calls can fail', async () => {
  const calls = ['a', 'b', 'c'].map((name) => ({ method: name, params: [] }))
  const before = client.countRequests()
  answer([
    { id: 2, result: 'third' },
    { id: 0, result: 'first' },
    { id: 1, error: { code: -5 } },
  ])
  const [first, second, third] = await client.callRpcBatch(calls)
  expect([first, third]).toEqual(['first', 'third'])
  expect(second).toMatchObject({ failure: 'rpc_error', rpcCode: -5 })
  expect(client.countRequests() - before).toBe(1)
  expect(await client.callRpcBatch([])).toEqual([])

  answer([{ id: 0, result: 'first' }])
  expect(await failureOf(client.callRpcBatch(calls))).toEqual(['unreadable', undefined])
  answer({ id: 0, error: { code: -32_600 } })
  expect(await failureOf(client.callRpcBatch(calls))).toEqual(['unreadable', undefined])
})

test('a message contains neither the address nor the credentials of the node', async () => {
  answer('', 500)
  const error: unknown = await client.callRpc('getblockhash', [1]).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(ChainError)
  const shown = `${String(error)} ${JSON.stringify(error)}`
  expect(shown).toContain('The BTC node did not answer getblockhash: status_5xx')
  expect(shown).not.toMatch(/127\.0\.0\.1|us@er|pass:word/)
})
