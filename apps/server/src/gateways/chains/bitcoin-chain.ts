import * as z from 'zod'

import type { AddressDeriver } from './derive-address.ts'
import { parseRawBlock, parseRawTransaction, type RawOutput, type RawTransaction } from './bitcoin-raw-block.ts'
import { type Chain, ChainError, type ChainNetwork, type Transfer } from './chain.ts'
import { createNodeClient, createSchemaCall } from './node-client.ts'

export type BitcoinChainOptions = {
  readonly rpcUrl: string
  readonly deriver: AddressDeriver
  readonly timeoutMs?: number
}

const hash = z.string().regex(/^[0-9a-f]{64}$/)
const chainInfo = z.object({
  chain: z.string(),
  blocks: z.number().int().min(0),
  bestblockhash: hash,
  /** Time of the last block. Old nodes do not have it. */
  time: z.number().int().min(0).optional(),
})

/** Code for "Block height out of range", of bitcoind and of nodes that follow it. */
const outOfRangeCode = -8
const transactionsPerRequest = 100
/** Limit for each call of `readMempool`, so that the first one on a full mempool ends. */
const maxNewTransactions = 5_000

/** Reads any node with bitcoind's JSON-RPC. The node needs no wallet, and no index of transactions. */
export function createBitcoinChain({ rpcUrl, deriver, timeoutMs }: BitcoinChainOptions): Chain {
  const client = createNodeClient({ coin: 'BTC', url: rpcUrl, timeoutMs })
  const scripts = createScriptLookup(deriver.isTestKey)
  /** Has transactions to all addresses, because the watch of an address can start after the payment. */
  let mempool = new Map<string, readonly RawOutput[]>()

  const call = createSchemaCall(client, 'BTC')
  const parse = <T>(method: string, read: () => T): T => {
    try {
      return read()
    } catch (error) {
      throw error instanceof RangeError ? new ChainError('BTC', 'unreadable', method) : error
    }
  }

  const readInfo = async () => {
    const info = await call(chainInfo, 'getblockchaininfo')
    const network: ChainNetwork = info.chain === 'main' ? 'main' : 'test'
    if ((network === 'test') !== deriver.isTestKey) throw new ChainError('BTC', 'wrong_network', 'getblockchaininfo')
    return { ...info, network }
  }

  const findHash = (height: number) =>
    call(hash, 'getblockhash', height).catch((error: unknown) => {
      if (error instanceof ChainError && error.rpcCode === outOfRangeCode) return null
      throw error
    })

  const readNewTransactions = async (txids: readonly string[]): Promise<RawTransaction[]> => {
    const found: RawTransaction[] = []
    for (let start = 0; start < txids.length; start += transactionsPerRequest) {
      const part = txids.slice(start, start + transactionsPerRequest)
      const replies = await client.callRpcBatch(
        part.map((txid) => ({ method: 'getrawtransaction', params: [txid, false] })),
      )
      for (const [index, reply] of replies.entries()) {
        // The transaction was confirmed or replaced since the list was read.
        if (reply instanceof ChainError) continue
        const transaction = parse('getrawtransaction', () => parseRawTransaction(String(reply)))
        if (transaction.txid !== part[index]) throw new ChainError('BTC', 'unreadable', 'getrawtransaction')
        found.push(transaction)
      }
    }
    return found
  }

  return {
    coin: 'BTC',
    getNetwork: async () => (await readInfo()).network,
    getChainId: () => Promise.resolve(null),
    // The hash of the first block names the network.
    getNetworkName: async () => {
      await readInfo()
      return call(hash, 'getblockhash', 0)
    },
    getTip: async () => {
      const { blocks, bestblockhash, time, network } = await readInfo()
      const isTimed = network === 'main' && time !== undefined
      return { height: blocks, hash: bestblockhash, time: isTimed ? new Date(time * 1000) : null }
    },
    readBlock: async (height, watched) => {
      const wanted = await findHash(height)
      if (wanted === null) return null
      const hex = await call(z.string(), 'getblock', wanted, false)
      const { transactions, ...block } = parse('getblock', () => parseRawBlock(hex))
      if (block.hash !== wanted) throw new ChainError('BTC', 'unreadable', 'getblock')
      const findAddress = await scripts.prepare(watched)
      return {
        ...block,
        height,
        transfers: transactions.flatMap(({ txid, outputs }) => toTransfers(txid, outputs, findAddress)),
        tokens: [],
      }
    },
    readMempool: async (watched) => {
      const txids = await call(z.array(hash), 'getrawmempool')
      const unknown = txids.filter((txid) => !mempool.has(txid)).slice(0, maxNewTransactions)
      const found = new Map((await readNewTransactions(unknown)).map(({ txid, outputs }) => [txid, outputs]))
      mempool = new Map(
        txids.flatMap((txid) => {
          const outputs = mempool.get(txid) ?? found.get(txid)
          return outputs === undefined ? [] : [[txid, outputs] as const]
        }),
      )
      const findAddress = await scripts.prepare(watched)
      const listed = new Set(txids)
      return {
        transfers: [...mempool].flatMap(([txid, outputs]) => toTransfers(txid, outputs, findAddress)),
        // The list was taken before the blocks were read, so a transaction that was confirmed in between is in one of the two.
        findDropped: (known) => Promise.resolve(known.filter((txid) => !listed.has(txid))),
      }
    },
    deriveAddress: deriver.deriveAddress,
    countRequests: client.countRequests,
    close: client.close,
  }
}

function toTransfers(
  txid: string,
  outputs: readonly RawOutput[],
  findAddress: (script: string) => string | undefined,
): Transfer[] {
  return outputs.flatMap(({ index, script, value }) => {
    const address = value > 0n ? findAddress(script) : undefined
    return address === undefined ? [] : [{ txid, index, address, value, source: 'transaction' as const }]
  })
}

/**
 * Compares scripts, not addresses: nodes write addresses differently, and most outputs pay to other people. The script of
 * an address is computed once.
 */
function createScriptLookup(isTestKey: boolean) {
  /** Script of each address. Null: an address of another network, which no output of this one can pay. */
  const scriptsByAddress = new Map<string, string | null>()
  return {
    prepare: async (watched: ReadonlySet<string>) => {
      const { Address, NETWORK, OutScript, TEST_NETWORK } = await import('@scure/btc-signer')
      const decoder = Address(isTestKey ? TEST_NETWORK : NETWORK)
      const toScript = (address: string) => {
        try {
          return Buffer.from(OutScript.encode(decoder.decode(address))).toString('hex')
        } catch {
          return null
        }
      }
      for (const address of scriptsByAddress.keys()) if (!watched.has(address)) scriptsByAddress.delete(address)
      const addresses = new Map<string, string>()
      for (const address of watched) {
        const known = scriptsByAddress.get(address)
        const script = known === undefined ? toScript(address) : known
        scriptsByAddress.set(address, script)
        if (script !== null) addresses.set(script, address)
      }
      return (script: string) => addresses.get(script)
    },
  }
}
