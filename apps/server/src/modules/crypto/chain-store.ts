import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'
import { sql } from 'kysely'

import type { Block, Transfer } from '../../gateways/chains/chain.ts'
import { dayMs, minuteMs } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'

/** The last block that has been read. Null before the first; a null hash lets any block follow. */
export type Cursor = { readonly height: number; readonly hash: string | null }

export type WatchedAddress = { readonly index: number; readonly address: string; readonly guid: string }

/** How many blocks are kept. A payment with fewer confirmations can be reorganised, and the replaced block is still known. */
const keptBlocks = 300
/** If the last complete reading is older than this, the reader had a gap, in which no new invoices were made either. */
export const readingGapMs = 2 * minuteMs

// Only one server writes at a time: every change names the lease, and changes nothing without it.

/** Acquires or renews the lease. Returns null if another server reads the chain. */
export async function acquireChainLease(
  db: Db,
  coin: InvoiceCoin,
  leaseId: string,
  now: Date,
  until: Date,
): Promise<{ readonly cursor: Cursor | null; readonly network: string | null } | null> {
  const { rows } = await sql<{ height: number | null; hash: string | null; network: string | null }>`
    update crypto_chains set lease_id = ${leaseId}::uuid, lease_until = ${until}
     where coin = ${coin} and (lease_id is null or lease_id = ${leaseId}::uuid or lease_until <= ${now})
    returning height, hash, network`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const { height, hash, network } = row
  return { cursor: height === null ? null : { height, hash }, network }
}

/** Sets the network of the first reading. Does nothing without the lease. */
export async function setFirstNetwork(db: Db, coin: InvoiceCoin, leaseId: string, network: string): Promise<void> {
  await sql`
    update crypto_chains set network = ${network}
     where coin = ${coin} and lease_id = ${leaseId}::uuid and network is null`.execute(db)
}

/**
 * Stops reading the old network, watching its addresses and confirming its payments. Its open invoices end as soon as the new
 * network has been read once. Does nothing without the lease.
 */
export async function changeChainNetwork(
  db: Db,
  coin: InvoiceCoin,
  leaseId: string,
  network: string,
  now: Date,
): Promise<void> {
  await sql`
    with held as (
      update crypto_chains set network = ${network}, first_index = next_index, height = null, hash = null, scanned_at = null
       where coin = ${coin} and lease_id = ${leaseId}::uuid and network <> ${network} returning coin
    ), old_blocks as (
      delete from crypto_blocks where coin in (select coin from held)
    ), orphaned as (
      update crypto_receipts
         set state = 'orphaned', block_height = null, block_hash = null, mined_at = null, market_rate = null, changed_at = ${now}
       where coin in (select coin from held) and state = 'seen'
    )
    update crypto_invoices set watch_until = ${now}
     where coin in (select coin from held) and ended_at is not null and watch_until > ${now}`.execute(db)
}

/** Lists addresses of open invoices, of those that ended less than a day ago, and with payments that are not decided. */
export async function listWatched(db: Db, coin: InvoiceCoin, now: Date): Promise<WatchedAddress[]> {
  const { rows } = await sql<WatchedAddress>`
    select i.derivation_index as index, i.address, i.guid
      from crypto_chains c join crypto_invoices i on i.coin = c.coin and i.derivation_index >= c.first_index
     where c.coin = ${coin} and i.ended_at is null
    union
    select derivation_index, address, guid from crypto_invoices where coin = ${coin} and watch_until > ${now} and ended_at is not null
    union
    select i.derivation_index, i.address, i.guid from crypto_receipts r join crypto_invoices i on i.guid = r.guid
     where r.coin = ${coin} and r.state = 'seen'`.execute(db)
  return rows
}

/** Lists the addresses with this index and above: those that were added since. */
export async function listWatchedFrom(db: Db, coin: InvoiceCoin, index: number): Promise<WatchedAddress[]> {
  const { rows } = await sql<WatchedAddress>`
    select derivation_index as index, address, guid from crypto_invoices
     where coin = ${coin} and derivation_index >= ${index}`.execute(db)
  return rows
}

export async function findBlockHash(db: Db, coin: InvoiceCoin, height: number): Promise<string | null> {
  const { rows } = await sql<{ hash: string }>`
    select hash from crypto_blocks where coin = ${coin} and height = ${height}`.execute(db)
  return rows[0]?.hash ?? null
}

/** Sets the block after which reading begins. Returns false without the lease. */
export async function startCursor(
  db: Db,
  coin: InvoiceCoin,
  leaseId: string,
  { height, hash }: Cursor,
): Promise<boolean> {
  const { rows } = await sql`
    with held as (
      update crypto_chains set height = ${height}, hash = ${hash}
       where coin = ${coin} and lease_id = ${leaseId}::uuid and height is null returning coin
    )
    insert into crypto_blocks (coin, height, hash) select coin, ${height}::bigint, ${hash}::text from held where ${hash}::text is not null
    on conflict (coin, height) do update set hash = excluded.hash
    returning height`.execute(db)
  return rows.length > 0 || hash === null
}

/**
 * Saves the block and all its payments in one statement, so that a crash repeats the block as a whole. The time of a block is that of
 * our reading. Its own time is set by its miner: it counts only where our reader had a gap, and only within that gap.
 * @returns the invoices with new payments; null if another server has the lease, or has already read this block
 */
export async function saveBlock(
  db: Db,
  coin: InvoiceCoin,
  leaseId: string,
  previous: Cursor,
  block: Block,
  guids: ReadonlyMap<string, string>,
  leaseUntil: Date,
  now: Date,
): Promise<string[] | null> {
  const receipts = [
    ...block.transfers.map((transfer) => toReceiptInput(transfer, guids, '')),
    ...block.tokens.map((token) => toReceiptInput(token, guids, token.contract)),
  ].filter(({ guid }) => guid !== undefined)
  const { rows } = await sql<{ guids: string[] }>`
    with held as (
      update crypto_chains set height = ${block.height}, hash = ${block.hash}, lease_until = ${leaseUntil}
       where coin = ${coin} and lease_id = ${leaseId}::uuid and height = ${previous.height}
         and hash is not distinct from ${previous.hash}
      returning coin,
        case when scanned_at > ${new Date(now.getTime() - readingGapMs)}::timestamptz then ${now}::timestamptz
             else least(${now}::timestamptz, greatest(scanned_at, ${block.time}::timestamptz)) end as mined_at
    ), new_block as (
      insert into crypto_blocks (coin, height, hash) select coin, ${block.height}::bigint, ${block.hash}::text from held
      on conflict (coin, height) do update set hash = excluded.hash
    ), old_blocks as (
      delete from crypto_blocks where coin in (select coin from held) and height < ${block.height - keptBlocks}
    ), given as (
      select * from jsonb_to_recordset(${JSON.stringify(receipts)}::jsonb)
        as g(guid uuid, txid text, output integer, token text, value numeric)
    ), written as (
      insert into crypto_receipts as r (guid, coin, txid, output, token, value, state, block_height, block_hash, arrived_at,
        mined_at, changed_at, created_at)
      select g.guid, held.coin, g.txid, g.output, g.token, g.value, case g.token when '' then 'seen' else 'token' end,
             ${block.height}::bigint, ${block.hash}::text, held.mined_at, held.mined_at, ${now}, ${now}
        from held, given g
      on conflict (coin, txid, output, token) do update
         set block_height = excluded.block_height, block_hash = excluded.block_hash,
             state = case r.state when 'orphaned' then 'seen' else r.state end,
             changed_at = case r.state when 'orphaned' then excluded.changed_at else r.changed_at end,
             arrived_at = case r.state when 'credited' then r.arrived_at else least(r.arrived_at, excluded.arrived_at) end,
             mined_at = case r.state when 'credited' then r.mined_at else excluded.mined_at end,
             market_rate = case r.state when 'credited' then r.market_rate end
      returning guid
    ), watched as (
      update crypto_invoices set watch_until = greatest(watch_until, ${now}::timestamptz + interval '24 hours')
       where guid in (select guid from written)
    )
    select array(select distinct guid from written) as guids from held`.execute(db)
  return rows[0]?.guids ?? null
}

/**
 * Forgets the blocks above a height: their payments are unconfirmed until they are found again.
 * @returns the invoices that this changes; null if another server has the lease
 */
export async function rollBackChain(
  db: Db,
  coin: InvoiceCoin,
  leaseId: string,
  to: Cursor,
  now: Date,
): Promise<string[] | null> {
  const { rows } = await sql<{ guids: string[] }>`
    with held as (
      update crypto_chains set height = ${to.height}, hash = ${to.hash}
       where coin = ${coin} and lease_id = ${leaseId}::uuid returning coin, first_index
    ), old_blocks as (
      delete from crypto_blocks where coin in (select coin from held) and height > ${to.height}
    ), changed as (
      update crypto_receipts r
         set block_height = null, block_hash = null, changed_at = ${now},
             mined_at = case r.state when 'credited' then r.mined_at end,
             market_rate = case r.state when 'credited' then r.market_rate end
        from held
       where r.coin = held.coin and r.block_height > ${to.height}
         and (select derivation_index from crypto_invoices i where i.guid = r.guid) >= held.first_index
      returning r.guid
    )
    select array(select distinct guid from changed) as guids from held`.execute(db)
  return rows[0]?.guids ?? null
}

/**
 * Saves unconfirmed payments that the node knows.
 * @returns the invoices that this changes; null if another server has the lease
 */
export async function saveMempoolReceipts(
  db: Db,
  coin: InvoiceCoin,
  leaseId: string,
  transfers: readonly Transfer[],
  guids: ReadonlyMap<string, string>,
  now: Date,
): Promise<string[] | null> {
  const receipts = transfers
    .map((transfer) => toReceiptInput(transfer, guids, ''))
    .filter(({ guid }) => guid !== undefined)
  const { rows } = await sql<{ guids: string[] }>`
    with held as (
      select coin from crypto_chains where coin = ${coin} and lease_id = ${leaseId}::uuid for update
    ), given as (
      select * from jsonb_to_recordset(${JSON.stringify(receipts)}::jsonb)
        as g(guid uuid, txid text, output integer, token text, value numeric)
    ), written as (
      insert into crypto_receipts as r (guid, coin, txid, output, token, value, state, arrived_at, changed_at, created_at)
      select g.guid, held.coin, g.txid, g.output, '', g.value, 'seen', ${now}, ${now}, ${now} from held, given g
      on conflict (coin, txid, output, token) do update set state = 'seen', changed_at = excluded.changed_at
       where r.state = 'orphaned'
      returning guid
    ), watched as (
      update crypto_invoices set watch_until = greatest(watch_until, ${now}::timestamptz + interval '24 hours')
       where guid in (select guid from written)
    )
    select array(select distinct guid from written) as guids from held`.execute(db)
  return rows[0]?.guids ?? null
}

/**
 * Marks captured payments as credited. A server can stop after it has captured a payment and before it has marked it, and the block can be
 * replaced before the next reading. Marked first, the payment counts as lost instead of never credited.
 * @returns their invoices
 */
export async function markCaptured(db: Db, coin: InvoiceCoin, now: Date): Promise<string[]> {
  const { rows } = await sql<{ guid: string }>`
    update crypto_receipts r set state = 'credited', changed_at = ${now}
      from captured_outputs c
     where r.coin = ${coin} and c.coin = r.coin and c.output = concat(r.txid, ':', r.output)
       and (r.state = 'seen' or r.state = 'orphaned' and r.changed_at > ${new Date(now.getTime() - dayMs)})
    returning r.guid`.execute(db)
  return [...new Set(rows.map(({ guid }) => guid))]
}

/** Lists the transactions of payments that are in no block. */
export async function listUnconfirmed(db: Db, coin: InvoiceCoin): Promise<string[]> {
  const { rows } = await sql<{ txid: string }>`
    select distinct txid from crypto_receipts where coin = ${coin} and state = 'seen' and block_height is null`.execute(
    db,
  )
  return rows.map(({ txid }) => txid)
}

/**
 * Ends a round in which everything up to the tip was read.
 * @param scannedAt null: the tip was old, so that blocks can be missing: those of this time count as in a gap
 * @param dropped transactions that the node no longer has: their payments are orphaned
 * @returns the invoices that this changes; null if another server has the lease
 */
export async function endChainRound(
  db: Db,
  coin: InvoiceCoin,
  leaseId: string,
  dropped: readonly string[],
  scannedAt: Date | null,
  now: Date,
): Promise<string[] | null> {
  const { rows } = await sql<{ guids: string[] }>`
    with held as (
      update crypto_chains set scanned_at = coalesce(${scannedAt}::timestamptz, scanned_at)
       where coin = ${coin} and lease_id = ${leaseId}::uuid returning coin
    ), orphaned as (
      update crypto_receipts set state = 'orphaned', changed_at = ${now}
       where coin in (select coin from held) and state = 'seen' and block_height is null
         and txid = any(${[...dropped]}::text[])
      returning guid
    )
    select array(select distinct guid from orphaned) as guids from held`.execute(db)
  return rows[0]?.guids ?? null
}

/** Lists invoices with a payment in a block that is not credited yet: each block changes their confirmations. */
export async function listConfirming(db: Db, coin: InvoiceCoin): Promise<string[]> {
  const { rows } = await sql<{ guid: string }>`
    select distinct guid from crypto_receipts
     where coin = ${coin} and state = 'seen' and block_height is not null`.execute(db)
  return rows.map(({ guid }) => guid)
}

/** Lists credited payments whose block has disappeared, and whose money is still on the account. */
export async function listLost(
  db: Db,
  coin: InvoiceCoin,
): Promise<{ readonly guid: string; readonly txid: string; readonly output: number }[]> {
  const { rows } = await sql<{ guid: string; txid: string; output: number }>`
    select guid, txid, output from crypto_receipts
     where coin = ${coin} and state = 'credited' and block_height is null
       and exists (select from captured_outputs c
                    where c.coin = crypto_receipts.coin and c.output = concat(txid, ':', crypto_receipts.output)
                      and c.status in ('credited', 'credited_part'))`.execute(db)
  return rows
}

function toReceiptInput(
  { txid, index, address, value }: Pick<Transfer, 'txid' | 'index' | 'address' | 'value'>,
  guids: ReadonlyMap<string, string>,
  token: string,
) {
  return { guid: guids.get(address), txid, output: index, token, value: value.toString() }
}
