import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { startSandboxFixture, type SandboxFixture } from '../testing/sandbox-fixture.ts'

const address = 'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl'
const other = 'tb1qd7spv5q28348xl4myc8zmh983w5jx32cjhkn97'
const ethereumAddress = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
let fixture: SandboxFixture
beforeAll(async () => {
  fixture = await startSandboxFixture(null, { blockSeconds: 0 })
})
afterAll(() => fixture.close())

const get = async (path: string, from = fixture) => {
  const response = await fetch(`${from.url}/chains/${path}`)
  return { status: response.status, json: (await response.json()) as Record<string, unknown> }
}
const getBlock = async (path: string, from = fixture) => (await get(path, from)).json['block']
const control = (path: string, body: unknown, from = fixture) => from.callControl(`chains/${path}`, body)
const pay = (value: string, rest: Record<string, unknown> = {}, from = fixture) =>
  control('btc/pay', { outputs: [{ address, value }], ...rest }, from)

test('a payment is unconfirmed until a block is mined', async () => {
  const { txid } = await pay('700')
  const transfer = { txid, index: 0, address, value: '700', source: 'transaction' }
  expect(await get('btc/mempool')).toMatchObject({ json: { transfers: [transfer] } })
  const { json: before } = await get('btc/tip')
  expect(await control('btc/mine', {})).toMatchObject({ height: Number(before['height']) + 1 })
  expect(await get('btc/mempool')).toMatchObject({ json: { transfers: [] } })
  expect(await getBlock(`btc/blocks/${Number(before['height']) + 1}`)).toMatchObject({
    parent_hash: before['hash'],
    transfers: [transfer],
    tokens: [],
  })
  expect(await getBlock('btc/blocks/100000')).toBeNull()
})

test('payments by contracts and tokens are seen in blocks only, and bitcoin has none', async () => {
  const outputs = [{ address: ethereumAddress, value: '5' }]
  const token = `0x${'7'.repeat(40)}`
  await control('eth/pay', { outputs, source: 'contract' })
  await control('eth/pay', { outputs, token })
  expect(await get('eth/mempool')).toMatchObject({ json: { transfers: [] } })
  const { height } = await control('eth/mine', {})
  expect(await getBlock(`eth/blocks/${String(height)}`)).toMatchObject({
    transfers: [{ address: ethereumAddress, value: '5', source: 'contract' }],
    tokens: [{ address: ethereumAddress, value: '5', contract: token }],
  })
  expect(await control('btc/pay', { outputs: [{ address, value: '5' }], source: 'contract' })).toHaveProperty('error')
  expect(await control('btc/pay', { outputs: [{ address: ethereumAddress, value: '-5' }] })).toHaveProperty('error')
})

test.each([
  [true, 1],
  [false, 0],
])('a reorganisation replaces blocks; it keeps transactions: %s', async (keeps, found) => {
  const { txid } = await pay('800')
  await control('btc/mine', { blocks: 2 })
  const { json: old } = await get('btc/tip')
  const { height } = await control('btc/reorganise', { depth: 2, keeps_transactions: keeps })
  expect(height).toBe(Number(old['height']) + 1)
  const replaced = (await getBlock(`btc/blocks/${String(old['height'])}`)) as { hash: string }
  expect(replaced.hash).not.toBe(old['hash'])
  const blocks = [-2, -1, 0].map((offset) => getBlock(`btc/blocks/${Number(height) + offset}`))
  const transfers = (await Promise.all(blocks)).flatMap(
    (block) => (block as { transfers: { txid: string }[] }).transfers,
  )
  expect(transfers.filter((transfer) => transfer.txid === txid)).toHaveLength(found)
})

test('an unconfirmed transaction can be dropped, once', async () => {
  const { txid } = await pay('900')
  expect(await control('btc/evict', { txid })).toEqual({ evicted: true })
  expect(await control('btc/evict', { txid })).toHaveProperty('error')
  expect(await get('btc/mempool')).toMatchObject({ json: { transfers: [] } })
})

test('a payment can be planned, and is made when its time comes', async () => {
  const planned = await startSandboxFixture(null, { blockSeconds: 0 })
  expect(await pay('1', { at_ms: Date.now() + 3_600_000 }, planned)).toEqual({ planned: true })
  expect(await get('btc/mempool', planned)).toMatchObject({ json: { transfers: [] } })
  await planned.callControl('clock', { offset_ms: 3_601_000 })
  await expect.poll(() => get('btc/mempool', planned)).toMatchObject({ json: { transfers: [{ address, value: '1' }] } })
  await planned.close()
})

test('blocks are mined by themselves until a payment has twelve confirmations, and then no more', async () => {
  const busy = await startSandboxFixture(null, { blockSeconds: 1 })
  const { json: before } = await get('btc/tip', busy)
  await new Promise((done) => setTimeout(done, 50))
  expect((await get('btc/tip', busy)).json).toEqual(before)
  await pay('1', {}, busy)
  await expect.poll(() => get('btc/tip', busy)).toMatchObject({ json: { height: 12 } })
  await new Promise((done) => setTimeout(done, 50))
  expect((await get('btc/tip', busy)).json).toMatchObject({ height: 12 })
  await busy.close()
})

test('chains, payments and plans survive a restart; deleting everything starts the same chain again', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-chains-'))
  const options = { blockSeconds: 0 }
  const first = await startSandboxFixture(dataDir, options)
  const { json: start } = await get('btc/tip', first)
  await pay('1', {}, first)
  await control('btc/mine', { blocks: 3 }, first)
  await control('btc/reorganise', { depth: 2, keeps_transactions: true }, first)
  await pay('2', {}, first)
  await pay('3', { at_ms: Date.now() + 3_600_000 }, first)
  const readAll = async (from: SandboxFixture) => [
    await from.callControl('chains'),
    ...(await Promise.all([0, 1, 2, 3, 4].map((height) => getBlock(`btc/blocks/${height}`, from)))),
  ]
  const before = await readAll(first)
  await first.close()

  const second = await startSandboxFixture(dataDir, options)
  expect(await readAll(second)).toEqual(before)
  await control('btc/mine', {}, second)
  await second.close()
  const third = await startSandboxFixture(dataDir, options)
  expect((await get('btc/tip', third)).json).toMatchObject({ height: 5 })
  await third.callControl('reset', {})
  expect((await get('btc/tip', third)).json).toEqual(start)
  await third.close()
  rmSync(dataDir, { recursive: true })
})

test.each([
  ['error', 500],
  ['garbage', 200],
] as const)('a fault makes the node fail: %s', async (act, status) => {
  await fixture.callControl('faults', { processor: 'btc', ref: 'tip', on: 'chain', act, times: 1 })
  const response = await fetch(`${fixture.url}/chains/btc/tip`)
  expect(response.status).toBe(status)
  const readable = await response.json().then(
    () => true,
    () => false,
  )
  expect(readable).toBe(act === 'error')
  expect((await get('btc/tip')).status).toBe(200)
})

test('the wallet page pays, mines and reorganises for any visitor, and shows its own payments only', async () => {
  const page = await fetch(`${fixture.url}/wallet/btc?address=${other}&amount=0.5`)
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await page.text()).toContain('Test wallet')
  const post = async (path: string, body: unknown) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return (await fetch(`${fixture.url}/wallet/${path}`, init)).json() as Promise<Record<string, unknown>>
  }
  const { txid } = await post('btc/pay', { outputs: [{ address: other, value: '50000000' }] })
  await post('btc/mine', {})
  await post('btc/mine', {})
  const state = await fetch(`${fixture.url}/wallet/btc/state?address=${other}`)
  expect(await state.json()).toMatchObject({
    block_seconds: 0,
    transactions: [{ txid, confirmations: 2 }],
    planned: [],
  })
  expect(await post('btc/reorganise', { depth: 1, keeps_transactions: true })).toHaveProperty('hash')
  expect((await fetch(`${fixture.url}/wallet/doge`)).status).toBe(400)
})
