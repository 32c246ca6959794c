import * as z from 'zod'

import type { Chain } from './chain.ts'
import { type ChainCoin, ChainError } from './chain.ts'
import { createNodeClient } from './node-client.ts'

export type SimulatedChainOptions = {
  readonly coin: ChainCoin
  readonly sandboxUrl: string
  readonly deriveAddress: Chain['deriveAddress']
  readonly timeoutMs?: number
}

const height = z.number().int().min(0)
const hash = z.string().regex(/^(0x)?[0-9a-f]{64}$/)
const value = z
  .string()
  .regex(/^[1-9]\d{0,40}$/)
  .transform(BigInt)
const transfers = z.array(
  z.object({
    txid: hash,
    index: z.number().int().min(0),
    address: z.string(),
    value,
    source: z.enum(['transaction', 'contract']),
  }),
)
const tokens = z.array(
  z.object({ txid: hash, index: z.number().int().min(0), address: z.string(), contract: z.string(), value }),
)
const replies = {
  tip: z.object({ height, hash }),
  block: z.object({
    block: z
      .object({ height, hash, parent_hash: hash, time: z.iso.datetime().pipe(z.coerce.date()), transfers, tokens })
      .nullable(),
  }),
  mempool: z.object({ transfers }),
}

/** Id of chains on developers' machines. No wallet sends real ether to such a chain. */
const developmentChainId = 31_337

/** Reads the sandbox's chain. */
export function createSimulatedChain({ coin, sandboxUrl, deriveAddress, timeoutMs }: SimulatedChainOptions): Chain {
  const client = createNodeClient({ coin, url: sandboxUrl, timeoutMs })
  const read = async <S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>> => {
    const parsed = schema.safeParse(await client.getJson(`/chains/${coin.toLowerCase()}/${path}`))
    if (!parsed.success) throw new ChainError(coin, 'unreadable', path)
    return parsed.data
  }
  return {
    coin,
    getNetwork: () => Promise.resolve('simulated'),
    getChainId: () => Promise.resolve(coin === 'ETH' ? developmentChainId : null),
    getNetworkName: () => Promise.resolve('simulated'),
    getTip: async () => ({ ...(await read('tip', replies.tip)), time: null }),
    readBlock: async (wanted, watched) => {
      const { block } = await read(`blocks/${wanted}`, replies.block)
      if (block === null) return null
      if (block.height !== wanted) throw new ChainError(coin, 'unreadable', 'blocks')
      const { parent_hash: parentHash, ...rest } = block
      return {
        ...rest,
        parentHash,
        transfers: block.transfers.filter(({ address }) => watched.has(address)),
        tokens: block.tokens.filter(({ address }) => watched.has(address)),
      }
    },
    readMempool: async (watched) => {
      const unconfirmed = (await read('mempool', replies.mempool)).transfers
      const known = new Set(unconfirmed.map(({ txid }) => txid))
      return {
        transfers: unconfirmed.filter(({ address }) => watched.has(address)),
        findDropped: (txids) => Promise.resolve(txids.filter((txid) => !known.has(txid))),
      }
    },
    deriveAddress,
    countRequests: client.countRequests,
    close: client.close,
  }
}
