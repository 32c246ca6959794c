import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256, sha384 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

import { type BeaconChain, computeChainHash } from './beacon-chain.ts'
import { type BeaconRound, hashRound } from './beacon-round.ts'

export type BeaconSigner = {
  readonly chain: BeaconChain
  /** Signs a round, which takes about 20 ms of computing. */
  readonly signRound: (round: number) => BeaconRound
}

const { shortSignatures } = bls12_381

/**
 * Creates a beacon with one holder of the key, who can compute all rounds in advance: for the sandbox and for tests.
 * @param seed secret seed of the key
 */
export function createBeaconSigner(seed: Uint8Array, genesisSeconds: number, beaconId: string): BeaconSigner {
  const { secretKey, publicKey: point } = shortSignatures.keygen(sha384(seed))
  const publicKey = point.toHex()
  const facts = { publicKey, genesisSeconds, groupHash: bytesToHex(sha256(point.toBytes())), beaconId }
  return {
    chain: { hash: computeChainHash(facts), ...facts },
    signRound: (round) => ({ round, signature: shortSignatures.sign(hashRound(round), secretKey).toHex() }),
  }
}
