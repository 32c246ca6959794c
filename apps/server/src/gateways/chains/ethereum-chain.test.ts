import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Chain } from './chain.ts'
import { createAddressDeriver, publishedTestKeys } from './derive-address.ts'
import { createEthereumChain } from './ethereum-chain.ts'

const hash = (digit: string) => `0x${digit.repeat(64)}`
const ours = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
const lowerCase = ours.toLowerCase()
const topicOf = (address: string) => `0x${address.slice(2).padStart(64, '0')}`
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

type Reply = { readonly status?: number; readonly result?: unknown; readonly error?: { readonly code: number } }
/** Replies by method. A test changes what differs. */
let replies: Record<string, Reply>
let asked: string[]
let server: Server
let chain: Chain

const payment = { hash: hash('a'), from: `0x${'1'.repeat(40)}`, to: lowerCase, value: '0x64' }
const block = { number: '0x7', hash: hash('7'), parentHash: hash('6'), timestamp: '0x5', transactions: [payment] }
const receipt = {
  transactionHash: hash('a'),
  blockHash: hash('7'),
  status: '0x1',
  gasUsed: '0x1',
  effectiveGasPrice: '0x1',
}
const transfer = { txid: hash('a'), index: 0, address: ours, value: 100n, source: 'transaction' }
const log = {
  address: `0x${'c'.repeat(40)}`,
  topics: [transferTopic, topicOf(payment.from), topicOf(lowerCase)],
  data: `0x${'9'.padStart(64, '0')}`,
  transactionHash: hash('a'),
  logIndex: '0x3',
}

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      const sent = JSON.parse(body) as { id: number; method: string } | { id: number; method: string }[]
      const answer = ({ id, method }: { id: number; method: string }) => {
        asked.push(method)
        const { status = 200, ...reply } = replies[method] ?? { error: { code: -32_601 } }
        response.statusCode = status
        return { id, ...reply }
      }
      response.end(JSON.stringify(Array.isArray(sent) ? sent.map(answer) : answer(sent)))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})
beforeEach(() => {
  asked = []
  replies = {
    eth_getBlockByNumber: { result: block },
    eth_getTransactionReceipt: { result: receipt },
    eth_getLogs: { result: [] },
    debug_traceBlockByHash: { result: [] },
    eth_call: { result: `0x${'0'.repeat(64)}` },
  }
  chain = createEthereumChain({
    rpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deriver: createAddressDeriver('ETH', publishedTestKeys.ETH, 'ETH_XPUB'),
    allowsTestNetwork: true,
  })
})

const read = () => chain.readBlock(7, new Set([ours]))

test('a payment is read with the spelling of its watched address', async () => {
  expect(await read()).toEqual({
    height: 7,
    hash: hash('7'),
    parentHash: hash('6'),
    time: new Date(5000),
    transfers: [transfer],
    tokens: [],
  })
})

test('a transaction that failed has paid nothing', async () => {
  replies['eth_getTransactionReceipt'] = { result: { ...receipt, status: '0x0' } }
  expect((await read())?.transfers).toEqual([])
})

test('a token is read from its log; an NFT, an empty transfer and a log of another form are not', async () => {
  const others = [
    { ...log, topics: [...log.topics, hash('1')] },
    { ...log, data: `0x${'0'.repeat(64)}` },
    { ...log, data: '0x' },
    { ...log, topics: log.topics.slice(0, 2) },
    { ...log, topics: [transferTopic, topicOf(lowerCase), topicOf(payment.from)] },
  ]
  replies['eth_getLogs'] = { result: [...others, log] }
  expect((await read())?.tokens).toEqual([
    { txid: hash('a'), index: 3, address: ours, contract: log.address, value: 9n },
  ])
})

test.each([
  ['is of another height', 'eth_getBlockByNumber', { result: { ...block, number: '0x8' } }],
  [
    'has an amount that is no number',
    'eth_getBlockByNumber',
    { result: { ...block, transactions: [{ ...payment, value: '100' }] } },
  ],
  ['has the receipt of another block', 'eth_getTransactionReceipt', { result: { ...receipt, blockHash: hash('8') } }],
  ['has no receipt', 'eth_getTransactionReceipt', { result: null }],
  ['has logs of another form', 'eth_getLogs', { result: {} }],
  ['has traces of another form', 'debug_traceBlockByHash', { result: null }],
])('a block that %s is an error', async (_title, method, reply) => {
  replies[method] = reply
  await expect(read()).rejects.toMatchObject({ coin: 'ETH', failure: 'unreadable' })
})

test.each([
  ['in JSON', { error: { code: -32_601 } }],
  ['by the status', { status: 403 }],
])('a node that refuses traces %s is asked for balances, also when it has traces later', async (_title, reply) => {
  replies['debug_traceBlockByHash'] = reply
  expect((await read())?.transfers).toEqual([transfer])
  replies['debug_traceBlockByHash'] = { result: [] }
  asked = []
  await read()
  expect(asked).not.toContain('debug_traceBlockByHash')
  expect(asked).toContain('eth_call')
})

test('a node that had traces and refuses them now is an error, so that no payment is read in two ways', async () => {
  await read()
  replies['debug_traceBlockByHash'] = { error: { code: -32_000 } }
  await expect(read()).rejects.toMatchObject({ failure: 'rpc_error', rpcCode: -32_000 })
})

test('a payment that the node still has, or has in a later block, is not dropped', async () => {
  replies['eth_getBlockByNumber'] = { result: null }
  const { transfers, findDropped } = await chain.readMempool(new Set([ours]))
  expect(transfers).toEqual([])
  const find = async (result: unknown) => {
    replies['eth_getTransactionByHash'] = { result }
    return findDropped([hash('a')], 7)
  }
  expect(await find({ blockNumber: null })).toEqual([])
  expect(await find({ blockNumber: '0x8' })).toEqual([])
  expect(await find({ blockNumber: '0x7' })).toEqual([hash('a')])
  expect(await find(null)).toEqual([hash('a')])
  await expect(find('?')).rejects.toMatchObject({ failure: 'unreadable' })
  asked = []
  const byBalance = `${hash('7')}-${ours}`
  expect(await findDropped([byBalance], 7)).toEqual([byBalance])
  expect(asked).toEqual([])
})

test.each([
  ['0x1', 'main'],
  ['0xaa36a7', 'test'],
])('the chain %s is called %s', async (id, network) => {
  replies['eth_chainId'] = { result: id }
  expect(await chain.getNetwork()).toBe(network)
})

test.each([
  ['0x1', new Date(5000)],
  // Id of a development chain, whose blocks come when they are wanted.
  ['0x7a69', null],
])('the last block of the chain %s has the time %j', async (id, time) => {
  replies['eth_chainId'] = { result: id }
  for (let count = 0; count < 2; count += 1) expect(await chain.getTip()).toEqual({ height: 7, hash: hash('7'), time })
  expect(asked.filter((method) => method === 'eth_chainId')).toHaveLength(1)
})
