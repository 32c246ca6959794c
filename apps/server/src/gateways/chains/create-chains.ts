import type { NodeConfig } from '../../platform/config/chain-settings.ts'
import { createBitcoinChain } from './bitcoin-chain.ts'
import { type Chain, type ChainCoin, ChainError } from './chain.ts'
import { createAddressDeriver, publishedTestKeys } from './derive-address.ts'
import { createEthereumChain } from './ethereum-chain.ts'
import { createSimulatedChain } from './simulated-chain.ts'

export type ChainsConfig = {
  readonly sandboxUrl: string
  /** Undefined: the sandbox's chain. Null: the coin is not taken. */
  readonly bitcoinNode: NodeConfig | null | undefined
  readonly ethereumNode: NodeConfig | null | undefined
  /** Timeout of one request. */
  readonly timeoutMs?: number
}

export type Chains = Readonly<Record<ChainCoin, Chain>>

/** Creates the chains, and sends nothing yet. */
export function createChains({ sandboxUrl, bitcoinNode, ethereumNode, timeoutMs }: ChainsConfig): Chains {
  const createChain = (coin: ChainCoin, node: NodeConfig | null | undefined) => {
    if (node === null) return createOffChain(coin)
    const deriver = createAddressDeriver(coin, node?.extendedKey ?? publishedTestKeys[coin], `${coin}_XPUB`)
    if (node === undefined)
      return createSimulatedChain({ coin, sandboxUrl, deriveAddress: deriver.deriveAddress, timeoutMs })
    // The version of a bitcoin key says which network it is for.
    if (coin === 'BTC') return createBitcoinChain({ rpcUrl: node.rpcUrl, deriver, timeoutMs })
    const { rpcUrl, allowsTestNetwork } = node
    return createEthereumChain({ rpcUrl, deriver, allowsTestNetwork, timeoutMs })
  }
  return { BTC: createChain('BTC', bitcoinNode), ETH: createChain('ETH', ethereumNode) }
}

/** Of a coin that the site does not take: no invoice can be made. */
function createOffChain(coin: ChainCoin): Chain {
  const refuse = async () => {
    throw new ChainError(coin, 'refused', 'a call, because the site does not take the coin')
  }
  return {
    coin,
    getNetwork: refuse,
    getChainId: refuse,
    getNetworkName: refuse,
    getTip: refuse,
    readBlock: refuse,
    readMempool: refuse,
    deriveAddress: refuse,
    countRequests: () => 0,
    close: () => undefined,
  }
}

/** The version of the key says which network it is for. Without a node, the sandbox's test chain is used. */
export function isBitcoinTestNetwork(node: NodeConfig | null | undefined): boolean {
  return node !== null && createAddressDeriver('BTC', node?.extendedKey ?? publishedTestKeys.BTC, 'BTC_XPUB').isTestKey
}
