import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { createBitcoinChain } from './bitcoin-chain.ts'
import { parseRawTransaction } from './bitcoin-raw-block.ts'
import { createAddressDeriver, publishedTestKeys } from './derive-address.ts'

type Call = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }

/** The first address of the published key. Each transaction pays it 0.00001 BTC. The lock time makes them differ. */
const ours = 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl'
const script = '0014d0c4a3ef09e997b6e99e397e518fe3e41a118ca1'
const transactions = new Map(
  Array.from({ length: 5_002 }, (_, index) => {
    const lockTime = Buffer.alloc(4)
    lockTime.writeUInt32LE(index)
    const input = `01${'00'.repeat(36)}00ffffffff`
    const hex = `02000000${input}01e80300000000000016${script}${lockTime.toString('hex')}`
    return [parseRawTransaction(hex).txid, hex] as const
  }),
)
const txids = [...transactions.keys()]

let server: Server
let listed: readonly string[]
let refused: string | undefined
let info: object
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    const answer = ({ id, method, params: [txid] }: Call) => {
      if (method === 'getrawmempool') return { id, result: listed }
      if (method === 'getblockchaininfo') return { id, result: info }
      return txid === refused ? { id, error: { code: -5 } } : { id, result: transactions.get(String(txid)) }
    }
    request.on('end', () => {
      const sent = JSON.parse(body) as Call | Call[]
      response.end(JSON.stringify(Array.isArray(sent) ? sent.map(answer) : answer(sent)))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

const openChain = (isTestKey = true) =>
  createBitcoinChain({
    rpcUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    deriver: { ...createAddressDeriver('BTC', publishedTestKeys.BTC, 'BTC_XPUB'), isTestKey },
  })

test('a transaction of a mempool that was not read as a whole is not dropped', async () => {
  listed = txids
  const chain = openChain()
  const first = await chain.readMempool(new Set([ours]))
  expect(first.transfers).toHaveLength(5_000)
  expect(await first.findDropped([txids.at(-1) ?? '', 'ab'.repeat(32)], 7)).toEqual(['ab'.repeat(32)])
  const second = await chain.readMempool(new Set([ours]))
  expect(second.transfers).toHaveLength(txids.length)
  listed = txids.slice(1)
  const third = await chain.readMempool(new Set([ours]))
  expect(await third.findDropped(txids, 7)).toEqual(txids.slice(0, 1))
  chain.close()
})

test('a transaction that the node lists and does not give is not dropped', async () => {
  listed = txids.slice(0, 2)
  refused = txids[0]
  const chain = openChain()
  const mempool = await chain.readMempool(new Set([ours]))
  expect(mempool.transfers).toHaveLength(1)
  expect(await mempool.findDropped(listed, 7)).toEqual([])
  chain.close()
})

test('an address of another network is not looked for, and hinders no other', async () => {
  listed = txids.slice(0, 1)
  refused = undefined
  const chain = openChain()
  const foreign = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
  expect((await chain.readMempool(new Set([foreign, ours]))).transfers).toHaveLength(1)
  chain.close()
})

test.each([
  ['main', { time: 1_795_000_000 }, new Date('2026-11-18T11:06:40Z')],
  ['main', {}, null],
  // A development network makes a block when a developer wants one.
  ['regtest', { time: 1_795_000_000 }, null],
])('the last block of the network %s that says %j has the time %j', async (name, time, expected) => {
  const hash = 'ab'.repeat(32)
  info = { chain: name, blocks: 7, bestblockhash: hash, ...time }
  const chain = openChain(name !== 'main')
  expect(await chain.getTip()).toEqual({ height: 7, hash, time: expected })
  chain.close()
})
