import { type OpenedCheckpoint, openCheckpoint } from './checkpoint.ts'
import { type SubtreeReader, isConsistent, proveConsistency } from './merkle-tree.ts'
import type { VerifierKey } from './signed-note.ts'
import {
  createTileReader,
  formatTilePath,
  getTileWidth,
  listNeededTiles,
  splitEntries,
  type Tile,
  tileWidth,
} from './tiles.ts'
import type { Checkpoint } from './checkpoint.ts'
import { utf8 } from '@scure/base'

/** Reads a file of a log, e.g. `checkpoint`, of at most `maxBytes`. Returns null if there is none. Throws if the log cannot be reached. */
export type FetchFile = (path: string, maxBytes: number) => Promise<Uint8Array | null>

const maxCheckpointBytes = 200_000
const hashBytes = 32
/** A bundle holds each entry with its length. */
const maxBundleBytes = tileWidth * 65_537
const filesAtOnce = 8

/**
 * Reads the checkpoint. Returns null if there is none, or if it is not signed by the key of the log. `text` is the signed note, to keep.
 */
export async function fetchCheckpoint(
  fetchFile: FetchFile,
  key: VerifierKey,
): Promise<(OpenedCheckpoint & { readonly text: string }) | null> {
  const bytes = await fetchFile('checkpoint', maxCheckpointBytes)
  const text = bytes === null ? '' : decodeText(bytes)
  const opened = openCheckpoint(text, key)
  return opened && { ...opened, text }
}

function decodeText(bytes: Uint8Array): string {
  try {
    return utf8.encode(bytes)
  } catch {
    return ''
  }
}

/** Returns whether a log still begins with its state at an older checkpoint. Returns false also if files are missing or wrong. */
export async function isContinuation(fetchFile: FetchFile, old: Checkpoint, current: Checkpoint): Promise<boolean> {
  const { size, root } = current
  if (old.origin !== current.origin || old.size > size) return false
  const tiles = await fetchTiles(fetchFile, size, (read) => proveConsistency(read, old.size, size))
  if (tiles === null) return false
  const path = proveConsistency(tiles, old.size, size)
  return isConsistent({ oldSize: old.size, oldRoot: old.root, size, root, path })
}

/** Reads the tiles that a computation needs. Returns null if one is missing or has another length. */
async function fetchTiles(
  fetchFile: FetchFile,
  size: number,
  compute: (read: SubtreeReader) => unknown,
): Promise<SubtreeReader | null> {
  const needed = listNeededTiles(size, compute)
  const contents = await mapInTurns(needed, (tile) => fetchTile(fetchFile, tile))
  const known = new Map(needed.map(({ level, index }, place) => [`${level}/${index}`, contents[place] ?? null]))
  if (contents.includes(null)) return null
  return createTileReader((level, index) => known.get(`${level}/${index}`) ?? undefined)
}

/** Reads the hashes of a tile. Returns null if it is missing or has another length. */
export async function fetchTile(fetchFile: FetchFile, tile: Tile): Promise<Uint8Array | null> {
  const bytes = await fetchPart(fetchFile, tile, tileWidth * hashBytes)
  return bytes !== null && bytes.length >= tile.width * hashBytes ? bytes.subarray(0, tile.width * hashBytes) : null
}

/** Reads a tile, or the full one in place of a partial one: a log can remove a partial tile when there is the full one. */
async function fetchPart(fetchFile: FetchFile, tile: Tile, maxBytes: number): Promise<Uint8Array | null> {
  return (
    (await fetchFile(formatTilePath(tile), maxBytes)) ??
    (tile.width === tileWidth ? null : fetchFile(formatTilePath({ ...tile, width: tileWidth }), maxBytes))
  )
}

/** Reads all entries of a tree. Returns null if some are missing. */
export async function fetchEntries(fetchFile: FetchFile, size: number): Promise<Uint8Array[] | null> {
  const bundles = await mapInTurns(listTiles(size, 'entries'), async (tile) => {
    const bytes = await fetchPart(fetchFile, tile, maxBundleBytes)
    const entries = bytes && splitEntries(bytes)?.slice(0, tile.width)
    return entries?.length === tile.width ? entries : null
  })
  return bundles.includes(null) ? null : bundles.flatMap((entries) => entries ?? [])
}

/** Lists the tiles of a level, or the bundles of entries, of a tree of this size. */
export function listTiles(size: number, level: Tile['level']): Tile[] {
  const tiles: Tile[] = []
  for (let index = 0; ; index += 1) {
    const width = getTileWidth(size, { level, index })
    if (width === 0) return tiles
    tiles.push({ level, index, width })
  }
}

/** Runs a function for each item, some at once, and returns the results in order. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  await Promise.all(
    Array.from({ length: filesAtOnce }, async () => {
      for (const [place, item] of queue) results[place] = await work(item)
    }),
  )
  return results
}
