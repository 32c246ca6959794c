import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, test } from 'vitest'

import { insertTestInvoice } from '../../../test/fixtures/crypto/insert-test-invoice.ts'
import { useTestDatabase } from '../../../test/fixtures/database/use-test-database.ts'
import {
  acquireChainLease,
  changeChainNetwork,
  endChainRound,
  findBlockHash,
  listConfirming,
  listLost,
  listUnconfirmed,
  listWatched,
  listWatchedFrom,
  markCaptured,
  rollBackChain,
  saveBlock,
  saveMempoolReceipts,
  setFirstNetwork,
  startCursor,
} from './chain-store.ts'

const database = useTestDatabase()

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
    expect(await acquireChainLease(db, coin, reader, at(0), at(60_000))).toEqual({ cursor, network: 'main' })
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

test('a chain can start before a block whose hash is not known, which any block can follow', async () => {
  const { db } = database
  expect(await startCursor(db, 'BTC', reader, { ...cursor, hash: null })).toBe(true)
  expect(await findBlockHash(db, 'BTC', 500)).toBeNull()
  expect(await saveBlock(db, 'BTC', reader, { ...cursor, hash: null }, block, new Map(), at(90_000), at(1))).toEqual([])
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

describe('payments', () => {
  type Invoice = Awaited<ReturnType<typeof insertTestInvoice>>
  const hourMs = 3_600_000
  const coins = ['BTC', 'ETH'] as const
  let [bitcoin, ether, ended] = [] as unknown as [Invoice, Invoice, Invoice]

  beforeEach(async () => {
    const { db, pool } = database
    await pool.query(`update crypto_invoices set ended_at = now(), paid = false, slot = null where ended_at is null`)
    await pool.query(`update crypto_invoices set watch_until = '2026-01-01'`)
    await pool.query(
      `update crypto_receipts set state = 'orphaned', block_height = null, block_hash = null where state = 'seen'`,
    )
    await pool.query('update crypto_chains set next_index = 100000, first_index = 0')
    bitcoin = await insertTestInvoice(database, at(0))
    ether = await insertTestInvoice(database, at(0), { coin: 'ETH' })
    ended = await insertTestInvoice(database, at(0))
    await pool.query('update crypto_invoices set ended_at = now(), paid = false, slot = null where guid = $1', [
      ended.guid,
    ])
    for (const coin of coins) {
      await setFirstNetwork(db, coin, reader, 'main')
      await startCursor(db, coin, reader, cursor)
      await endChainRound(db, coin, reader, [], at(0), at(0))
    }
  })

  let transactions = 0
  const transfer = (invoice: Invoice, txid = `tx ${(transactions += 1)}`, index = 0) => ({
    txid,
    index,
    address: invoice.address,
    value: 700n,
    source: 'transaction' as const,
  })
  const stranger = { ...transfer({ address: 'elsewhere' } as Invoice), txid: 'tx of a stranger' }
  const guids = () => new Map([bitcoin, ether, ended].map((each) => [each.address, each.guid]))
  type Transfer = ReturnType<typeof transfer>
  const see = (coin: (typeof coins)[number], transfers: Transfer[], ms: number) =>
    saveMempoolReceipts(database.db, coin, reader, transfers, guids(), at(ms))
  const mine = (coin: (typeof coins)[number], transfers: Transfer[], ms: number, tokens: object[] = [], time = ms) =>
    saveBlock(
      database.db,
      coin,
      reader,
      cursor,
      { ...block, transfers, tokens, time: at(time) } as never,
      guids(),
      at(90_000),
      at(ms),
    )
  const read = async (txid: string) =>
    (
      await database.pool.query(
        `select state, token, block_height::integer as height, arrived_at as arrived, mined_at as mined, market_rate::integer as rate, changed_at as changed
           from crypto_receipts where txid = $1 order by id`,
        [txid],
      )
    ).rows as unknown[]
  const readWatchUntil = async ({ guid }: Invoice) =>
    (await database.pool.query<{ at: Date }>('select watch_until as at from crypto_invoices where guid = $1', [guid]))
      .rows[0]?.at

  test('are seen unconfirmed once, prolong the watch of their invoice, and vanish when the node drops them', async () => {
    const [first, second] = [transfer(bitcoin), transfer(ended)]
    expect(await see('BTC', [first, second, stranger], 9 * hourMs)).toHaveLength(2)
    expect(await see('BTC', [first], 10 * hourMs)).toEqual([])
    const seen = {
      state: 'seen',
      token: '',
      height: null,
      arrived: at(9 * hourMs),
      mined: null,
      rate: null,
      changed: at(9 * hourMs),
    }
    expect(await read(first.txid)).toEqual([seen])
    expect(await read(stranger.txid)).toEqual([])
    expect(await readWatchUntil(ended)).toEqual(at(33 * hourMs))
    expect(await readWatchUntil(ether)).toEqual(at(25 * hourMs))
    expect((await listUnconfirmed(database.db, 'BTC')).toSorted()).toEqual([first.txid, second.txid].toSorted())
    expect(await listUnconfirmed(database.db, 'ETH')).toEqual([])
    const other = transfer(ether)
    await see('ETH', [other], 10)
    expect(await endChainRound(database.db, 'BTC', reader, [first.txid, other.txid], null, at(11))).toEqual([
      bitcoin.guid,
    ])
    expect(await read(other.txid)).toMatchObject([{ state: 'seen' }])
    expect(await read(first.txid)).toEqual([{ ...seen, state: 'orphaned', changed: at(11) }])
    expect(await read(second.txid)).toEqual([{ ...seen }])
    expect(await see('BTC', [first], 12)).toEqual([bitcoin.guid])
    expect(await read(first.txid)).toEqual([{ ...seen, changed: at(12) }])
  })

  test('in a block have its height and the time of our reading, and are one however often they are read', async () => {
    const [first, second, other] = [transfer(bitcoin), transfer(bitcoin), transfer(ether)]
    await see('BTC', [first], 1)
    await see('ETH', [other], 1)
    const token = { ...transfer(bitcoin, second.txid), contract: '0xtoken' }
    expect(await mine('BTC', [first, second, stranger], 20, [token])).toEqual([bitcoin.guid])
    const mined = { token: '', height: 501, mined: at(20), rate: null }
    expect(await read(first.txid)).toEqual([{ ...mined, state: 'seen', arrived: at(1), changed: at(1) }])
    expect(await read(second.txid)).toEqual([
      { ...mined, state: 'seen', arrived: at(20), changed: at(20) },
      { ...mined, state: 'token', token: '0xtoken', arrived: at(20), changed: at(20) },
    ])
    expect(await read(other.txid)).toMatchObject([{ state: 'seen', height: null }])
    expect(await listConfirming(database.db, 'BTC')).toEqual([bitcoin.guid])
    expect(await listConfirming(database.db, 'ETH')).toEqual([])
    expect(await listUnconfirmed(database.db, 'BTC')).toEqual([])
    expect(await endChainRound(database.db, 'BTC', reader, [first.txid], at(21), at(21))).toEqual([])

    await database.pool.query(`update crypto_receipts set market_rate = 9 where txid = any($1)`, [
      [first.txid, second.txid],
    ])
    await database.pool.query(`update crypto_receipts set state = 'credited' where txid = $1 and token = ''`, [
      second.txid,
    ])
    expect(await rollBackChain(database.db, 'BTC', reader, cursor, at(30))).toEqual([bitcoin.guid])
    expect(await read(first.txid)).toEqual([
      { state: 'seen', token: '', height: null, arrived: at(1), mined: null, rate: null, changed: at(30) },
    ])
    expect((await read(second.txid))[0]).toEqual({
      state: 'credited',
      token: '',
      height: null,
      arrived: at(20),
      mined: at(20),
      rate: 9,
      changed: at(30),
    })
    // A credited payment keeps its time and rate in another block; the other payments get those of the new block.
    await endChainRound(database.db, 'BTC', reader, [first.txid, second.txid], null, at(31))
    expect((await read(second.txid))[0]).toMatchObject({ state: 'credited', changed: at(30) })
    expect(await mine('BTC', [first, second], 40)).toEqual([bitcoin.guid])
    expect(await read(first.txid)).toEqual([
      { ...mined, state: 'seen', arrived: at(1), mined: at(40), changed: at(40) },
    ])
    expect((await read(second.txid))[0]).toMatchObject({
      state: 'credited',
      height: 501,
      arrived: at(20),
      mined: at(20),
      rate: 9,
      changed: at(30),
    })
    await rollBackChain(database.db, 'BTC', reader, cursor, at(50))
    await mine('BTC', [transfer(ended)], 9 * hourMs)
    expect([await readWatchUntil(ended), await readWatchUntil(bitcoin)]).toEqual([at(33 * hourMs), at(25 * hourMs)])
  })

  test('in replaced blocks are unconfirmed again, unless they are of an earlier network', async () => {
    const { db, pool } = database
    const [kept, replaced, earlier] = [transfer(ended), transfer(ended), transfer(bitcoin)]
    await mine('BTC', [kept], 5)
    const [last, next] = [
      { height: 501, hash: 'block 501' },
      { height: 502, hash: 'block 502' },
    ]
    const second = { ...block, ...next, parentHash: last.hash, transfers: [replaced, earlier] }
    await saveBlock(db, 'BTC', reader, last, second, guids(), at(90_000), at(6))
    await pool.query('update crypto_chains set first_index = $1', [ended.derivationIndex])
    expect(await rollBackChain(db, 'BTC', reader, last, at(7))).toEqual([ended.guid])
    expect(await read(kept.txid)).toMatchObject([{ height: 501 }])
    expect(await read(replaced.txid)).toMatchObject([{ height: null, changed: at(7) }])
    expect(await read(earlier.txid)).toMatchObject([{ height: 502, changed: at(6) }])
  })

  test.each([
    ['after a reading of a moment ago', 119_999, 5, 119_999],
    ['after a gap, within it', 120_000, 50_000, 50_000],
    ['after a gap, before it', 120_000, -50_000, 0],
    ['after a gap, in the future', 120_000, 500_000, 120_000],
  ])('in a block %s, read at %d with the time %d, were mined at %d', async (_name, now, time, mined) => {
    const payment = transfer(bitcoin)
    await mine('BTC', [payment], now, [], time)
    expect(await read(payment.txid)).toMatchObject([{ arrived: at(mined), mined: at(mined), changed: at(now) }])
  })

  test('are looked for at the addresses of open invoices, and of ended ones for a while or while something is undecided', async () => {
    const list = async (coin: (typeof coins)[number], ms = 0) =>
      (await listWatched(database.db, coin, at(ms))).map(({ guid }) => guid).toSorted()
    const both = [bitcoin.guid, ended.guid].toSorted()
    expect([await list('BTC'), await list('ETH')]).toEqual([both, [ether.guid]])
    expect(await listWatched(database.db, 'ETH', at(0))).toEqual([
      { index: ether.derivationIndex, address: ether.address, guid: ether.guid },
    ])
    expect(await list('BTC', 25 * hourMs - 1)).toEqual(both)
    expect(await list('BTC', 25 * hourMs)).toEqual([bitcoin.guid])
    await see('BTC', [transfer(ended)], 0)
    await see('ETH', [transfer(ether)], 0)
    await database.pool.query(`update crypto_invoices set watch_until = $2 where guid = $1`, [ended.guid, at(0)])
    expect(await list('BTC', 1)).toEqual(both)
    const from = async (index: number) =>
      (await listWatchedFrom(database.db, 'BTC', index)).map(({ guid }) => guid).toSorted()
    expect([await from(bitcoin.derivationIndex), await from(ended.derivationIndex)]).toEqual([both, [ended.guid]])
    await database.pool.query(`update crypto_chains set first_index = $1`, [bitcoin.derivationIndex])
    expect(await list('BTC', 1)).toEqual(both)
    await database.pool.query(`update crypto_chains set first_index = $1`, [bitcoin.derivationIndex + 1])
    expect(await list('BTC', 1)).toEqual([ended.guid])
  })

  test('of another network are forgotten, and its ended invoices are no longer watched', async () => {
    const [payment, credited, other] = [transfer(bitcoin), transfer(bitcoin), transfer(ether)]
    for (const coin of coins) await mine(coin, coin === 'BTC' ? [payment, credited] : [other], 5)
    await database.pool.query(`update crypto_receipts set state = 'credited' where txid = $1`, [credited.txid])
    const etherEnded = await insertTestInvoice(database, at(0), { coin: 'ETH' })
    await database.pool.query(
      'update crypto_invoices set ended_at = now(), paid = false, slot = null where guid = $1',
      [etherEnded.guid],
    )
    await changeChainNetwork(database.db, 'BTC', reader, 'test', at(60))
    expect(await read(payment.txid)).toEqual([
      { state: 'orphaned', token: '', height: null, arrived: at(5), mined: null, rate: null, changed: at(60) },
    ])
    expect(await read(credited.txid)).toMatchObject([{ state: 'credited', height: 501 }])
    expect(await read(other.txid)).toMatchObject([{ state: 'seen', height: 501 }])
    const watched = [await readWatchUntil(bitcoin), await readWatchUntil(ended), await readWatchUntil(etherEnded)]
    // The watch of an open invoice ends with the invoice.
    expect(watched).toEqual([at(25 * hourMs), at(60), at(25 * hourMs)])
    const { rowCount } = await database.pool.query('select from crypto_invoices where watch_until = $1', [at(60)])
    expect(rowCount).toBe(1)
    const { rows } = await database.pool.query('select coin, first_index as first from crypto_chains order by coin')
    expect(rows).toEqual([
      { coin: 'BTC', first: 100_000 },
      { coin: 'ETH', first: 0 },
    ])
  })

  test('that are captured count as credited, and as lost when their block has disappeared', async () => {
    const payments = [
      transfer(bitcoin),
      transfer(bitcoin),
      transfer(bitcoin),
      transfer(bitcoin),
      transfer(bitcoin, undefined, 3),
    ]
    const [captured, orphaned, old, open, takenBack] = payments as [Transfer, Transfer, Transfer, Transfer, Transfer]
    const other = transfer(ether)
    await mine('ETH', [other], 5)
    await mine('BTC', payments, 5)
    await database.pool.query(`update crypto_receipts set state = 'orphaned', changed_at = $2 where txid = $1`, [
      orphaned.txid,
      at(1),
    ])
    await database.pool.query(`update crypto_receipts set state = 'orphaned', changed_at = $2 where txid = $1`, [
      old.txid,
      at(0),
    ])
    const row = (
      number: number,
      { txid, index }: Transfer,
      status: string,
      { attemptId, depositId, coin }: Invoice = bitcoin,
    ) => `(${attemptId}, ${number}, '${depositId}', '${coin}', '${txid}:${index}', 5, 'EUR', '${status}', now(), now())`
    await database.runAsOwner(`alter table captures disable trigger user;
      insert into captures (attempt_id, number, deposit_id, processor, processor_reference, amount, currency, status, created_at, updated_at)
      values ${row(1, captured, 'credited')}, ${row(2, orphaned, 'credited_part')}, ${row(3, old, 'credited_part')},
             ${row(4, takenBack, 'taken_back')}, ${row(1, other, 'credited', ether)};
      alter table captures enable trigger user`)
    expect(await markCaptured(database.db, 'BTC', at(24 * hourMs))).toEqual([bitcoin.guid])
    const states = async () =>
      Promise.all(
        [...payments, other].map(
          async ({ txid }) => (await read(txid)).map((each) => (each as { state: string }).state)[0],
        ),
      )
    expect(await states()).toEqual(['credited', 'credited', 'orphaned', 'seen', 'credited', 'seen'])
    expect(await read(captured.txid)).toMatchObject([{ changed: at(24 * hourMs) }])
    expect(await listLost(database.db, 'BTC')).toEqual([])
    await rollBackChain(database.db, 'BTC', reader, cursor, at(30))
    const lost = await listLost(database.db, 'BTC')
    expect(lost.toSorted((a, b) => a.txid.localeCompare(b.txid))).toEqual(
      [captured, orphaned].map(({ txid }) => ({ guid: bitcoin.guid, txid, output: 0 })),
    )
    expect(await listLost(database.db, 'ETH')).toEqual([])
    expect(open.txid).not.toBe(captured.txid)
  })
})
