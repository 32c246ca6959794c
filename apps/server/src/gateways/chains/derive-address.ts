import type { HDKey } from '@scure/bip32'

import { StartupError } from '../../platform/config/startup-error.ts'
import type { ChainCoin } from './chain.ts'

export type AddressDeriver = {
  /** True for a key of a network whose coins have no value. Keys of Ethereum do not say it. */
  readonly isTestKey: boolean
  /** Derives an address. @param index from 0 to 2^31 - 1 */
  readonly deriveAddress: (index: number) => Promise<string>
}

/** Keys of the published test words "abandon … about": anyone can spend what is sent to their addresses. */
export const publishedTestKeys = {
  BTC: 'vpub5Y6cjg78GGuNLsaPhmYsiw4gYX3HoQiRBiSwDaBXKUafCt9bNwWQiitDk5VZ5BVxYnQdwoTyXSs2JHRPAgjAvtbBrf8ZhDYe2jWAqvZVnsc',
  ETH: 'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt',
} as const satisfies Record<ChainCoin, string>

/** Versions of extended keys by SLIP-132. */
const keyVersions = {
  xpub: { public: 0x04_88_b2_1e, private: 0x04_88_ad_e4 },
  zpub: { public: 0x04_b2_47_46, private: 0x04_b2_43_0c },
  tpub: { public: 0x04_35_87_cf, private: 0x04_35_83_94 },
  vpub: { public: 0x04_5f_1c_f6, private: 0x04_5f_18_bc },
} as const

/** Depth of the key of an account, which wallets export: purpose, coin, account. */
const accountDepth = 3

/**
 * Derives receiving addresses (`…/0/index`) as wallets do: BIP84 for bitcoin, BIP44 for ether. The libraries are loaded on
 * demand, to keep the start fast.
 * @param name of the setting, for messages
 */
export function createAddressDeriver(coin: ChainCoin, extendedKey: string, name: string): AddressDeriver {
  const prefix = extendedKey.slice(0, 4)
  const isTestKey = prefix === 'tpub' || prefix === 'vpub'
  let derive: Promise<(publicKey: Uint8Array) => string> | null = null
  let receivingKey: Promise<HDKey> | null = null
  return {
    isTestKey,
    deriveAddress: async (index) => {
      receivingKey ??= loadReceivingKey(extendedKey, name)
      derive ??= coin === 'BTC' ? loadBitcoinEncoder(isTestKey) : loadEthereumEncoder()
      const [key, toAddress] = await Promise.all([receivingKey, derive])
      const { publicKey } = key.deriveChild(index)
      if (publicKey === null) throw new Error(`${name} has no key ${index}`)
      return toAddress(publicKey)
    },
  }
}

async function loadReceivingKey(extendedKey: string, name: string): Promise<HDKey> {
  const { HDKey: Key } = await import('@scure/bip32')
  const versions = Object.entries(keyVersions).find(([prefix]) => extendedKey.startsWith(prefix))?.[1]
  const account = parseKey()
  if (account.depth !== accountDepth)
    throw new StartupError(
      `${name} is not the key of an account (its depth is ${account.depth}, not ${accountDepth}): its addresses would not be in your wallet. Export the account's extended public key.`,
    )
  return account.deriveChild(0)

  function parseKey() {
    try {
      return Key.fromExtendedKey(extendedKey, versions)
    } catch {
      throw new StartupError(`${name} is not a valid extended public key: its checksum is wrong. Check for a typo.`)
    }
  }
}

/** Encodes addresses as native segwit, `bc1q…` or `tb1q…`. */
async function loadBitcoinEncoder(isTestKey: boolean) {
  const { NETWORK, p2wpkh, TEST_NETWORK } = await import('@scure/btc-signer')
  return (publicKey: Uint8Array) => {
    const { address } = p2wpkh(publicKey, isTestKey ? TEST_NETWORK : NETWORK)
    if (address === undefined) throw new Error('a key without an address')
    return address
  }
}

/** Encodes addresses with the checksum of EIP-55. */
async function loadEthereumEncoder() {
  const [{ publicKeyToAddress }, { secp256k1 }] = await Promise.all([
    import('viem/utils'),
    import('@noble/curves/secp256k1.js'),
  ])
  return (publicKey: Uint8Array) =>
    publicKeyToAddress(`0x${Buffer.from(secp256k1.Point.fromBytes(publicKey).toBytes(false)).toString('hex')}`)
}
