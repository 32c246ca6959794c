import { utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { computeTreeRoot, createSubtreeReader, hashLeaf, proveConsistency, proveInclusion } from './merkle-tree.ts'
import {
  createTileReader,
  formatTilePath,
  getTileWidth,
  joinEntries,
  listNeededTiles,
  parseTilePath,
  splitEntries,
  type Tile,
} from './tiles.ts'

test.each<[string, Tile]>([
  ['tile/0/000', { level: 0, index: 0, width: 256 }],
  ['tile/0/005.p/112', { level: 0, index: 5, width: 112 }],
  ['tile/1/x001/x234/067', { level: 1, index: 1_234_067, width: 256 }],
  ['tile/entries/x001/000.p/1', { level: 'entries', index: 1000, width: 1 }],
  ['tile/63/999.p/255', { level: 63, index: 999, width: 255 }],
])('%s is the path of a tile', (path, tile) => {
  expect(parseTilePath(path)).toEqual(tile)
  expect(formatTilePath(tile)).toBe(path)
})

test.each([
  'tile/0/x',
  'tile/0',
  'tile/0/',
  'tile/0/0',
  'tile/0/1000',
  'tile/0/x000/001',
  'tile/0/001/002',
  'tile/00/001',
  'tile/64/001',
  'tile/100/001',
  'tile/-1/001',
  'tile/x/001',
  'tile/0/001.p/0',
  'tile/0/001.p/256',
  'tile/0/001.p/01',
  'tile/0/001.p/',
  'tile/0/001.p/1/2',
  'tile/0/-01',
  'tile/0/0x1',
  'tile/0/+01',
  'tile/0/٠٠١',
  'tile/0/../001',
  'tile/entries',
  'tile/data/001',
  'tile/0/x999/x999/x999/x999/x999/999',
  '/tile/0/001',
  'tile/0/001\n',
  '',
])('%j is not the path of a tile', (path) => {
  expect(parseTilePath(path)).toBeNull()
})

test('a long path is not read', () => {
  expect(parseTilePath(`tile/0/${'x001/'.repeat(1000)}001`)).toBeNull()
})

test('each path leads to its tile and back', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.nat(63), fc.constant('entries' as const)),
      fc.nat(2 ** 40),
      fc.integer({ min: 1, max: 256 }),
      (level, index, width) => {
        expect(parseTilePath(formatTilePath({ level, index, width }))).toEqual({ level, index, width })
      },
    ),
  )
})

test('a tree of 70,000 entries has the tiles that the specification says', () => {
  const widths = (level: number, index: number) => getTileWidth(70_000, { level, index })
  expect([widths(0, 272), widths(0, 273), widths(0, 274)]).toEqual([256, 112, 0])
  expect([widths(1, 0), widths(1, 1), widths(1, 2)]).toEqual([256, 17, 0])
  expect([widths(2, 0), widths(2, 1), widths(3, 0)]).toEqual([1, 0, 0])
  expect([getTileWidth(256, { level: 0, index: 0 }), getTileWidth(256, { level: 1, index: 0 })]).toEqual([256, 1])
  expect(getTileWidth(70_000, { level: 'entries', index: 273 })).toBe(112)
})

const size = 70_000
const leaves = Array.from({ length: size }, (_, index) => hashLeaf(utf8ToBytes(String(index))))
const read = createSubtreeReader(leaves)
const cutTile = (level: number, index: number, width: number) => {
  const tile = new Uint8Array(width * 32)
  for (let place = 0; place < width; place += 1) tile.set(read(level * 8, index * 256 + place), place * 32)
  return tile
}

test('root and proofs are computed from the few tiles that they need', () => {
  const computations: [tiles: number, compute: (from: typeof read) => unknown][] = [
    [3, (from) => computeTreeRoot(from, size)],
    [4, (from) => proveConsistency(from, 65_536 + 300, size)],
    [4, (from) => proveInclusion(from, 12_345, size)],
  ]
  for (const [count, compute] of computations) {
    const tiles = listNeededTiles(size, compute)
    const contents = new Map(
      tiles.flatMap(({ level, index, width }) =>
        level === 'entries' ? [] : [[`${level}/${index}`, cutTile(level, index, width)]],
      ),
    )
    const fromTiles = createTileReader((level, index) => contents.get(`${level}/${index}`))
    expect(compute(fromTiles)).toEqual(compute(read))
    expect(tiles.length).toBeLessThanOrEqual(count)
  }
})

test('a tile that is missing or too short is an error', () => {
  for (const content of [undefined, new Uint8Array(32), new Uint8Array(63)])
    expect(() => createTileReader(() => content)(1, 0)).toThrow('too short')
})

test('entries are joined and split again', () => {
  const bytes = fc.uint8Array({ maxLength: 300 })
  fc.assert(
    fc.property(fc.array(bytes, { maxLength: 20 }), (entries) => {
      expect(splitEntries(joinEntries(entries))).toEqual(entries)
    }),
  )
  expect(joinEntries([utf8ToBytes('ab')])).toEqual(Uint8Array.of(0, 2, 97, 98))
  expect(() => joinEntries([new Uint8Array(65_536)])).toThrow('too long')
  expect(splitEntries(joinEntries([new Uint8Array(65_535)]))).toHaveLength(1)
})

test.each([
  ['in a length', Uint8Array.of(0)],
  ['in an entry', Uint8Array.of(0, 2, 97)],
])('bytes that end %s are no entries', (_where, bytes) => {
  expect(splitEntries(bytes)).toBeNull()
})
