import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

import { type BeaconChain, findRoundAt, getRoundTime } from '../beacon/beacon-chain.ts'
import { stepMs } from '../closing-price.ts'
import { toNormalDeviate } from '../normal-deviate.ts'

/**
 * Names all constants of this folder. A change of one is a new version, which holds from a day on that has not been committed to yet:
 * old prices must stay checkable.
 */
export const walkVersion = 'walk-1'

/** Starts at whole multiples since 1970. One round of the beacon decides its prices. */
export const epochMs = 3000
export const stepsPerEpoch = epochMs / stepMs

/** The round of an epoch is due at least this long before it, so that servers have it when the epoch begins. */
export const marginMs = 3000

/** A deviate is a whole number of these parts of a standard deviation, so that sums are exact in any order. */
export const partsOfDeviation = 2 ** 30

export function getEpochStart(atMs: number): number {
  return atMs - (atMs % epochMs)
}

/** The round that decides the prices of an epoch: a function of time, so that nobody can choose it. */
export function getEpochRound(chain: BeaconChain, epochStartMs: number): number {
  return findRoundAt(chain, epochStartMs - marginMs)
}

/**
 * The first epoch whose round was not due at a time: from its first price on, nobody knew prices then, with all seeds and all rounds. An
 * order that arrives at that time is filled there, 3 to 6 s later.
 */
export function findSealedEpoch(chain: BeaconChain, arrivedAtMs: number): number {
  const nextRoundMs = getRoundTime(chain, findRoundAt(chain, arrivedAtMs) + 1)
  return Math.ceil((nextRoundMs + marginMs) / epochMs) * epochMs
}

/** @param seed of the five minutes */
export function deriveSymbolKey(seed: Uint8Array, symbol: string): Uint8Array {
  return hmac(sha256, seed, utf8ToBytes(`${walkVersion}/${symbol}`))
}

/** @param randomness of the round of the epoch */
export function deriveEpochKey(symbolKey: Uint8Array, randomness: Uint8Array): Uint8Array {
  return hmac(sha256, symbolKey, randomness)
}

/** The moves of the 15 steps of an epoch, in parts of the standard deviation of a step. */
export function computeDeviates(epochKey: Uint8Array): Float64Array {
  return drawDeviates(epochKey, stepsPerEpoch)
}

const wordsPerBlock = 8

/**
 * Whole numbers. The keystream is SHA-256 of the key and the number of the block; both are four bytes, big-endian, as each word of it,
 * which is one deviate.
 */
export function drawDeviates(key: Uint8Array, count: number): Float64Array {
  const deviates = new Float64Array(count)
  const input = new Uint8Array(key.length + 4)
  input.set(key)
  const counter = new DataView(input.buffer)
  for (let first = 0; first < count; first += wordsPerBlock) {
    counter.setUint32(key.length, first / wordsPerBlock)
    const block = sha256(input)
    const words = new DataView(block.buffer, block.byteOffset, block.length)
    for (let word = 0; word < wordsPerBlock && first + word < count; word += 1)
      deviates[first + word] = Math.round(toNormalDeviate(words.getUint32(word * 4)) * partsOfDeviation)
  }
  return deviates
}
