import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { createTestDatabase } from '../../../test/fixtures/database/test-database.ts'
import { type Database, openDatabase } from '../../platform/database/database.ts'
import {
  acquireChainLease,
  changeChainNetwork,
  endChainRound,
  findBlockHash,
  rollBackChain,
  saveBlock,
  saveMempoolReceipts,
  setFirstNetwork,
  startCursor,
} from './chain-store.ts'

let address: Awaited<ReturnType<typeof createTestDatabase>>
let database: Database
beforeAll(async () => {
  address = await createTestDatabase()
  database = openDatabase(address.url)
})
afterAll(async () => {
  await database.close()
  await address.drop()
})

const at = (ms: number) => new Date(Date.parse('2026-11-20T10:00:00Z') + ms)
const [reader, other] = [randomUUID(), randomUUID()]
const cursor = { height: 500, hash: 'block 500' }
const block = { height: 501, hash: 'block 501', parentHash: cursor.hash, time: at(0), transfers: [], tokens: [] }
const readChains = async () =>
  (
    await database.pool.query(
      `select coin, height::integer, hash, network, scanned_at as "scannedAt" from crypto_chains order by coin`,
    )
  ).rows

beforeEach(async () => {
  const { db, pool } = database
  await pool.query('delete from crypto_blocks')
  await pool.query(
    'update crypto_chains set height = null, hash = null, network = null, scanned_at = null, lease_id = null',
  )
  for (const coin of ['BTC', 'ETH'] as const) await acquireChainLease(db, coin, reader, at(0), at(60_000))
})

describe('one server at a time', () => {
  test('has the lease of a chain, until its end, and can renew it', async () => {
    const acquire = (leaseId: string, now: number) =>
      acquireChainLease(database.db, 'BTC', leaseId, at(now), at(now + 60_000))
    expect(await acquire(other, 59_999)).toBeNull()
    expect(await acquire(reader, 50_000)).toEqual({ cursor: null, network: null })
    expect(await acquire(other, 60_000)).toBeNull()
    expect(await acquire(other, 110_000)).toEqual({ cursor: null, network: null })
    expect(await acquire(reader, 110_000)).toBeNull()
    // The other chain has a lease of its own.
    expect(await acquireChainLease(database.db, 'ETH', reader, at(110_000), at(170_000))).not.toBeNull()
  })

  test.each(['BTC', 'ETH'] as const)('writes what it has read of %s, and changes no other chain', async (coin) => {
    const { db } = database
    const chains = await readChains()
    const untouched = chains.filter((chain) => chain.coin !== coin)
    await setFirstNetwork(db, coin, reader, 'main')
    await setFirstNetwork(db, coin, reader, 'second')
    expect(await startCursor(db, coin, reader, cursor)).toBe(true)
    expect(await startCursor(db, coin, reader, { height: 1, hash: 'a' })).toBe(false)
    expect(await saveBlock(db, coin, reader, cursor, block, new Map(), at(90_000), at(1))).toEqual([])
    expect(await saveBlock(db, coin, reader, cursor, block, new Map(), at(90_000), at(1))).toBeNull()
    expect(await endChainRound(db, coin, reader, [], at(2), at(2))).toEqual([])
    expect(await readChains()).toEqual(
      expect.arrayContaining([
        { coin, height: 501, hash: 'block 501', network: 'main', scannedAt: at(2) },
        ...untouched,
      ]),
    )
    expect(await findBlockHash(db, coin, 501)).toBe('block 501')
    expect(await rollBackChain(db, coin, reader, cursor, at(3))).toEqual([])
    expect(await findBlockHash(db, coin, 501)).toBeNull()
    expect(await findBlockHash(db, coin, 500)).toBe('block 500')
    await changeChainNetwork(db, coin, reader, 'main', at(4))
    expect(await findBlockHash(db, coin, 500)).toBe('block 500')
    await changeChainNetwork(db, coin, reader, 'other', at(4))
    expect(await findBlockHash(db, coin, 500)).toBeNull()
    expect(await readChains()).toEqual(
      expect.arrayContaining([{ coin, height: null, hash: null, network: 'other', scannedAt: null }, ...untouched]),
    )
  })
})

test('a server without the lease changes nothing', async () => {
  const { db } = database
  await setFirstNetwork(db, 'BTC', other, 'main')
  expect(await startCursor(db, 'BTC', other, cursor)).toBe(false)
  expect((await readChains())[0]).toEqual({ coin: 'BTC', height: null, hash: null, network: null, scannedAt: null })

  await setFirstNetwork(db, 'BTC', reader, 'main')
  await startCursor(db, 'BTC', reader, cursor)
  const before = await readChains()
  expect(await saveBlock(db, 'BTC', other, cursor, block, new Map(), at(90_000), at(1))).toBeNull()
  expect(await rollBackChain(db, 'BTC', other, { height: 499, hash: null }, at(1))).toBeNull()
  expect(await saveMempoolReceipts(db, 'BTC', other, [], new Map(), at(1))).toBeNull()
  expect(await endChainRound(db, 'BTC', other, [], at(1), at(1))).toBeNull()
  await changeChainNetwork(db, 'BTC', other, 'other', at(1))
  expect(await readChains()).toEqual(before)
  expect(await findBlockHash(db, 'BTC', 500)).toBe('block 500')
  expect(await findBlockHash(db, 'BTC', 501)).toBeNull()
})

test('a block that does not follow the last one is not written', async () => {
  const { db } = database
  await startCursor(db, 'BTC', reader, cursor)
  for (const previous of [
    { ...cursor, height: 499 },
    { ...cursor, hash: 'another block 500' },
    { ...cursor, hash: null },
  ])
    expect(await saveBlock(db, 'BTC', reader, previous, block, new Map(), at(90_000), at(1))).toBeNull()
  expect(await findBlockHash(db, 'BTC', 501)).toBeNull()
})

test('of the blocks before a new one, 300 are kept', async () => {
  const { db, pool } = database
  await startCursor(db, 'BTC', reader, cursor)
  await pool.query(
    `insert into crypto_blocks values ('BTC', 200, 'old'), ('BTC', 201, 'kept'), ('ETH', 200, 'of ether')`,
  )
  await saveBlock(db, 'BTC', reader, cursor, block, new Map(), at(90_000), at(1))
  expect(await findBlockHash(db, 'BTC', 200)).toBeNull()
  expect(await findBlockHash(db, 'BTC', 201)).toBe('kept')
  expect(await findBlockHash(db, 'ETH', 200)).toBe('of ether')
})
