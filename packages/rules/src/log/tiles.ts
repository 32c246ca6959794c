import { hashNode, type SubtreeReader } from './merkle-tree.ts'

/** Number of hashes in a full tile, as c2sp.org/tlog-tiles defines it. */
export const tileWidth = 256

const tileHeight = 8
const hashBytes = 32

/**
 * `level` counts the levels of the tree in steps of eight, or means the entries themselves. `width` is less than 256 for a partial tile.
 */
export type Tile = { readonly level: number | 'entries'; readonly index: number; readonly width: number }

/** Formats a path without the prefix of the log, e.g. `tile/0/x001/234.p/7`. */
export function formatTilePath({ level, index, width }: Tile): string {
  const digits = String(index).padStart(Math.ceil(String(index).length / 3) * 3, '0')
  const parts = digits.match(/\d{3}/g) ?? []
  const path = parts.map((part, place) => (place < parts.length - 1 ? `x${part}` : part)).join('/')
  return `tile/${level}/${path}${width === tileWidth ? '' : `.p/${width}`}`
}

const tilePath = /^tile\/(entries|0|[1-9]\d?)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/
const maxPathLength = 60
const maxLevel = 63

/** Reads the path of a tile. Returns null if it is none. */
export function parseTilePath(path: string): Tile | null {
  const [, level, digits = '', width] = (path.length <= maxPathLength && tilePath.exec(path)) || []
  if (level === undefined) return null
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(digits.replaceAll(/[x/]/g, '')),
    width: width === undefined ? tileWidth : Number(width),
  }
  if (tile.width > tileWidth || (tile.level !== 'entries' && tile.level > maxLevel)) return null
  // Other spellings are refused, e.g. with more zeros, and so are numbers that are not exact.
  return formatTilePath(tile) === path ? tile : null
}

/** Returns the width of a tile in a tree of this size. It is 0 if the tree has no such tile. */
export function getTileWidth(size: number, { level, index }: Pick<Tile, 'level' | 'index'>): number {
  const hashes = Math.floor(size / tileWidth ** (level === 'entries' ? 0 : level))
  return Math.min(tileWidth, Math.max(0, hashes - index * tileWidth))
}

/**
 * Creates a reader of hashes from tiles.
 * @param find returns the content of a tile
 */
export function createTileReader(find: (level: number, index: number) => Uint8Array | undefined): SubtreeReader {
  return (level, index) => {
    const inTile = level % tileHeight
    const first = index * 2 ** inTile
    const tileLevel = (level - inTile) / tileHeight
    const tile = find(tileLevel, Math.floor(first / tileWidth)) ?? new Uint8Array(0)
    const start = (first % tileWidth) * hashBytes
    let hashes = splitHashes(tile.subarray(start, start + 2 ** inTile * hashBytes))
    if (hashes.length !== 2 ** inTile) throw new Error(`the tile of level ${tileLevel} is too short`)
    while (hashes.length > 1) hashes = hashPairs(hashes)
    return hashes[0] ?? tile
  }
}

/** Lists the tiles that a computation on a tree of this size reads, e.g. of a proof. */
export function listNeededTiles(size: number, compute: (read: SubtreeReader) => unknown): Tile[] {
  const needed = new Map<string, Tile>()
  compute((level, index) => {
    const tileLevel = Math.floor(level / tileHeight)
    const tileIndex = Math.floor((index * 2 ** (level % tileHeight)) / tileWidth)
    const place = { level: tileLevel, index: tileIndex }
    needed.set(`${tileLevel}/${tileIndex}`, { ...place, width: getTileWidth(size, place) })
    return new Uint8Array(hashBytes)
  })
  return [...needed.values()]
}

export function splitHashes(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.floor(bytes.length / hashBytes) }, (_, index) =>
    bytes.subarray(index * hashBytes, (index + 1) * hashBytes),
  )
}

function hashPairs(hashes: readonly Uint8Array[]): Uint8Array[] {
  return Array.from({ length: hashes.length / 2 }, (_, index) => {
    const [left = new Uint8Array(0), right = left] = hashes.slice(index * 2)
    return hashNode(left, right)
  })
}

const maxEntryBytes = 65_535

/** Joins the entries of a tile, each after its length in two bytes. */
export function joinEntries(entries: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(entries.reduce((sum, entry) => sum + 2 + entry.length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const entry of entries) {
    if (entry.length > maxEntryBytes) throw new Error('the entry is too long')
    view.setUint16(at, entry.length)
    bytes.set(entry, at + 2)
    at += 2 + entry.length
  }
  return bytes
}

/** Splits the entries of a tile. Returns null if the bytes do not end with an entry. */
export function splitEntries(bytes: Uint8Array): Uint8Array[] | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const entries: Uint8Array[] = []
  for (let at = 0; at < bytes.length;) {
    if (at + 2 > bytes.length) return null
    const end = at + 2 + view.getUint16(at)
    if (end > bytes.length) return null
    entries.push(bytes.subarray(at + 2, end))
    at = end
  }
  return entries
}
