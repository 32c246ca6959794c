import type { InvoiceCoin } from '@tradefront/rules/crypto/coins'

import type { AppContext } from '../../context.ts'
import type { Block, ChainTip, Mempool } from '../../gateways/chains/chain.ts'
import { hourMs, minuteMs } from '../../platform/clock.ts'
import { raiseAlert } from '../alerts/service.ts'
import {
  acquireChainLease,
  changeChainNetwork,
  type Cursor,
  endChainRound,
  findBlockHash,
  listConfirming,
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
import { reportCredited } from './credit-invoices.ts'
import { publishInvoices } from './publish-invoices.ts'

/**
 * A node whose last block is older than this answers, but is behind: on Ethereum a block comes every 12 s, on bitcoin one takes longer than
 * this once in some years.
 */
const maxTipAgeMs = { BTC: 2 * hourMs, ETH: 5 * minuteMs } as const

/** Lease of the reading server, longer than a call to a node. If a server stops, another one continues after this time. */
const leaseMs = 60_000
/** After this time the addresses are read again, and those that are no longer watched are forgotten. */
const reloadMs = minuteMs
/** One round reads at most this many blocks. The next round renews the lease. */
const maxBlocksPerRound = 500

/**
 * Reads one chain: unconfirmed transactions, then new blocks. One server does so at a time; the others find the lease taken. The
 * number of calls to the node does not depend on the number of invoices. Calls during a round join it. They return false if another
 * server reads the chain, or if more is to be read.
 * @throws ChainError from the calls
 */
export function createReadChain(context: AppContext, coin: InvoiceCoin): () => Promise<boolean> {
  const { db, clock, newId, chains, chainNetworks } = context
  const chain = chains[coin]
  const leaseId = newId()
  const watched = createWatchedAddresses(context, coin)
  let running: Promise<boolean> | null = null
  /** Null: the node was not asked since the start or the last failure, after which another node can answer. */
  let networkName: string | null = null

  return () => {
    running ??= readOnce()
      .catch((error: unknown) => {
        networkName = null
        throw error
      })
      .finally(() => {
        running = null
      })
    return running
  }

  async function readOnce(): Promise<boolean> {
    const startedAt = clock.now()
    const lease = await acquireChainLease(db, coin, leaseId, startedAt, computeLeaseEnd())
    if (lease === null) return false
    networkName ??= await chainNetworks.readName(coin)
    const isChanged = lease.network !== null && lease.network !== networkName
    if (lease.network === null) await setFirstNetwork(db, coin, leaseId, networkName)
    // These payments were credited by a server that stopped before it could report them.
    for (const guid of await markCaptured(db, coin, startedAt)) await reportCredited(context, guid)
    if (isChanged) await changeNetwork(networkName)
    await watched.refresh()
    const mempool = await chain.readMempool(watched.addresses)
    if (!(await saveMempool(mempool))) return false
    const tip = await chain.getTip()
    // An address is paid only after it was stored: those in blocks up to this tip are known now.
    await watched.refresh()
    const start = (isChanged ? null : lease.cursor) ?? (await startAt(tip))
    const isComplete = start !== null && (await readBlocks(start, tip))
    // Payments that a reorganisation has made unconfirmed are found again.
    if (!(await saveMempool(mempool))) return false
    // Confirmations are counted only on a chain that is known up to its tip.
    return isComplete && report(await endRound(mempool, tip, startedAt))
  }

  async function saveMempool({ transfers }: Mempool): Promise<boolean> {
    if (transfers.length === 0) return true
    return report(await saveMempoolReceipts(db, coin, leaseId, transfers, watched.guids, clock.now()))
  }

  async function endRound(mempool: Mempool, tip: ChainTip, startedAt: Date): Promise<string[] | null> {
    const unconfirmed = await listUnconfirmed(db, coin)
    const found = new Set(mempool.transfers.map(({ txid }) => txid))
    const missing = unconfirmed.filter((txid) => !found.has(txid))
    const dropped = missing.length === 0 ? [] : await mempool.findDropped(missing, tip.height)
    const isBehind = tip.time !== null && startedAt.getTime() - tip.time.getTime() > maxTipAgeMs[coin]
    return endChainRound(db, coin, leaseId, dropped, isBehind ? null : startedAt, clock.now())
  }

  /** Changes the network. The alert is raised first: if a server stops in between, the alert is raised again. */
  async function changeNetwork(name: string): Promise<void> {
    await raiseAlert(db, { kind: 'crypto.network_changed', subject: `chain:${coin}` }, clock.now())
    await changeChainNetwork(db, coin, leaseId, name, clock.now())
    watched.forget()
  }

  /** Starts reading at the tip. Blocks before the first invoice are not read: no address was in use. */
  async function startAt(tip: ChainTip): Promise<Cursor | null> {
    return (await startCursor(db, coin, leaseId, tip)) ? tip : null
  }

  /** Reads blocks. @returns whether everything up to the tip was read */
  async function readBlocks(start: Cursor, tip: ChainTip): Promise<boolean> {
    let cursor: Cursor | null = await leaveReplacedTip(start, tip)
    const isRolledBack = cursor !== start
    const firstHeight = cursor?.height ?? 0
    let last: Block | null = null
    for (let count = 0; cursor !== null && cursor.height < tip.height && count < maxBlocksPerRound; count += 1) {
      const block = await chain.readBlock(cursor.height + 1, watched.addresses)
      // The chain was reorganised to a shorter one.
      if (block === null) return false
      if (cursor.hash !== null && block.parentHash !== cursor.hash) {
        cursor = await rollBack(Math.max(0, cursor.height - 1))
        last = null
        continue
      }
      const changed = await saveBlock(db, coin, leaseId, cursor, block, watched.guids, computeLeaseEnd(), clock.now())
      if (!(await report(changed))) return false
      cursor = { height: block.height, hash: block.hash }
      last = block
    }
    if (cursor === null) return false
    if (last !== null && last.height === tip.height && last.hash !== tip.hash) {
      // The chain was reorganised while it was read: the new blocks can pay addresses that were not known yet. They are read again.
      await rollBack(Math.min(firstHeight, last.height - 1))
      return false
    }
    if (last !== null || isRolledBack) await publishInvoices(context, await listConfirming(db, coin))
    return cursor.height >= tip.height
  }

  /**
   * Rolls back to a block that is still in the chain: the block that was read last can have been replaced by one of the same height, or by
   * a shorter chain.
   */
  async function leaveReplacedTip(cursor: Cursor, tip: ChainTip): Promise<Cursor | null> {
    if (tip.height > cursor.height) return cursor
    const known = tip.height === cursor.height ? cursor.hash : await findBlockHash(db, coin, tip.height)
    // If they are equal, the node is behind the one that was asked before.
    if (known === tip.hash) return cursor
    return rollBack(Math.max(0, tip.height - 1))
  }

  async function rollBack(height: number): Promise<Cursor | null> {
    const to = { height, hash: await findBlockHash(db, coin, height) }
    return (await report(await rollBackChain(db, coin, leaseId, to, clock.now()))) ? to : null
  }

  /** Publishes changed invoices. @param changed null if another server has the lease */
  async function report(changed: readonly string[] | null): Promise<boolean> {
    if (changed === null) return false
    await publishInvoices(context, changed)
    return true
  }

  function computeLeaseEnd(): Date {
    return new Date(clock.now().getTime() + leaseMs)
  }
}

/**
 * The addresses of a coin, kept in memory. Invoices get their indexes in the order of their commits, so that a refresh reads only
 * the new ones.
 */
function createWatchedAddresses({ db, clock }: AppContext, coin: InvoiceCoin) {
  const addresses = new Set<string>()
  const guids = new Map<string, string>()
  let nextIndex = 0
  let loadedAtMs = Number.NEGATIVE_INFINITY

  return {
    addresses: addresses as ReadonlySet<string>,
    /** Ids of invoices, by address. */
    guids: guids as ReadonlyMap<string, string>,

    /** Forgets the addresses, so that the next refresh reads all of them. */
    forget(): void {
      loadedAtMs = Number.NEGATIVE_INFINITY
    },

    async refresh(): Promise<void> {
      const now = clock.now()
      const isReload = Math.abs(now.getTime() - loadedAtMs) >= reloadMs
      const rows = isReload ? await listWatched(db, coin, now) : await listWatchedFrom(db, coin, nextIndex)
      if (isReload) {
        addresses.clear()
        guids.clear()
        loadedAtMs = now.getTime()
      }
      for (const { index, address, guid } of rows) {
        addresses.add(address)
        guids.set(address, guid)
        nextIndex = Math.max(nextIndex, index + 1)
      }
    },
  }
}
