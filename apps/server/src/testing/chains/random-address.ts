import { randomBytes } from 'node:crypto'

import { Address, TEST_NETWORK } from '@scure/btc-signer'

import type { ChainCoin } from '../../gateways/chains/chain.ts'

/** An address without a known key, which is faster than deriving one. */
export function createRandomAddress(coin: ChainCoin): string {
  const hash = randomBytes(20)
  return coin === 'ETH' ? `0x${hash.toString('hex')}` : Address(TEST_NETWORK).encode({ type: 'wpkh', hash })
}
