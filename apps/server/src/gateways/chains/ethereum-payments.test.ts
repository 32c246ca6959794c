import { expect, test } from 'vitest'

import type { Transfer } from './chain.ts'
import { createBalanceReader } from './ethereum-balances.ts'
import { readContractTransfers } from './ethereum-traces.ts'
import type { Receipts } from './ethereum-wire.ts'
import type { NodeClient } from './node-client.ts'

const hash = (digit: string) => `0x${digit.repeat(64)}`
const ours = `0x${'A'.repeat(40)}`
const other = `0x${'b'.repeat(40)}`
const named = new Map([ours, other].map((each) => [each.toLowerCase(), each]))
const none: Receipts = new Map()

function createClient(callRpc: NodeClient['callRpc']): NodeClient {
  const fail = () => Promise.reject(new Error('not called'))
  return { callRpc, callRpcBatch: fail, getJson: fail, countRequests: () => 0, close: () => undefined }
}

/** `balances` are those of our address and of another, by the hash of the block. */
function createNode(balances: Readonly<Record<string, readonly [bigint, bigint]>>) {
  const asked: string[] = []
  const client = createClient((_method, [call, block]) => {
    const { blockHash } = block as { blockHash: string }
    const { data } = call as { data: string }
    asked.push(blockHash.slice(0, 3))
    const addresses = data.slice(2).match(/.{40}/g) ?? []
    const words = addresses.map((each) => balances[blockHash]?.[each === ours.slice(2).toLowerCase() ? 0 : 1] ?? 0n)
    return Promise.resolve(`0x${words.map((word) => word.toString(16).padStart(64, '0')).join('')}`)
  })
  return { asked, reader: createBalanceReader(client) }
}

test('calls that move ether count, also below calls; calls that failed do not, with all below them', async () => {
  const call = (value: number, extra: object = {}) => ({
    type: 'CALL',
    to: ours.toLowerCase(),
    value: `0x${value.toString(16)}`,
    ...extra,
  })
  const result = call(1, {
    calls: [
      call(2, { calls: [call(3)] }),
      call(4, { error: 'execution reverted', calls: [call(5)] }),
      call(6, { type: 'DELEGATECALL' }),
      call(7, { type: 'SELFDESTRUCT', to: other }),
      call(0),
      { type: 'STATICCALL', to: ours.toLowerCase() },
      call(8, { to: `0x${'c'.repeat(40)}` }),
    ],
  })
  const failed = call(9, { error: 'out of gas', calls: [call(10)] })
  const client = createClient(() =>
    Promise.resolve([
      { txHash: hash('1'), result },
      { txHash: hash('2'), result: failed },
    ]),
  )
  const found = await readContractTransfers(client, hash('f'), named)
  expect(found).toEqual([
    { txid: hash('1'), index: 1, address: ours, value: 2n, source: 'contract' },
    { txid: hash('1'), index: 2, address: ours, value: 3n, source: 'contract' },
    { txid: hash('1'), index: 6, address: other, value: 7n, source: 'contract' },
  ])
})

test.each([[{}], [[{ txHash: '0x1', result: {} }]], [[{ txHash: hash('1'), result: { type: 'CALL', value: '7' } }]]])(
  'traces of another form are an error: %j',
  async (reply) => {
    const client = createClient(() => Promise.resolve(reply))
    await expect(readContractTransfers(client, hash('f'), named)).rejects.toMatchObject({ failure: 'unreadable' })
  },
)

test('what no transaction explains was paid by a contract, also beside a payment and a withdrawal by the owner', async () => {
  const { reader } = createNode({ [hash('1')]: [1_000n, 0n], [hash('2')]: [1_000n + 30n - 500n - 42n + 5n, 9n] })
  const received: Transfer[] = [{ txid: hash('a'), index: 0, address: ours, value: 30n, source: 'transaction' }]
  const receipts: Receipts = new Map([
    [hash('a'), createReceipt(other, 0n, 0n)],
    [hash('b'), createReceipt(ours.toLowerCase(), 500n, 42n)],
  ])
  const block = { hash: hash('2'), parentHash: hash('1') }
  const find = (input: { received: Transfer[]; receipts: Receipts }) =>
    reader.readUnexplained({ block, named, ...input })
  const withoutOther = await find({ received, receipts })
  expect(withoutOther).toEqual([
    { txid: `${hash('2')}-${ours}`, index: 0, address: ours, value: 5n, source: 'balance' },
    { txid: `${hash('2')}-${other}`, index: 0, address: other, value: 9n, source: 'balance' },
  ])
})

test('a transaction of the owner that failed costs its fee only', async () => {
  const { reader } = createNode({ [hash('1')]: [1_000n, 0n], [hash('2')]: [958n, 0n] })
  const receipts: Receipts = new Map([[hash('b'), { ...createReceipt(ours.toLowerCase(), 500n, 42n), status: 0 }]])
  const block = { hash: hash('2'), parentHash: hash('1') }
  expect(await reader.readUnexplained({ block, named, received: [], receipts })).toEqual([])
})

test('in a row of blocks each balance is read once, and new addresses twice', async () => {
  const { asked, reader } = createNode({ [hash('2')]: [0n, 7n], [hash('3')]: [0n, 7n] })
  const only = new Map([...named].slice(0, 1))
  const read = (block: string, parent: string, watched: typeof only) =>
    reader.readUnexplained({
      block: { hash: hash(block), parentHash: hash(parent) },
      named: watched,
      received: [],
      receipts: none,
    })
  await read('1', '0', only)
  await read('2', '1', only)
  // The other address had 7 before it was watched.
  expect(await read('3', '2', named)).toEqual([])
  expect(asked).toEqual(['0x0', '0x1', '0x2', '0x2', '0x3'])
  asked.length = 0
  // A reorganisation: the parent is another block.
  await read('5', '4', named)
  expect(asked).toEqual(['0x4', '0x5'])
})

test('balances of another length are an error', async () => {
  const reader = createBalanceReader(createClient(() => Promise.resolve('0x')))
  const block = { hash: hash('2'), parentHash: hash('1') }
  const reading = reader.readUnexplained({ block, named, received: [], receipts: none })
  await expect(reading).rejects.toMatchObject({ failure: 'unreadable' })
})

function createReceipt(from: string, value: bigint, fee: bigint) {
  return {
    transactionHash: hash('a'),
    blockHash: hash('2'),
    status: 1,
    gasUsed: fee,
    effectiveGasPrice: 1n,
    from,
    value,
  }
}
