import { bls12_381 } from '@noble/curves/bls12-381.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

import type { BeaconChain } from './beacon-chain.ts'

export type BeaconRound = {
  readonly round: number
  /** A point of G1: 48 bytes in hex. */
  readonly signature: string
}

const domain = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
const { shortSignatures, pairingBatch, fields, G1, G2 } = bls12_381
type Point = ReturnType<typeof G1.Point.fromBytes>

const signaturePattern = /^[0-9a-f]{96}$/

/**
 * Reads the reply of `/public/<round>`. Returns null if it is none, or its randomness is not the hash of its signature. The signature is
 * not verified.
 */
export function parseRound(json: unknown): BeaconRound | null {
  if (typeof json !== 'object' || json === null) return null
  const { round, signature, randomness } = json as Readonly<Record<string, unknown>>
  if (typeof round !== 'number' || !Number.isSafeInteger(round) || round < 1) return null
  if (typeof signature !== 'string' || !signaturePattern.test(signature)) return null
  if (randomness !== undefined && bytesToHex(computeRandomness(signature)) !== randomness) return null
  return { round, signature }
}

/**
 * Returns the randomness of a round.
 * @param signature in hex
 */
export function computeRandomness(signature: string): Uint8Array {
  return sha256(hexToBytes(signature))
}

/** Returns what is signed: a point of G1. */
export function hashRound(round: number): Point {
  return shortSignatures.hash(sha256(toBytes(round)), domain)
}

/**
 * Returns whether all rounds are signed with the key of the chain. Many cost about a fifth of what they cost one by one, because only sums
 * are compared. Each round is multiplied by a number that follows from all signatures, so that two wrong ones cannot cancel each other out.
 */
export function verifyRounds(chain: BeaconChain, rounds: readonly BeaconRound[]): boolean {
  if (rounds.length === 0) return true
  try {
    const points = rounds.map(({ signature }) => parseSignature(signature))
    const factors = listFactors(chain, rounds)
    const signatures = sum(points, factors)
    const messages = sum(
      rounds.map(({ round }) => hashRound(round)),
      factors,
    )
    const paired = pairingBatch([
      { g1: messages, g2: G2.Point.fromHex(chain.publicKey) },
      { g1: signatures.negate(), g2: G2.Point.BASE },
    ])
    return fields.Fp12.eql(paired, fields.Fp12.ONE)
  } catch {
    // The text is no point of the curve, or not one of its subgroup.
    return false
  }
}

/** Returns the rounds that are signed with the key of the chain. */
export function filterVerifiedRounds(chain: BeaconChain, rounds: readonly BeaconRound[]): readonly BeaconRound[] {
  return verifyRounds(chain, rounds) ? rounds : rounds.filter((round) => verifyRounds(chain, [round]))
}

/**
 * Reads a signature.
 * @throws Error if it is no point of the group, or is not written in the usual way: randomness is the hash of what is written
 */
function parseSignature(signature: string): Point {
  const point = G1.Point.fromHex(signature)
  if (point.toHex() !== signature) throw new Error('not a signature')
  return point
}

/** Lists factors of 128 bits. Those who choose signatures cannot choose the factors. */
function listFactors({ hash }: BeaconChain, rounds: readonly BeaconRound[]): bigint[] {
  const all = sha256.create().update(hexToBytes(hash))
  for (const { round, signature } of rounds) all.update(toBytes(round)).update(hexToBytes(signature))
  const transcript = all.digest()
  return rounds.map((_, index) => {
    const bytes = sha256.create().update(transcript).update(toBytes(index)).digest()
    return BigInt(`0x${bytesToHex(bytes.subarray(0, 16))}`)
  })
}

function sum(points: readonly Point[], factors: readonly bigint[]): Point {
  return points.reduce((total, point, index) => total.add(point.multiplyUnsafe(factors[index] ?? 0n)), G1.Point.ZERO)
}

/** Returns 8 bytes, big-endian. */
function toBytes(number: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number))
  return bytes
}
