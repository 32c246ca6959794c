import type { NodeConfig } from '../../platform/config/chain-settings.ts'
import { createBitcoinChain } from './bitcoin-chain.ts'
import type { Chain, ChainCoin } from './chain.ts'
import { createAddressDeriver, publishedTestKeys } from './derive-address.ts'
import { createEthereumChain } from './ethereum-chain.ts'
import { createSimulatedChain } from './simulated-chain.ts'

export type ChainsConfig = {
  readonly sandboxUrl: string
  /** Undefined: the sandbox's chain. */
  readonly bitcoinNode: NodeConfig | undefined
  readonly ethereumNode: NodeConfig | undefined
  /** Timeout of one request. */
  readonly timeoutMs?: number
}

export type Chains = Readonly<Record<ChainCoin, Chain>>

/** Creates the chains, and sends nothing yet. */
export function createChains({ sandboxUrl, bitcoinNode, ethereumNode, timeoutMs }: ChainsConfig): Chains {
  const createChain = (coin: ChainCoin, node: NodeConfig | undefined) => {
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

/** Returns whether the key is for a test network, by its version. Without a node, the sandbox's test chain is used. */
export function isBitcoinTestNetwork(node: NodeConfig | undefined): boolean {
  return createAddressDeriver('BTC', node?.extendedKey ?? publishedTestKeys.BTC, 'BTC_XPUB').isTestKey
}
