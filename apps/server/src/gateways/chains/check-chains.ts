import { StartupError } from '../../platform/config/startup-error.ts'
import { type Chain, type ChainCoin, ChainError } from './chain.ts'
import { type ChainsConfig, createChains } from './create-chains.ts'

/** `misconfigured`: the settings are wrong. `unreachable`: the node does not answer now. */
export type ChainCheckResult = { readonly kind: 'ok' | 'misconfigured' | 'unreachable'; readonly message: string }

const coinNames = { BTC: 'Bitcoin', ETH: 'Ethereum' } as const satisfies Record<ChainCoin, string>

/** Limits how long a silent node delays the start. */
const limitMs = 5000

/** Checks configured nodes only. The messages contain neither addresses of nodes nor keys. */
export async function checkChains(config: ChainsConfig): Promise<ChainCheckResult[]> {
  const chains = createChains({ ...config, timeoutMs: limitMs })
  const { bitcoinNode, ethereumNode } = config
  const nodes = { BTC: bitcoinNode, ETH: ethereumNode }
  const configured = Object.values(chains).filter(({ coin }) => nodes[coin])
  const results = await Promise.all(configured.map(checkChain))
  for (const chain of Object.values(chains)) chain.close()
  const simulated = Object.values(chains)
    .filter(({ coin }) => nodes[coin] === undefined)
    .map(({ coin }) => coinNames[coin])
  const message = `Test chain: ${simulated.join(' and ')} payments are simulated at ${config.sandboxUrl}`
  return simulated.length === 0 ? results : [...results, { kind: 'ok', message }]
}

async function checkChain(chain: Chain): Promise<ChainCheckResult> {
  const { coin } = chain
  try {
    // The owner can compare it with the wallet.
    const address = await chain.deriveAddress(0)
    const network = await chain.getNetwork()
    const { height } = await chain.getTip()
    const place = network === 'main' ? `${coinNames[coin]} payments` : `Test chain: ${coinNames[coin]} payments`
    return { kind: 'ok', message: `${place} are read from block ${height}; the first address is ${address}` }
  } catch (error) {
    if (error instanceof StartupError) return { kind: 'misconfigured', message: error.message }
    if (!(error instanceof ChainError)) throw error
    return toFailedCheck(error)
  }
}

function toFailedCheck({ coin, failure }: ChainError): ChainCheckResult {
  if (failure === 'wrong_network' && coin === 'ETH')
    return {
      kind: 'misconfigured',
      message:
        'The node of ETH_RPC_URL does not follow the main network of Ethereum, so its coins have no value: set another node, or ALLOW_TEST_NETWORKS=1 to credit such coins anyway.',
    }
  if (failure === 'wrong_network')
    return {
      kind: 'misconfigured',
      message: `The node of ${coin}_RPC_URL follows another network than the key in ${coin}_XPUB: set a node and a key of the same network.`,
    }
  if (failure === 'refused')
    return {
      kind: 'misconfigured',
      message: `The node of ${coin}_RPC_URL refuses the request: check user and password in the address.`,
    }
  return {
    kind: 'unreachable',
    message: `The node of ${coin}_RPC_URL does not answer (${failure}): ${coinNames[coin]} payments are not seen until it does.`,
  }
}
