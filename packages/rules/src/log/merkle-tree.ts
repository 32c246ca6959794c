import { sha256 } from '@noble/hashes/sha2.js'

/** Returns the hash of the 2^level leaves from leaf index × 2^level on. Throws if the reader does not have it. */
export type SubtreeReader = (level: number, index: number) => Uint8Array

/** The tree of RFC 6962 with SHA-256. A proof is a list of hashes in the order of the RFC, from the leaves upwards. */
export function hashLeaf(entry: Uint8Array): Uint8Array {
  return sha256.create().update(Uint8Array.of(0)).update(entry).digest()
}

export function hashNode(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256.create().update(Uint8Array.of(1)).update(left).update(right).digest()
}

/**
 * Creates a reader that keeps all hashes of a tree.
 * @param leaves hashes of the entries
 */
export function createSubtreeReader(leaves: readonly Uint8Array[]): SubtreeReader {
  const levels = [leaves]
  for (let below = leaves; below.length > 1;) {
    const level: Uint8Array[] = []
    for (let index = 0; index + 1 < below.length; index += 2)
      level.push(hashNode(getHash(below, index), getHash(below, index + 1)))
    levels.push(level)
    below = level
  }
  return (level, index) => getHash(levels[level] ?? [], index)
}

function getHash(hashes: readonly Uint8Array[], index: number): Uint8Array {
  const hash = hashes[index]
  if (hash === undefined) throw new Error('the tree is smaller')
  return hash
}

/** Returns the root of the tree over the first `size` entries. */
export function computeTreeRoot(read: SubtreeReader, size: number): Uint8Array {
  return size === 0 ? sha256(new Uint8Array(0)) : hashRange(read, 0, size)
}

/** Proves that an entry is at its place in a tree. */
export function proveInclusion(read: SubtreeReader, index: number, size: number): Uint8Array[] {
  return proveLeaf(read, index, 0, size)
}

/** Proves that a tree begins with all entries of a smaller one. */
export function proveConsistency(read: SubtreeReader, oldSize: number, size: number): Uint8Array[] {
  return oldSize === 0 ? [] : provePrefix(read, oldSize, { start: 0, size, isWhole: true })
}

export type InclusionProof = {
  readonly leaf: Uint8Array
  readonly index: number
  readonly path: readonly Uint8Array[]
  readonly size: number
  readonly root: Uint8Array
}

export function isIncluded({ leaf, index, path, size, root }: InclusionProof): boolean {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return false
  const computed = climb(leaf, index, size, path)
  return computed !== null && areEqual(computed, root)
}

export type ConsistencyProof = {
  readonly oldSize: number
  readonly oldRoot: Uint8Array
  readonly size: number
  readonly root: Uint8Array
  readonly path: readonly Uint8Array[]
}

export function isConsistent({ oldSize, oldRoot, size, root, path }: ConsistencyProof): boolean {
  if (!Number.isSafeInteger(oldSize) || !Number.isSafeInteger(size) || oldSize < 0 || oldSize > size) return false
  if (oldSize === 0) return path.length === 0 && areEqual(oldRoot, sha256(new Uint8Array(0)))
  const roots = climbPrefix(oldRoot, { oldSize, size, isWhole: true }, path)
  return roots !== null && areEqual(roots.old, oldRoot) && areEqual(roots.new, root)
}

export function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index])
}

/** Returns the largest power of two below the size. */
function findLeftSize(size: number): number {
  let left = 1
  while (left * 2 < size) left *= 2
  return left
}

function hashRange(read: SubtreeReader, start: number, size: number): Uint8Array {
  const level = Math.round(Math.log2(size))
  if (2 ** level === size) return read(level, start / size)
  const left = findLeftSize(size)
  return hashNode(hashRange(read, start, left), hashRange(read, start + left, size - left))
}

function proveLeaf(read: SubtreeReader, index: number, start: number, size: number): Uint8Array[] {
  if (size <= 1) return []
  const left = findLeftSize(size)
  return index < left
    ? [...proveLeaf(read, index, start, left), hashRange(read, start + left, size - left)]
    : [...proveLeaf(read, index - left, start + left, size - left), hashRange(read, start, left)]
}

/** `isWhole`: the part is the whole smaller tree, whose root the verifier knows. */
type TreePart = { readonly start: number; readonly size: number; readonly isWhole: boolean }

function provePrefix(read: SubtreeReader, oldSize: number, { start, size, isWhole }: TreePart): Uint8Array[] {
  if (oldSize === size) return isWhole ? [] : [hashRange(read, start, size)]
  const left = findLeftSize(size)
  if (oldSize <= left)
    return [...provePrefix(read, oldSize, { start, size: left, isWhole }), hashRange(read, start + left, size - left)]
  const rest = { start: start + left, size: size - left, isWhole: false }
  return [...provePrefix(read, oldSize - left, rest), hashRange(read, start, left)]
}

/** Computes the root from a leaf. Returns null if the path has another length. */
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

type PrefixSizes = { readonly oldSize: number; readonly size: number; readonly isWhole: boolean }

/** Computes both roots of a consistency proof. Returns null if the path has another length. */
function climbPrefix(
  oldRoot: Uint8Array,
  { oldSize, size, isWhole }: PrefixSizes,
  path: readonly Uint8Array[],
): { readonly old: Uint8Array; readonly new: Uint8Array } | null {
  const last = path.at(-1)
  if (oldSize === size) {
    const hash = isWhole ? oldRoot : last
    return hash === undefined || path.length !== (isWhole ? 0 : 1) ? null : { old: hash, new: hash }
  }
  if (last === undefined) return null
  const left = findLeftSize(size)
  const rest = path.slice(0, -1)
  if (oldSize <= left) {
    const below = climbPrefix(oldRoot, { oldSize, size: left, isWhole }, rest)
    return below && { old: below.old, new: hashNode(below.new, last) }
  }
  const below = climbPrefix(oldRoot, { oldSize: oldSize - left, size: size - left, isWhole: false }, rest)
  return below && { old: hashNode(last, below.old), new: hashNode(last, below.new) }
}
