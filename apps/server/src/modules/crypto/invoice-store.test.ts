import { beforeEach, expect, test } from 'vitest'

import { insertTestInvoice } from '../../../test/fixtures/crypto/insert-test-invoice.ts'
import { useTestDatabase } from '../../../test/fixtures/database/use-test-database.ts'
import {
  findInvoice,
  findInvoices,
  findUnusedInvoice,
  getScannedAt,
  getScannedHeight,
  isOfEarlierNetwork,
  listCreditableInvoices,
  listExpiredInvoices,
  listReceiptDifferences,
  listReceiptsWithoutRate,
  listRecentInvoices,
  listTakenSlots,
  raiseInvoiceConfirmations,
  setExpected,
  setMarketRate,
  setReceiptState,
  takeNextIndex,
} from './invoice-store.ts'

const database = useTestDatabase()

const now = new Date('2026-11-20T10:00:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)
const hourMs = 3_600_000
const insert = (changes: Parameters<typeof insertTestInvoice>[2] = {}, at = now) =>
  insertTestInvoice(database, at, changes)
const query = async (text: string, values: readonly unknown[] = []) =>
  (await database.pool.query(text, [...values])).rows as unknown[]
const getId = async (where: string) =>
  ((await query(`select id from crypto_receipts where txid = $1`, [where])) as { id: number }[])[0]?.id ?? 0

let receipts = 0
async function addReceipt({ guid, coin }: Awaited<ReturnType<typeof insert>>, changes: Record<string, unknown> = {}) {
  const row: Record<string, unknown> = {
    guid,
    coin,
    txid: `tx ${(receipts += 1)}`,
    output: 1,
    value: 400,
    state: 'seen',
    arrived_at: now,
    changed_at: after(1),
    created_at: now,
    ...changes,
  }
  const columns = Object.keys(row)
  await query(
    `insert into crypto_receipts (${columns.join()}) values (${columns.map((_, index) => `$${index + 1}`).join()})`,
    Object.values(row),
  )
  return String(row['txid'])
}
const mined = (height: number) => ({ block_height: height, block_hash: `block ${height}`, mined_at: after(2) })

beforeEach(async () => {
  await query(
    `update crypto_chains set next_index = 0, first_index = 0, height = null, hash = null, network = null, scanned_at = null`,
  )
  await query(`update crypto_invoices set ended_at = now(), paid = false, slot = null where ended_at is null`)
  await query(`update crypto_receipts set state = 'orphaned' where state = 'seen'`)
})

test('an invoice is read with its terms and its own payments', async () => {
  const invoice = await insert({ coin: 'ETH', spreadPercent: 1.125 })
  const other = await insert()
  await addReceipt(other)
  const unconfirmed = await addReceipt(invoice)
  const priced = await addReceipt(invoice, { ...mined(7), market_rate: 77, value: '12345678901234567890123' })
  expect(await setExpected(database.db, invoice.guid, 500n)).toBe(true)
  const { blockUntil, expiresAt, watchUntil, derivationIndex, slot, requestHash, attemptId, ...terms } = invoice
  const read = await findInvoice(database.db, invoice.guid)
  expect(read).toEqual({
    ...terms,
    blockUntilMs: blockUntil.getTime(),
    expiresAtMs: expiresAt.getTime(),
    watchUntilMs: watchUntil.getTime(),
    expected: 500n,
    createdAtMs: now.getTime(),
    end: null,
    receipts: [
      {
        id: await getId(unconfirmed),
        guid: invoice.guid,
        txid: unconfirmed,
        output: 1,
        value: 400n,
        state: 'seen',
        blockHeight: null,
        arrivedAtMs: now.getTime(),
        minedAtMs: null,
        changedAtMs: now.getTime() + 1,
        marketRate: null,
      },
      {
        id: await getId(priced),
        guid: invoice.guid,
        txid: priced,
        output: 1,
        value: 12345678901234567890123n,
        state: 'seen',
        blockHeight: 7,
        arrivedAtMs: now.getTime(),
        minedAtMs: now.getTime() + 2,
        changedAtMs: now.getTime() + 1,
        marketRate: 77n,
      },
    ],
  })
  expect((await findInvoices(database.db, [invoice.guid])).map(({ guid }) => guid)).toEqual([invoice.guid])
  expect(await findInvoice(database.db, other.guid)).toMatchObject({ expected: null, receipts: [{ value: 400n }] })
  expect([derivationIndex > 0, slot, requestHash, attemptId > 0]).toEqual([true, 1, 'hash', true])
  for (const [paid, end] of [
    [true, 'paid'],
    [false, 'failed'],
  ] as const) {
    await query('update crypto_invoices set ended_at = now(), paid = $2, slot = null where guid = $1', [
      invoice.guid,
      paid,
    ])
    expect(await findInvoice(database.db, invoice.guid)).toMatchObject({ end })
  }
  expect(await setExpected(database.db, invoice.guid, 9n)).toBe(false)
  expect(await findInvoice(database.db, invoice.guid)).toMatchObject({ expected: 500n })
})

test('the same request finds its open invoice again, unless something was paid to it or it is old', async () => {
  const invoice = await insert()
  const { userId } = invoice
  const other = await insert()
  const second = await insert({ userId, slot: 2, requestHash: 'other' }, after(5))
  const find = async (hash: string, madeAfter: number, user = userId) =>
    (await findUnusedInvoice(database.db, user, hash, after(madeAfter)))?.guid ?? null
  expect(await find('hash', -1)).toBe(invoice.guid)
  expect(await find('hash', 0)).toBeNull()
  expect(await find('other', -1)).toBe(second.guid)
  expect(await find('hash', -1, other.userId)).toBe(other.guid)
  expect(new Set(await listTakenSlots(database.db, userId))).toEqual(new Set([1, 2]))
  const third = await insert({ userId, slot: 3 }, after(9))
  const list = async (limit: number) => (await listRecentInvoices(database.db, userId, limit)).map(({ guid }) => guid)
  expect([await list(5), await list(2)]).toEqual([
    [third.guid, second.guid, invoice.guid],
    [third.guid, second.guid],
  ])
  await addReceipt(third)
  expect(await find('hash', 1)).toBeNull()
  await addReceipt(invoice)
  expect(await find('hash', -1)).toBeNull()
  await query('update crypto_invoices set ended_at = now(), paid = true, slot = null where guid = $1', [second.guid])
  expect(await find('other', -1)).toBeNull()
})

test('an address is given only for the network that has been read, and in order', async () => {
  const take = (network: string, coin: 'BTC' | 'ETH' = 'BTC') => takeNextIndex(database.db, coin, network)
  await query(`update crypto_chains set network = 'main', next_index = 7, first_index = 7`)
  expect(await take('main')).toBeNull()
  expect([await getScannedAt(database.db, 'BTC'), await getScannedHeight(database.db, 'BTC')]).toEqual([null, 0])
  await query(`update crypto_chains set scanned_at = $1, height = 55 where coin = 'BTC'`, [now])
  expect(await take('test')).toBeNull()
  expect(await take('main', 'ETH')).toBeNull()
  expect([await take('main'), await take('main')]).toEqual([
    { index: 7, scannedAt: now },
    { index: 8, scannedAt: now },
  ])
  expect([await getScannedAt(database.db, 'BTC'), await getScannedHeight(database.db, 'BTC')]).toEqual([now, 55])
  expect([await getScannedAt(database.db, 'ETH'), await getScannedHeight(database.db, 'ETH')]).toEqual([null, 0])
  const [old, current] = [await insert({ derivationIndex: 106 }), await insert({ derivationIndex: 107 })]
  await query(`update crypto_chains set next_index = 200, first_index = 107 where coin = 'BTC'`)
  await query(`update crypto_chains set next_index = 200, first_index = 0 where coin = 'ETH'`)
  expect([
    await isOfEarlierNetwork(database.db, old.guid),
    await isOfEarlierNetwork(database.db, current.guid),
  ]).toEqual([true, false])
  const expired = (coin: 'BTC' | 'ETH') => listExpiredInvoices(database.db, coin, 9, null)
  expect([await expired('BTC'), await expired('ETH')]).toEqual([[old.guid], []])
})

test('an invoice has expired when the chain was read past its end', async () => {
  const invoices = [
    await insert(),
    await insert(),
    await insert({ expiresAt: after(hourMs + 1) }),
    await insert({ coin: 'ETH' }),
  ]
  const ended = await insert()
  await query('update crypto_invoices set ended_at = now(), paid = true, slot = null where guid = $1', [ended.guid])
  const due = invoices
    .slice(0, 2)
    .map(({ guid }) => guid)
    .toSorted()
  const list = (limit: number, last: string | null = null) => listExpiredInvoices(database.db, 'BTC', limit, last)
  await query('update crypto_chains set scanned_at = $1', [after(hourMs - 1)])
  expect(await list(9)).toEqual([])
  await query('update crypto_chains set scanned_at = $1', [after(hourMs)])
  expect([await list(9), await list(1), await list(9, due[0])]).toEqual([due, due.slice(0, 1), due.slice(1)])
  await query(`update crypto_chains set next_index = 100000, first_index = 100000 where coin = 'BTC'`)
  expect(await list(9)).toEqual(
    invoices
      .slice(0, 3)
      .map(({ guid }) => guid)
      .toSorted(),
  )
  expect(await list(9, due[1])).not.toContain(due[1])
})

test('a payment can be credited with its confirmations, on its own chain', async () => {
  const [one, two, ether] = [await insert(), await insert({ confirmations: 3 }), await insert({ coin: 'ETH' })]
  await query(`update crypto_chains set height = 100 where coin = 'BTC'`)
  await query(`update crypto_chains set height = 50 where coin = 'ETH'`)
  await addReceipt(one, mined(99))
  await addReceipt(one, mined(98))
  await addReceipt(two, mined(99))
  await addReceipt(ether, mined(49))
  const list = (limit = 9, last: string | null = null) => listCreditableInvoices(database.db, 'BTC', limit, last)
  expect(await list()).toEqual([one.guid])
  await addReceipt(two, mined(98))
  const guids = [one.guid, two.guid].toSorted()
  expect([await list(), await list(1), await list(9, guids[0])]).toEqual([guids, guids.slice(0, 1), guids.slice(1)])
  await query(`update crypto_receipts set state = 'dust' where guid = $1`, [one.guid])
  expect(await list()).toEqual([two.guid])
  await raiseInvoiceConfirmations(database.db, two.guid, 4)
  await raiseInvoiceConfirmations(database.db, two.guid, 2)
  expect(await list()).toEqual([])
  expect(await findInvoice(database.db, one.guid)).toMatchObject({ confirmations: 2 })
  expect(await findInvoice(database.db, two.guid)).toMatchObject({ confirmations: 4 })
})

test('the first rate of a block counts, and the state of one payment changes', async () => {
  const [invoice, ether] = [await insert(), await insert({ coin: 'ETH' })]
  await addReceipt(ether, mined(5))
  await addReceipt(invoice)
  await addReceipt(invoice, { ...mined(5), state: 'dust' })
  await addReceipt(invoice, { ...mined(5), market_rate: 5 })
  const txid = await addReceipt(invoice, mined(5))
  const id = await getId(txid)
  const second = await addReceipt(invoice, mined(6))
  const open = { currency: 'EUR', minedAt: after(2) }
  const list = async () => (await listReceiptsWithoutRate(database.db, 'BTC')).toSorted((a, b) => a.id - b.id)
  expect(await list()).toEqual([
    { id, ...open },
    { id: await getId(second), ...open },
  ])
  await setMarketRate(database.db, id, after(3), 8n)
  await setMarketRate(database.db, id, after(2), 9n)
  await setMarketRate(database.db, id, after(2), 10n)
  expect(await list()).toEqual([{ id: await getId(second), ...open }])
  await setReceiptState(database.db, id, 'credited', after(7))
  await setReceiptState(database.db, id, 'credited', after(8))
  const rows = await query(
    'select txid, state, market_rate as rate, changed_at as changed from crypto_receipts where txid = any($1) order by id',
    [[txid, second]],
  )
  expect(rows).toEqual([
    { txid, state: 'credited', rate: 9, changed: after(7) },
    { txid: second, state: 'seen', rate: null, changed: after(1) },
  ])
})

test('payments that are credited and not captured are found, and the reverse', async () => {
  const invoice = await insert()
  const credited = await addReceipt(invoice, { ...mined(5), state: 'credited' })
  const seen = await addReceipt(invoice, mined(5))
  await addReceipt(invoice, { ...mined(5), state: 'dust' })
  const both = await addReceipt(invoice, { ...mined(5), state: 'credited' })
  const capture = (number: number, output: string) =>
    `(${invoice.attemptId}, ${number}, '${invoice.depositId}', 'BTC', '${output}', 5, 'EUR', 'credited_part', now(), now())`
  await database.runAsOwner(`alter table captures disable trigger user;
    insert into captures (attempt_id, number, deposit_id, processor, processor_reference, amount, currency, status, created_at, updated_at)
    values ${capture(1, `${both}:1`)}, ${capture(2, 'unknown:0')}, ${capture(3, `${seen}:1`)};
    alter table captures enable trigger user`)
  const isOwn = (output: string) => [credited, seen, both, 'unknown'].some((txid) => output.startsWith(`${txid}:`))
  expect((await listReceiptDifferences(database.db, 99)).filter(isOwn).toSorted()).toEqual([
    `${credited}:1`,
    'unknown:0',
  ])
  expect(await listReceiptDifferences(database.db, 1)).toHaveLength(1)
})
