import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  computePath,
  computeRoot,
  deriveSeed,
  getWindowIndex,
  getWindowStart,
  isCommitted,
  isSeedPublic,
  windowsPerDay,
} from './seed-tree.ts'

const seeds = Array.from({ length: windowsPerDay }, (_, index) => sha256(Uint8Array.of(index >> 8, index & 255)))
const root = computeRoot(seeds)
const places = seeds.map((seed, index) => ({ root, index, seed, path: computePath(seeds, index) }))
const [first = { root, index: 0, seed: root, path: [] }] = places

test('each of the 288 seeds of a day is proven by its path', () => {
  expect(places.every((place) => isCommitted(place))).toBe(true)
  expect(new Set(places.map(({ path }) => path.length))).toEqual(new Set([9, 6]))
})

test('roots and paths are those of RFC 6962', () => {
  // Leaves of the test data of the reference implementation of certificate transparency.
  const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
  const roots = [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ]
  const tree = leaves.map((leaf) => hexToBytes(leaf))
  expect(roots.map((_, index) => bytesToHex(computeRoot(tree.slice(0, index + 1))))).toEqual(roots)
  expect(computePath(tree.slice(0, 7), 3).map(bytesToHex)).toEqual([
    '0298d122906dcfc10892cb53a73992fc5b9f493ea4c9badb27b791b4127a7fe7',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    bytesToHex(computeRoot(tree.slice(4, 7))),
  ])
})

test.each([
  ['another place', { index: 1 }],
  ['a place outside of the day', { index: 288 }],
  ['a place before the day', { index: -1 }],
  ['no whole place', { index: 0.5 }],
  ['another seed', { seed: seeds[1] ?? root }],
  ['a longer seed', { seed: Uint8Array.of(...first.seed, 0) }],
  ['another root', { root: seeds[0] ?? root }],
  ['a shorter path', { path: first.path.slice(0, -1) }],
  ['a longer path', { path: [...first.path, root] }],
  ['no path', { path: [] }],
])('a seed with %s is not committed', (_what, change) => {
  expect(isCommitted({ ...first, ...change })).toBe(false)
})

test('a changed byte of any part of a path is noticed', () => {
  fc.assert(
    fc.property(fc.nat(287), fc.nat(5), fc.nat(31), (index, part, byte) => {
      const place = places[index] ?? first
      const path = place.path.map((each, at) =>
        at === part ? each.map((value, offset) => (offset === byte ? value ^ 1 : value)) : each,
      )
      expect(isCommitted({ ...place, path })).toBe(false)
    }),
  )
})

test('an inner node is not taken for a seed', () => {
  const pairs = [0, 2].map((index) => computeRoot(seeds.slice(index, index + 2)))
  expect(bytesToHex(computeRoot(pairs))).not.toBe(bytesToHex(computeRoot(seeds.slice(0, 4))))
})

test.each([
  ['2026-11-26T00:00:00.000Z', '2026-11-26T00:00:00.000Z', 0],
  ['2026-11-26T00:04:59.800Z', '2026-11-26T00:00:00.000Z', 0],
  ['2026-11-26T00:05:00.000Z', '2026-11-26T00:05:00.000Z', 1],
  ['2026-11-26T23:59:59.999Z', '2026-11-26T23:55:00.000Z', 287],
])('%s is in the five minutes from %s', (at, start, index) => {
  expect(getWindowStart(Date.parse(at))).toBe(Date.parse(start))
  expect(getWindowIndex(Date.parse(at))).toBe(index)
})

test('a seed is published when its five minutes are over, and not earlier', () => {
  const startMs = Date.parse('2026-11-26T10:05:00Z')
  expect(isSeedPublic(startMs, startMs + 299_999)).toBe(false)
  expect(isSeedPublic(startMs, startMs + 300_000)).toBe(true)
})

test('each five minutes have another seed, which needs the secret', () => {
  const secret = new Uint8Array(32).fill(1)
  const startMs = Date.parse('2026-11-26T10:05:00Z')
  const derived = [
    deriveSeed(secret, startMs),
    deriveSeed(secret, startMs + 300_000),
    deriveSeed(secret, startMs + 86_400_000),
    deriveSeed(new Uint8Array(32), startMs),
  ].map(bytesToHex)
  expect(new Set(derived).size).toBe(4)
  expect(bytesToHex(deriveSeed(secret, startMs))).toBe(derived[0])
})
