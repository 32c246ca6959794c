import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'
import type { InvoiceEnd, ReceiptState } from '@tradefront/rules/crypto/invoice-state'
import type { Currency } from '@tradefront/rules/ledger/money'
import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { Invoice, StoredReceipt } from './invoice.ts'

export type NewInvoice = Pick<
  Invoice,
  | 'guid'
  | 'depositId'
  | 'userId'
  | 'coin'
  | 'address'
  | 'amountDue'
  | 'tolerance'
  | 'currency'
  | 'rate'
  | 'marketRate'
  | 'spreadPercent'
  | 'lockedMax'
  | 'confirmations'
> & {
  readonly blockUntil: Date
  readonly derivationIndex: number
  readonly slot: number
  readonly requestHash: string
  readonly expiresAt: Date
  readonly watchUntil: Date
}

export type InvoiceWithReceipts = Invoice & { readonly receipts: readonly StoredReceipt[] }

/** A row as JSON: `bigint` and `numeric` columns come as text, because JSON numbers are not exact. */
type InvoiceRow = {
  readonly guid: string
  readonly depositId: string
  readonly userId: number
  readonly coin: InvoiceCoin
  readonly address: string
  readonly amountDue: string
  readonly tolerance: string
  readonly currency: Currency
  readonly rate: string
  readonly marketRate: string
  readonly spreadPercent: number
  readonly lockedMax: string
  readonly blockUntil: Date
  readonly confirmations: number
  readonly expected: string | null
  readonly expiresAt: Date
  readonly watchUntil: Date
  readonly createdAt: Date
  readonly paid: boolean | null
  readonly receipts: readonly ReceiptRow[]
}

type ReceiptRow = {
  readonly id: number
  readonly guid: string
  readonly txid: string
  readonly output: number
  readonly value: string
  readonly state: ReceiptState
  readonly blockHeight: number | null
  readonly arrivedAtMs: number
  readonly minedAtMs: number | null
  readonly changedAtMs: number
  readonly marketRate: string | null
}

const receiptColumns = sql`
  r.id, r.guid, r.txid, r.output, r.value::text as value, r.state, r.block_height as "blockHeight",
  r.market_rate::text as "marketRate", (extract(epoch from r.mined_at) * 1000)::bigint as "minedAtMs",
  (extract(epoch from r.arrived_at) * 1000)::bigint as "arrivedAtMs", (extract(epoch from r.changed_at) * 1000)::bigint as "changedAtMs"`

const invoiceColumns = sql`
  i.guid, i.deposit_id as "depositId", i.user_id as "userId", i.coin, i.address, i.amount_due::text as "amountDue",
  i.tolerance::text as tolerance, i.currency, i.rate::text as rate,
  i.market_rate::text as "marketRate", i.spread_percent::double precision as "spreadPercent", i.locked_max::text as "lockedMax",
  i.block_until as "blockUntil", i.confirmations, i.expected::text as expected, i.expires_at as "expiresAt",
  i.watch_until as "watchUntil", i.created_at as "createdAt", i.paid,
  (select coalesce(json_agg(one order by one.id), '[]')
     from (select ${receiptColumns} from crypto_receipts r where r.guid = i.guid) as one) as receipts`

/** Guid below all others. */
const firstGuid = '00000000-0000-0000-0000-000000000000'

// Queries on invoices of traders. The chain store writes what arrives.

async function listInvoices(db: Db, where: ReturnType<typeof sql>): Promise<InvoiceWithReceipts[]> {
  const { rows } = await sql<InvoiceRow>`select ${invoiceColumns} from crypto_invoices i ${where}`.execute(db)
  return rows.map(toInvoice)
}

export async function findInvoice(db: Db, guid: string): Promise<InvoiceWithReceipts | null> {
  return (await listInvoices(db, sql`where i.guid = ${guid}`))[0] ?? null
}

export function findInvoices(db: Db, guids: readonly string[]): Promise<InvoiceWithReceipts[]> {
  return listInvoices(db, sql`where i.guid = any(${[...guids]}::uuid[])`)
}

/** Finds an open invoice of the same request that was made after a time and got no payment. */
export async function findUnusedInvoice(
  db: Db,
  userId: number,
  requestHash: string,
  madeAfter: Date,
): Promise<InvoiceWithReceipts | null> {
  const found = await listInvoices(
    db,
    sql`where i.user_id = ${userId} and i.slot is not null and i.request_hash = ${requestHash} and i.created_at > ${madeAfter}`,
  )
  return found.find(({ receipts }) => receipts.length === 0) ?? null
}

/** Lists invoices, newest first. */
export function listRecentInvoices(db: Db, userId: number, limit: number): Promise<InvoiceWithReceipts[]> {
  return listInvoices(db, sql`where i.user_id = ${userId} order by i.created_at desc, i.guid limit ${limit}`)
}

/**
 * Returns null until this network was read for the first time. Locks the coin until the transaction ends: invoices get their indexes in
 * order.
 */
export async function takeNextIndex(
  db: Db,
  coin: InvoiceCoin,
  network: string,
): Promise<{ readonly index: number; readonly scannedAt: Date } | null> {
  const { rows } = await sql<{ index: number; scannedAt: Date }>`
    update crypto_chains set next_index = next_index + 1
     where coin = ${coin} and network = ${network} and scanned_at is not null
    returning next_index - 1 as index, scanned_at as "scannedAt"`.execute(db)
  return rows[0] ?? null
}

/** Leaves out the next addresses of each coin: a restored database does not know which of them have been given to invoices. */
export async function skipAddresses(db: Db, count: number): Promise<void> {
  await sql`update crypto_chains set next_index = next_index + ${count}::integer`.execute(db)
}

/** Inserts an invoice. @throws a database error if the slot is taken */
export async function insertInvoice(db: Db, invoice: NewInvoice, now: Date): Promise<void> {
  await sql`
    insert into crypto_invoices (guid, deposit_id, user_id, coin, derivation_index, address, amount_due, tolerance, currency, rate,
      market_rate, spread_percent, locked_max, block_until, confirmations, expires_at, watch_until, request_hash, slot, created_at)
    values (${invoice.guid}, ${invoice.depositId}, ${invoice.userId}, ${invoice.coin}, ${invoice.derivationIndex},
      ${invoice.address}, ${invoice.amountDue.toString()}, ${invoice.tolerance.toString()}, ${invoice.currency}, ${invoice.rate.toString()},
      ${invoice.marketRate.toString()}, ${invoice.spreadPercent}, ${invoice.lockedMax.toString()}, ${invoice.blockUntil},
      ${invoice.confirmations}, ${invoice.expiresAt}, ${invoice.watchUntil}, ${invoice.requestHash}, ${invoice.slot}, ${now})`.execute(
    db,
  )
}

/** Lists the slots of a trader's open invoices. */
export async function listTakenSlots(db: Db, userId: number): Promise<number[]> {
  const { rows } = await sql<{ slot: number }>`
    select slot from crypto_invoices where user_id = ${userId} and slot is not null`.execute(db)
  return rows.map(({ slot }) => slot)
}

/** Returns false if the invoice has ended. */
export async function setExpected(db: Db, guid: string, expected: bigint): Promise<boolean> {
  const { rows } = await sql`
    update crypto_invoices set expected = ${expected.toString()} where guid = ${guid} and slot is not null
    returning guid`.execute(db)
  return rows.length > 0
}

export async function getScannedHeight(db: Db, coin: InvoiceCoin): Promise<number> {
  const { rows } = await sql<{ height: number }>`
    select coalesce(height, 0) as height from crypto_chains where coin = ${coin}`.execute(db)
  return rows[0]?.height ?? 0
}

/** Finds when the chain was last read up to its tip. Null before the first reading. */
export async function getScannedAt(db: Db, coin: InvoiceCoin): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select scanned_at as at from crypto_chains where coin = ${coin}`.execute(db)
  return rows[0]?.at ?? null
}

/** Lists invoices with a payment that has its confirmations. @param after the last one of the page before */
export async function listCreditableInvoices(
  db: Db,
  coin: InvoiceCoin,
  limit: number,
  after: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ guid: string }>`
    select distinct r.guid
      from crypto_chains c join crypto_receipts r on r.coin = c.coin join crypto_invoices i on i.guid = r.guid
     where c.coin = ${coin} and r.state = 'seen' and r.block_height <= c.height - i.confirmations + 1
       and r.guid > ${after ?? firstGuid}::uuid
     order by r.guid limit ${limit}`.execute(db)
  return rows.map(({ guid }) => guid)
}

/** Lists open invoices whose end the chain was read past, and those of an earlier network. @param after the last one of the page before */
export async function listExpiredInvoices(
  db: Db,
  coin: InvoiceCoin,
  limit: number,
  after: string | null,
): Promise<string[]> {
  const { rows } = await sql<{ guid: string }>`
    select i.guid from crypto_chains c join crypto_invoices i on i.coin = c.coin
     where c.coin = ${coin} and i.ended_at is null and i.expires_at <= c.scanned_at and i.guid > ${after ?? firstGuid}::uuid
    union
    select i.guid from crypto_chains c join crypto_invoices i on i.coin = c.coin
     where c.coin = ${coin} and i.ended_at is null and i.derivation_index < c.first_index and i.guid > ${after ?? firstGuid}::uuid
     order by guid limit ${limit}`.execute(db)
  return rows.map(({ guid }) => guid)
}

/** Lists payments in a block whose rate is not known. */
export async function listReceiptsWithoutRate(
  db: Db,
  coin: InvoiceCoin,
): Promise<{ readonly id: number; readonly currency: Currency; readonly minedAt: Date }[]> {
  const { rows } = await sql<{ id: number; currency: Currency; minedAt: Date }>`
    select r.id, i.currency, r.mined_at as "minedAt" from crypto_receipts r join crypto_invoices i on i.guid = r.guid
     where r.coin = ${coin} and r.state = 'seen' and r.market_rate is null and r.mined_at is not null`.execute(db)
  return rows
}

/** Marks a payment. @param state of a payment that is not credited */
export async function setReceiptState(db: Db, id: number, state: 'credited' | 'dust', now: Date): Promise<void> {
  await sql`
    update crypto_receipts set state = ${state}, changed_at = ${now} where id = ${id} and state <> ${state}`.execute(db)
}

/** Sets the rate of a payment. Only the first rate of a block counts. */
export async function setMarketRate(db: Db, id: number, minedAt: Date, rate: bigint): Promise<void> {
  await sql`
    update crypto_receipts set market_rate = ${rate.toString()}
     where id = ${id} and mined_at = ${minedAt} and market_rate is null`.execute(db)
}

/**
 * Lists payments that are credited and not captured, or captured and not credited. Those that are only seen are left out: their credit can
 * be under way.
 */
export async function listReceiptDifferences(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ output: string }>`
    select coalesce(c.output, concat(r.txid, ':', r.output)) as output
      from (select * from crypto_receipts where state = 'credited') as r
      full join captured_outputs c on c.coin = r.coin and c.output = concat(r.txid, ':', r.output)
     where c.output is null
        or r.id is null and not exists (
             select from crypto_receipts s where s.coin = c.coin and s.state = 'seen' and c.output = concat(s.txid, ':', s.output))
     limit ${limit}`.execute(db)
  return rows.map(({ output }) => output)
}

export async function isOfEarlierNetwork(db: Db, guid: string): Promise<boolean> {
  const { rows } = await sql`
    select from crypto_invoices i join crypto_chains c on c.coin = i.coin
     where i.guid = ${guid} and i.derivation_index < c.first_index`.execute(db)
  return rows.length > 0
}

export async function raiseInvoiceConfirmations(db: Db, guid: string, confirmations: number): Promise<void> {
  await sql`
    update crypto_invoices set confirmations = ${confirmations} where guid = ${guid} and confirmations < ${confirmations}`.execute(
    db,
  )
}

function toInvoice(row: InvoiceRow): InvoiceWithReceipts {
  const { blockUntil, expiresAt, watchUntil, createdAt, paid, ...invoice } = row
  const end: InvoiceEnd = paid === null ? null : paid ? 'paid' : 'failed'
  return {
    ...invoice,
    amountDue: BigInt(row.amountDue),
    tolerance: BigInt(row.tolerance),
    rate: BigInt(row.rate),
    marketRate: BigInt(row.marketRate),
    lockedMax: BigInt(row.lockedMax),
    blockUntilMs: blockUntil.getTime(),
    expected: row.expected === null ? null : BigInt(row.expected),
    expiresAtMs: expiresAt.getTime(),
    watchUntilMs: watchUntil.getTime(),
    createdAtMs: createdAt.getTime(),
    end,
    receipts: row.receipts.map(({ value, marketRate, ...receipt }) => ({
      ...receipt,
      value: BigInt(value),
      marketRate: marketRate === null ? null : BigInt(marketRate),
    })),
  }
}
