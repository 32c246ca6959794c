import { type ChainCoin, ChainError } from './chain.ts'
import type { Chains } from './create-chains.ts'

export type ChainNetworks = ReturnType<typeof createChainNetworks>

/** What is known of a chain's network. A chain whose node does not answer is not called a test. */
export type ChainFacts = {
  /** True if its coins have no value. */
  readonly isTest: boolean
  readonly isSimulated: boolean
  readonly chainId: number | null
}

/** Remembers what nodes say about their networks, so that they are not asked for every invoice. */
export function createChainNetworks(chains: Chains) {
  const names = new Map<ChainCoin, string>()
  const facts = new Map<ChainCoin, Promise<ChainFacts>>()

  return {
    readName,

    /** Returns the name that was read last. Null if none was read, and the node does not answer. */
    async findName(coin: ChainCoin): Promise<string | null> {
      try {
        return names.get(coin) ?? (await readName(coin))
      } catch (error) {
        if (error instanceof ChainError) return null
        throw error
      }
    },

    /** Returns what is known. The node is asked once, and again after a failure. */
    async findFacts(coin: ChainCoin): Promise<ChainFacts> {
      const asked = facts.get(coin) ?? readFacts(coin)
      facts.set(coin, asked)
      try {
        return await asked
      } catch {
        facts.delete(coin)
        return { isTest: false, isSimulated: false, chainId: null }
      }
    },
  }

  /** Asks the node. @throws ChainError */
  async function readName(coin: ChainCoin): Promise<string> {
    const name = await chains[coin].getNetworkName()
    names.set(coin, name)
    return name
  }

  async function readFacts(coin: ChainCoin): Promise<ChainFacts> {
    const [network, chainId] = await Promise.all([chains[coin].getNetwork(), chains[coin].getChainId()])
    return { isTest: network !== 'main', isSimulated: network === 'simulated', chainId }
  }
}
