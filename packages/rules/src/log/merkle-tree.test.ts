import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  computeTreeRoot,
  createSubtreeReader,
  hashLeaf,
  isConsistent,
  isIncluded,
  proveConsistency,
  proveInclusion,
} from './merkle-tree.ts'

const maxSize = 300
const leaves = Array.from({ length: maxSize }, (_, index) => hashLeaf(Uint8Array.of(index >> 8, index & 255)))
const read = createSubtreeReader(leaves)
const roots = Array.from({ length: maxSize + 1 }, (_, size) => computeTreeRoot(read, size))
const getLeaf = (index: number) => leaves[index] ?? new Uint8Array(0)
const getRoot = (size: number) => roots[size] ?? new Uint8Array(0)

const changeBit = (bytes: Uint8Array, bit: number) =>
  bytes.map((byte, index) => (index === Math.floor(bit / 8) ? byte ^ (1 << (bit % 8)) : byte))
const changePath = (path: readonly Uint8Array[], bit: number) =>
  path.map((each, place) => (place === Math.floor(bit / 256) ? changeBit(each, bit % 256) : each))

const buildInclusion = (index: number, size: number) => ({
  leaf: getLeaf(index),
  index,
  path: proveInclusion(read, index, size),
  size,
  root: getRoot(size),
})
const buildConsistency = (oldSize: number, size: number) => ({
  oldSize,
  oldRoot: getRoot(oldSize),
  size,
  root: getRoot(size),
  path: proveConsistency(read, oldSize, size),
})

describe('the test data of the reference implementation of certificate transparency', () => {
  const data = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
  const small = createSubtreeReader(data.map((each) => hashLeaf(hexToBytes(each))))
  const prove = (oldSize: number, size: number) => proveConsistency(small, oldSize, size).map(bytesToHex)

  test.each([
    [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    [1, '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
    [2, 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
    [7, 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
    [8, '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
  ])('the root of %d entries', (size, root) => {
    expect(bytesToHex(computeTreeRoot(small, size))).toBe(root)
  })

  test('proofs of inclusion', () => {
    expect(proveInclusion(small, 0, 1)).toEqual([])
    expect(proveInclusion(small, 0, 8).map(bytesToHex)).toEqual([
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ])
  })

  test('proofs of consistency', () => {
    expect(prove(1, 1)).toEqual([])
    expect(prove(6, 8)).toEqual([
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ])
    expect(prove(2, 5)).toEqual([
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ])
  })
})

/** Lists all numbers up to a size. For sizes above 80 it lists only some: both ends, powers of two, and other places for each size. */
const listParts = (size: number) =>
  Array.from({ length: size + 1 }, (_, part) => part).filter(
    (part) => size <= 80 || part < 2 || size - part < 2 || part % 29 === size % 29 || Number.isInteger(Math.log2(part)),
  )
const findFailures = (isRight: (part: number, size: number) => boolean) =>
  roots.flatMap((_, size) =>
    listParts(size)
      .filter((part) => !isRight(part, size))
      .map((part) => [part, size]),
  )

test('entries of each tree of up to 300 entries are proven to be in it', () => {
  expect(findFailures((index, size) => index === size || isIncluded(buildInclusion(index, size)))).toEqual([])
})

test('each tree of up to 300 entries is proven to begin with smaller ones', () => {
  expect(findFailures((oldSize, size) => isConsistent(buildConsistency(oldSize, size)))).toEqual([])
})

test('of each proof a changed bit is noticed', () => {
  const isNoticed = (part: number, size: number) => {
    const bit = (part * 31 + size * 7) % 2048
    const { path, ...inclusion } = buildInclusion(Math.min(part, size - 1), Math.max(1, size))
    const consistency = buildConsistency(part, size)
    return (
      (bit >= path.length * 256 || !isIncluded({ ...inclusion, path: changePath(path, bit) })) &&
      (bit >= consistency.path.length * 256 ||
        !isConsistent({ ...consistency, path: changePath(consistency.path, bit) }))
    )
  }
  expect(findFailures((part, size) => size === 0 || isNoticed(part, size))).toEqual([])
})

test('each bit of some proofs matters', () => {
  for (const size of [1, 2, 3, 7, 8, 255, 256, 257, 300]) {
    const inclusion = buildInclusion(size - 1, size)
    const consistency = buildConsistency(Math.ceil(size / 2), size)
    const bits = (count: number) => Array.from({ length: count }, (_, bit) => bit)
    const wrong = [
      ...bits(inclusion.path.length * 256).map((bit) =>
        isIncluded({ ...inclusion, path: changePath(inclusion.path, bit) }),
      ),
      ...bits(consistency.path.length * 256).map((bit) =>
        isConsistent({ ...consistency, path: changePath(consistency.path, bit) }),
      ),
      ...bits(256).flatMap((bit) => [
        isIncluded({ ...inclusion, leaf: changeBit(inclusion.leaf, bit) }),
        isIncluded({ ...inclusion, root: changeBit(inclusion.root, bit) }),
        isConsistent({ ...consistency, oldRoot: changeBit(consistency.oldRoot, bit) }),
        isConsistent({ ...consistency, root: changeBit(consistency.root, bit) }),
      ]),
    ]
    expect(wrong, String(size)).not.toContain(true)
  }
})

const sizes = fc.integer({ min: 1, max: maxSize }).chain((size) => fc.tuple(fc.nat(size - 1), fc.constant(size)))

test('a proof fits one place, one size and one length only', () => {
  fc.assert(
    fc.property(sizes, fc.nat(maxSize), ([index, size], other) => {
      const inclusion = buildInclusion(index, size)
      if (other !== index) expect(isIncluded({ ...inclusion, index: other })).toBe(false)
      expect(isIncluded({ ...inclusion, path: [...inclusion.path, getRoot(other)] })).toBe(false)
      expect(isIncluded({ ...inclusion, path: inclusion.path.slice(0, -1) })).toBe(size === 1)
      const consistency = buildConsistency(index, size)
      if (other !== index) expect(isConsistent({ ...consistency, oldSize: other })).toBe(false)
      expect(isConsistent({ ...consistency, path: [...consistency.path, getRoot(other)] })).toBe(false)
    }),
    { numRuns: 1000 },
  )
})

test('a history in which an entry was changed, removed or moved does not continue the one before', () => {
  const swap = (index: number) => leaves.with(index, getLeaf(index + 1)).with(index + 1, getLeaf(index))
  fc.assert(
    fc.property(sizes, fc.constantFrom('changed', 'removed', 'moved'), ([index, oldSize], what) => {
      fc.pre(oldSize < maxSize && index + 1 < oldSize)
      const other = {
        changed: () => leaves.with(index, hashLeaf(Uint8Array.of(9))),
        removed: () => leaves.toSpliced(index, 1),
        moved: () => swap(index),
      }[what]()
      const readOther = createSubtreeReader(other)
      const forged = {
        oldSize,
        oldRoot: getRoot(oldSize),
        size: other.length,
        root: computeTreeRoot(readOther, other.length),
        path: proveConsistency(readOther, oldSize, other.length),
      }
      expect(isConsistent(forged)).toBe(false)
    }),
    { numRuns: 300 },
  )
})

test('an empty tree is followed by each tree, without a proof', () => {
  const facts = { oldSize: 0, oldRoot: sha256(new Uint8Array(0)), size: 3, root: getRoot(3), path: [] }
  expect(isConsistent(facts)).toBe(true)
  expect(isConsistent({ ...facts, oldRoot: getRoot(1) })).toBe(false)
})

test.each([-1, 0.5, Number.NaN, Infinity, 2 ** 53])('%d is neither a place nor a size', (value) => {
  expect(isIncluded({ ...buildInclusion(0, 2), index: value })).toBe(false)
  expect(isIncluded({ ...buildInclusion(0, 2), size: value })).toBe(false)
  expect(isConsistent({ ...buildConsistency(1, 2), oldSize: value })).toBe(false)
  expect(isConsistent({ ...buildConsistency(1, 2), size: value })).toBe(false)
})

test('trees of billions of entries are checked as well', () => {
  const size = 2 ** 40 + 5
  const same: typeof read = (level) => new Uint8Array(32).fill(level)
  const path = proveInclusion(same, size - 1, size)
  const root = computeTreeRoot(same, size)
  expect(isIncluded({ leaf: same(0, 0), index: size - 1, path, size, root })).toBe(true)
  expect(isIncluded({ leaf: same(1, 0), index: size - 1, path, size, root })).toBe(false)
})
