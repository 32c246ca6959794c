import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * A chain of a randomness beacon by drand's scheme `bls-unchained-g1-rfc9380`. Every 3 s it signs the number of the round. Nobody can
 * compute a signature before, except a threshold of those who hold the secret key.
 */
export type BeaconChain = {
  /** SHA-256 of the other values, in hex. */
  readonly hash: string
  /** A point of G2: 96 bytes in hex. */
  readonly publicKey: string
  /** Time of round 1, in seconds since 1970. */
  readonly genesisSeconds: number
  /** Hash of the group that made the key, in hex. */
  readonly groupHash: string
  readonly beaconId: string
}

/** Time between two rounds. Beacons with another period cannot be used, because this is a constant of the walk. */
export const roundMs = 3000

export const schemeId = 'bls-unchained-g1-rfc9380'

/** Chain of the League of Entropy: https://api.drand.sh/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971/info */
export const quicknet: BeaconChain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesisSeconds: 1_692_803_367,
  groupHash: 'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e',
  beaconId: 'quicknet',
}

/** Returns when a round is due, in ms since 1970. The first one is 1. */
export function getRoundTime({ genesisSeconds }: BeaconChain, round: number): number {
  return genesisSeconds * 1000 + (round - 1) * roundMs
}

/** Returns the last round that is due at a time. Less than 1: none is. */
export function findRoundAt({ genesisSeconds }: BeaconChain, atMs: number): number {
  return Math.floor((atMs - genesisSeconds * 1000) / roundMs) + 1
}

/** Computes the hash as drand does. */
export function computeChainHash({ publicKey, genesisSeconds, groupHash, beaconId }: Omit<BeaconChain, 'hash'>) {
  const numbers = new DataView(new ArrayBuffer(12))
  numbers.setUint32(0, roundMs / 1000)
  numbers.setBigInt64(4, BigInt(genesisSeconds))
  const hash = sha256.create().update(new Uint8Array(numbers.buffer))
  hash.update(hexToBytes(publicKey)).update(hexToBytes(groupHash))
  if (beaconId !== 'default') hash.update(utf8ToBytes(beaconId))
  return bytesToHex(hash.digest())
}

const groupHash = /^[0-9a-f]{64}$/
const publicKey = /^[0-9a-f]{192}$/

/**
 * Reads the reply of `/info`. Returns null if it is none, is of another scheme or period, or its hash is not that of its values. It says
 * nothing about who holds the key: compare the hash with the one that you expect.
 */
export function parseChainInfo(json: unknown): BeaconChain | null {
  if (typeof json !== 'object' || json === null) return null
  const info = json as Readonly<Record<string, unknown>>
  const metadata = info['metadata']
  const beaconId =
    typeof metadata === 'object' && metadata !== null && 'beaconID' in metadata ? metadata.beaconID : null
  const chain = {
    hash: String(info['hash']),
    publicKey: String(info['public_key']),
    genesisSeconds: Number(info['genesis_time']),
    groupHash: String(info['groupHash']),
    beaconId: String(beaconId),
  }
  const isWellFormed =
    info['schemeID'] === schemeId &&
    info['period'] === roundMs / 1000 &&
    Number.isSafeInteger(info['genesis_time']) &&
    groupHash.test(chain.groupHash) &&
    publicKey.test(chain.publicKey) &&
    typeof beaconId === 'string'
  return isWellFormed && computeChainHash(chain) === chain.hash ? chain : null
}
