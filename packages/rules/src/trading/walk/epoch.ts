import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

import { type BeaconChain, findRoundAt, getRoundTime } from '../beacon/beacon-chain.ts'
import { stepMs } from '../closing-price.ts'
import { toNormalDeviate } from '../normal-deviate.ts'

/**
 * Version of all constants of this folder. A change of one is a new version, which holds from a day on that has not been committed to yet,
 * because old prices must stay checkable.
 */
export const walkVersion = 'walk-1'

/** Length of an epoch. Epochs start at whole multiples of it since 1970. One round of the beacon decides the prices of an epoch. */
export const epochMs = 3000
export const stepsPerEpoch = epochMs / stepMs

/** The round of an epoch is due at least this long before it, so that servers have it when the epoch begins. */
export const marginMs = 3000

/** A deviate is a whole number of these parts of a standard deviation, so that sums are exact in any order. */
export const partsOfDeviation = 2 ** 30

export function getEpochStart(atMs: number): number {
  return atMs - (atMs % epochMs)
}

/** Returns the round that decides the prices of an epoch. It is a function of time, so that nobody can choose it. */
export function getEpochRound(chain: BeaconChain, epochStartMs: number): number {
  return findRoundAt(chain, epochStartMs - marginMs)
}

/**
 * Returns the start of the first epoch whose round was not due at a time. From its first price on, nobody knew prices then, even with all
 * seeds and all rounds. An order that arrives at that time is filled there, 3 to 6 s later.
 */
export function findSealedEpoch(chain: BeaconChain, arrivedAtMs: number): number {
  const nextRoundMs = getRoundTime(chain, findRoundAt(chain, arrivedAtMs) + 1)
  return Math.ceil((nextRoundMs + marginMs) / epochMs) * epochMs
}

/**
 * Derives the key of a symbol.
 * @param seed of the five minutes
 */
export function deriveSymbolKey(seed: Uint8Array, symbol: string): Uint8Array {
  return hmac(sha256, seed, utf8ToBytes(`${walkVersion}/${symbol}`))
}

/**
 * Derives the key of an epoch.
 * @param randomness of the round of the epoch
 */
export function deriveEpochKey(symbolKey: Uint8Array, randomness: Uint8Array): Uint8Array {
  return hmac(sha256, symbolKey, randomness)
}

/** Computes the moves of the 15 steps of an epoch, in parts of the standard deviation of a step. */
export function computeDeviates(epochKey: Uint8Array): Float64Array {
  return drawDeviates(epochKey, stepsPerEpoch)
}

const wordsPerBlock = 8

/**
 * Draws deviates, which are whole numbers. The keystream is SHA-256 of the key and the number of the block. Both that number and each word
 * of the keystream, which is one deviate, are four bytes, big-endian.
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
