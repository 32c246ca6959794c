import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** A seed decides the prices of five minutes, together with the rounds of the beacon. */
export const windowMs = 300_000
export const windowsPerDay = 288

const dayMs = 86_400_000

/** Start of the five minutes that a time is in. */
export function getWindowStart(atMs: number): number {
  return atMs - (atMs % windowMs)
}

/** From 0 to 287. */
export function getWindowIndex(atMs: number): number {
  return Math.floor((atMs % dayMs) / windowMs)
}

/** A seed is published when its five minutes are over. */
export function isSeedPublic(windowStartMs: number, nowMs: number): boolean {
  return nowMs >= windowStartMs + windowMs
}

/** The seed of five minutes from the secret of a market: only who has the secret can compute it. */
export function deriveSeed(secret: Uint8Array, windowStartMs: number): Uint8Array {
  return hmac(sha256, secret, utf8ToBytes(new Date(windowStartMs).toISOString()))
}

/**
 * The commitment to the seeds of a day: the root of the tree of RFC 6962 over them, in order. It is published before the rounds of the beacon
 * exist, so that neither can be chosen after the other is known.
 */
export function computeRoot(seeds: readonly Uint8Array[]): Uint8Array {
  const [first] = seeds
  if (first === undefined) return sha256(new Uint8Array(0))
  if (seeds.length === 1) return hashLeaf(first)
  const left = findLeftSize(seeds.length)
  return hashNode(computeRoot(seeds.slice(0, left)), computeRoot(seeds.slice(left)))
}

/** What proves, with the root, that a seed is at its place: the audit path of RFC 6962, from the leaf upwards. */
export function computePath(seeds: readonly Uint8Array[], index: number): Uint8Array[] {
  if (seeds.length <= 1) return []
  const left = findLeftSize(seeds.length)
  return index < left
    ? [...computePath(seeds.slice(0, left), index), computeRoot(seeds.slice(left))]
    : [...computePath(seeds.slice(left), index - left), computeRoot(seeds.slice(0, left))]
}

export type SeedPlace = {
  readonly root: Uint8Array
  readonly index: number
  readonly seed: Uint8Array
  readonly path: readonly Uint8Array[]
}

/** Whether a seed is the one to which its day was committed, at this place. */
export function isCommitted({ root, index, seed, path }: SeedPlace, size: number = windowsPerDay): boolean {
  if (!Number.isInteger(index) || index < 0 || index >= size || seed.length !== 32) return false
  const computed = climb(hashLeaf(seed), index, size, path)
  return computed !== null && isEqual(computed, root)
}

/** Null: the path has another length. */
function climb(leaf: Uint8Array, index: number, size: number, path: readonly Uint8Array[]): Uint8Array | null {
  const sibling = path.at(-1)
  if (size === 1) return sibling === undefined ? leaf : null
  if (sibling === undefined) return null
  const left = findLeftSize(size)
  const isLeft = index < left
  const below = climb(leaf, isLeft ? index : index - left, isLeft ? left : size - left, path.slice(0, -1))
  if (below === null) return null
  return isLeft ? hashNode(below, sibling) : hashNode(sibling, below)
}

/** The largest power of two below the size. */
function findLeftSize(size: number): number {
  return 2 ** (31 - Math.clz32(size - 1))
}

function hashLeaf(seed: Uint8Array): Uint8Array {
  return sha256.create().update(Uint8Array.of(0)).update(seed).digest()
}

function hashNode(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256.create().update(Uint8Array.of(1)).update(left).update(right).digest()
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}
