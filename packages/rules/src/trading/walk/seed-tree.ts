import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

import { computeTreeRoot, createSubtreeReader, hashLeaf, isIncluded, proveInclusion } from '../../log/merkle-tree.ts'

/** A seed decides the prices of this time, together with the rounds of the beacon. */
export const windowMs = 300_000
export const windowsPerDay = 288

const dayMs = 86_400_000

/** Returns the start of the five minutes that a time is in. */
export function getWindowStart(atMs: number): number {
  return atMs - (atMs % windowMs)
}

/** Returns the place of the five minutes in their day, from 0 to 287. */
export function getWindowIndex(atMs: number): number {
  return Math.floor((atMs % dayMs) / windowMs)
}

/** Returns whether a seed is published, which happens when its five minutes are over. */
export function isSeedPublic(windowStartMs: number, nowMs: number): boolean {
  return nowMs >= windowStartMs + windowMs
}

/** Derives the seed of five minutes from the secret of a market. Only those who have the secret can compute it. */
export function deriveSeed(secret: Uint8Array, windowStartMs: number): Uint8Array {
  return hmac(sha256, secret, utf8ToBytes(new Date(windowStartMs).toISOString()))
}

/**
 * Computes the commitment to the seeds of a day: the root of the tree of RFC 6962 over them, in order. It is published before the rounds of
 * the beacon exist, so that neither can be chosen after the other is known.
 */
export function computeRoot(seeds: readonly Uint8Array[]): Uint8Array {
  return computeTreeRoot(createSubtreeReader(seeds.map(hashLeaf)), seeds.length)
}

/** Computes the proof, with the root, that a seed is at its place: the audit path of RFC 6962, from the leaf upwards. */
export function computePath(seeds: readonly Uint8Array[], index: number): Uint8Array[] {
  return proveInclusion(createSubtreeReader(seeds.map(hashLeaf)), index, seeds.length)
}

export type SeedPlace = {
  readonly root: Uint8Array
  readonly index: number
  readonly seed: Uint8Array
  readonly path: readonly Uint8Array[]
}

/** Returns whether a seed is the one to which its day was committed, at this place. */
export function isCommitted({ root, index, seed, path }: SeedPlace, size: number = windowsPerDay): boolean {
  return seed.length === 32 && isIncluded({ leaf: hashLeaf(seed), index, path, size, root })
}
