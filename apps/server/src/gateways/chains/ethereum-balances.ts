import { ChainError, type Transfer } from './chain.ts'
import type { NamedAddresses, Receipts } from './ethereum-wire.ts'
import type { NodeClient } from './node-client.ts'

type Input = {
  readonly block: { readonly hash: string; readonly parentHash: string }
  readonly named: NamedAddresses
  /** Transfers of this block by plain transactions. */
  readonly received: readonly Transfer[]
  /** Receipts of the transactions to and from watched addresses. */
  readonly receipts: Receipts
}

/**
 * Code that returns the balance of each address in its input, 20 bytes each, as 32 bytes each. It is never deployed: the call replaces
 * the code of an address without code.
 *
 *   m = 0; for (i = 0; i < calldatasize; i += 20) { mem[m] = balance(calldata[i] >> 96); m += 32 } return mem[0..m]
 */
const balancesCode = '0x600060005b368110600f57506000f35b803560601c3182526014019060200190600456'
const codeAddress = '0x00000000000000000000000000000000b41a4ce5'
/** Reading so many balances takes 13 million gas; nodes allow 30 to 50 million. */
const addressesPerRequest = 5_000

/** Finds what contracts paid on a node without traces: the part of a balance's growth that no transaction explains. */
export function createBalanceReader(client: NodeClient) {
  let last: { readonly hash: string; readonly balances: ReadonlyMap<string, bigint> } | null = null

  const readBalances = async (addresses: readonly string[], blockHash: string) => {
    const balances = new Map<string, bigint>()
    for (let start = 0; start < addresses.length; start += addressesPerRequest) {
      const part = addresses.slice(start, start + addressesPerRequest)
      const data = `0x${part.map((address) => address.slice(2)).join('')}`
      const reply = await client.callRpc('eth_call', [
        { to: codeAddress, data },
        { blockHash },
        { [codeAddress]: { code: balancesCode } },
      ])
      if (typeof reply !== 'string' || !/^0x[0-9a-f]*$/.test(reply) || reply.length !== 2 + part.length * 64)
        throw new ChainError('ETH', 'unreadable', 'eth_call')
      for (const [index, address] of part.entries())
        balances.set(address, BigInt(`0x${reply.slice(2 + index * 64, 66 + index * 64)}`))
    }
    return balances
  }

  /** Returns the balances before the block. Blocks are read in order, so that only the balances of new addresses are read. */
  const readBalancesBefore = async (addresses: readonly string[], parentHash: string) => {
    const known = last?.hash === parentHash ? last.balances : new Map<string, bigint>()
    const unknown = addresses.filter((address) => !known.has(address))
    return new Map([...known, ...(await readBalances(unknown, parentHash))])
  }

  return {
    readUnexplained: async ({ block, named, received, receipts }: Input): Promise<Transfer[]> => {
      const addresses = [...named.keys()]
      const before = await readBalancesBefore(addresses, block.parentHash)
      const after = await readBalances(addresses, block.hash)
      const unexplained = new Map(addresses.map((each) => [each, (after.get(each) ?? 0n) - (before.get(each) ?? 0n)]))
      const add = (address: string, value: bigint) => {
        const difference = unexplained.get(address)
        if (difference !== undefined) unexplained.set(address, difference + value)
      }
      for (const { address, value } of received) add(address.toLowerCase(), -value)
      for (const { from, value, status, ...gas } of receipts.values())
        add(from, (status === 1 ? value : 0n) + computeFee(gas))
      last = { hash: block.hash, balances: after }
      return [...unexplained].flatMap(([address, value]) => {
        const name = named.get(address)
        if (name === undefined || value <= 0n) return []
        return [{ txid: `${block.hash}-${name}`, index: 0, address: name, value, source: 'balance' as const }]
      })
    },
  }
}

type Gas = {
  readonly gasUsed: bigint
  readonly effectiveGasPrice: bigint
  readonly blobGasUsed?: bigint
  readonly blobGasPrice?: bigint
}

function computeFee({ gasUsed, effectiveGasPrice, blobGasUsed = 0n, blobGasPrice = 0n }: Gas): bigint {
  return gasUsed * effectiveGasPrice + blobGasUsed * blobGasPrice
}
