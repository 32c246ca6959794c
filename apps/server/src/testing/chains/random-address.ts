import { randomBytes } from 'node:crypto'

import { Address, TEST_NETWORK } from '@scure/btc-signer'

import type { ChainCoin } from '../../gateways/chains/chain.ts'

/** Its key is unknown. Faster than to derive it from one. */
export function createRandomAddress(coin: ChainCoin): string {
  const hash = randomBytes(20)
  return coin === 'ETH' ? `0x${hash.toString('hex')}` : Address(TEST_NETWORK).encode({ type: 'wpkh', hash })
}
