import * as z from 'zod'

import type { AddressDeriver } from './derive-address.ts'
import { type Block, type Chain, ChainError, type Transfer } from './chain.ts'
import { createBalanceReader } from './ethereum-balances.ts'
import { readContractTransfers } from './ethereum-traces.ts'
import { createNodeClient, createSchemaCall, type NodeClient } from './node-client.ts'
import { address, bigQuantity, hash, type NamedAddresses, numberQuantity, receiptSchema } from './ethereum-wire.ts'

export type EthereumChainOptions = {
  readonly rpcUrl: string
  readonly deriver: AddressDeriver
  readonly allowsTestNetwork: boolean
  readonly timeoutMs?: number
}

const transaction = z.object({ hash, from: address, to: address.nullable(), value: bigQuantity })
const blockSchema = z.object({
  number: numberQuantity,
  hash,
  parentHash: hash,
  timestamp: numberQuantity,
  transactions: z.array(transaction),
})
type RawTransaction = z.output<typeof transaction>
type RawBlock = z.output<typeof blockSchema>
const pendingSchema = z.object({ transactions: z.array(transaction) }).nullable()
const sentSchema = z.object({ blockNumber: numberQuantity.nullish() }).nullable()
const logs = z.array(
  z.object({ address, topics: z.array(hash), data: z.string(), transactionHash: hash, logIndex: numberQuantity }),
)
const firstBlock = blockSchema.pick({ hash: true })
const tip = blockSchema.pick({ number: true, hash: true, timestamp: true })

/** keccak256 of `Transfer(address,address,uint256)`. */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const mainChainId = 1

/**
 * Reads any node with Ethereum's JSON-RPC. Payments by contracts are read from the traces of a block, or, if the node has no
 * traces, from the balances of the watched addresses before and after it.
 */
export function createEthereumChain({ rpcUrl, deriver, allowsTestNetwork, timeoutMs }: EthereumChainOptions): Chain {
  const client = createNodeClient({ coin: 'ETH', url: rpcUrl, timeoutMs })
  const balances = createBalanceReader(client)
  let hasTraces: boolean | null = null
  let knownChainId: number | null = null

  const call = createSchemaCall(client, 'ETH')
  /** Returns the id of the chain. The keys of Ethereum do not say which network they are for. */
  const readChainId = async () => {
    const chainId = await call(numberQuantity, 'eth_chainId')
    knownChainId = chainId
    if (chainId !== mainChainId && !allowsTestNetwork) throw new ChainError('ETH', 'wrong_network', 'eth_chainId')
    return chainId
  }

  /**
   * Returns null if the node has no traces, which nodes say in different ways. It is decided once: a payment must not be read in two
   * ways.
   */
  const readTraces = async (block: RawBlock, named: NamedAddresses) => {
    if (hasTraces === false) return null
    try {
      const transfers = await readContractTransfers(client, block.hash, named)
      hasTraces = true
      return transfers
    } catch (error) {
      const isRefused = error instanceof ChainError && (error.failure === 'rpc_error' || error.failure === 'refused')
      if (hasTraces || !isRefused) throw error
      hasTraces = false
      return null
    }
  }

  const readTokens = async (block: RawBlock, named: NamedAddresses) => {
    const found = await call(logs, 'eth_getLogs', { blockHash: block.hash, topics: [transferTopic] })
    return found.flatMap(({ topics, data, transactionHash: txid, logIndex, address: contract }) => {
      const [, , recipient] = topics
      // NFTs have a fourth topic.
      if (recipient === undefined || topics.length !== 3) return []
      const to = named.get(`0x${recipient.slice(-40)}`)
      const value = /^0x[0-9a-f]{64}$/.test(data) ? BigInt(data) : 0n
      return to === undefined || value === 0n ? [] : [{ txid, index: logIndex, address: to, contract, value }]
    })
  }

  return {
    coin: 'ETH',
    getChainId: readChainId,
    getNetwork: async () => ((await readChainId()) === mainChainId ? 'main' : 'test'),
    // Networks that were one in the past have the same first block.
    getNetworkName: async () => {
      const chainId = await readChainId()
      const first = await call(firstBlock, 'eth_getBlockByNumber', '0x0', false)
      return `${chainId}:${first.hash}`
    },
    getTip: async () => {
      const isMain = (knownChainId ?? (await readChainId())) === mainChainId
      const { number: height, hash: tipHash, timestamp } = await call(tip, 'eth_getBlockByNumber', 'latest', false)
      return { height, hash: tipHash, time: isMain ? new Date(timestamp * 1000) : null }
    },
    readBlock: async (height, watched): Promise<Block | null> => {
      const block = await call(blockSchema.nullable(), 'eth_getBlockByNumber', `0x${height.toString(16)}`, true)
      if (block === null) return null
      if (block.number !== height) throw new ChainError('ETH', 'unreadable', 'eth_getBlockByNumber')
      const named: NamedAddresses = new Map([...watched].map((each) => [each.toLowerCase(), each]))
      const isOurs = ({ from, to }: RawTransaction) => named.has(from) || (to !== null && named.has(to))
      const receipts = await readReceipts(client, block.hash, block.transactions.filter(isOurs))
      const plain = toPlainTransfers(block.transactions, named).filter(({ txid }) => receipts.get(txid)?.status === 1)
      const tokens = await readTokens(block, named)
      const byContracts =
        (await readTraces(block, named)) ??
        (await balances.readUnexplained({ block, named, received: plain, receipts }))
      return {
        height,
        hash: block.hash,
        parentHash: block.parentHash,
        time: new Date(block.timestamp * 1000),
        transfers: [...plain, ...byContracts],
        tokens,
      }
    },
    readMempool: async (watched) => {
      const pending = await call(pendingSchema, 'eth_getBlockByNumber', 'pending', true)
      const named = new Map([...watched].map((each) => [each.toLowerCase(), each]))
      return {
        transfers: toPlainTransfers(pending?.transactions ?? [], named),
        // The pending block has only the transactions that fit into it.
        findDropped: (txids, height) => findDropped(client, txids, height),
      }
    },
    deriveAddress: deriver.deriveAddress,
    countRequests: client.countRequests,
    close: client.close,
  }
}

/**
 * Returns the transactions that the node does not have, or that failed: a read block has them, but they were not read as a payment there.
 */
async function findDropped(client: NodeClient, txids: readonly string[], height: number): Promise<string[]> {
  const method = 'eth_getTransactionByHash'
  // Payments that were read from balances have no transaction.
  const hashes = txids.filter((txid) => hash.safeParse(txid).success)
  const replies = await client.callRpcBatch(hashes.map((txid) => ({ method, params: [txid] })))
  const known = new Set(
    replies.flatMap((reply, index) => {
      if (reply instanceof ChainError) throw reply
      const parsed = sentSchema.safeParse(reply)
      if (!parsed.success) throw new ChainError('ETH', 'unreadable', method)
      const isUnread = parsed.data !== null && (parsed.data.blockNumber ?? Number.POSITIVE_INFINITY) > height
      return isUnread ? [hashes[index]] : []
    }),
  )
  return txids.filter((txid) => !known.has(txid))
}

function toPlainTransfers(transactions: readonly RawTransaction[], named: NamedAddresses): Transfer[] {
  return transactions.flatMap(({ hash: txid, to, value }) => {
    const recipient = to === null ? undefined : named.get(to)
    if (recipient === undefined || value === 0n) return []
    return [{ txid, index: 0, address: recipient, value, source: 'transaction' as const }]
  })
}

/** Reads receipts in one request. After a reorganisation they can belong to another block. */
async function readReceipts(client: NodeClient, blockHash: string, transactions: readonly RawTransaction[]) {
  const method = 'eth_getTransactionReceipt'
  const replies = await client.callRpcBatch(transactions.map(({ hash: txid }) => ({ method, params: [txid] })))
  return new Map(
    replies.map((reply, index) => {
      if (reply instanceof ChainError) throw reply
      const parsed = receiptSchema.safeParse(reply)
      const sent = transactions[index]
      const isRight = parsed.data?.transactionHash === sent?.hash && parsed.data?.blockHash === blockHash
      if (!parsed.success || sent === undefined || !isRight) throw new ChainError('ETH', 'unreadable', method)
      return [sent.hash, { ...parsed.data, from: sent.from, value: sent.value }] as const
    }),
  )
}
