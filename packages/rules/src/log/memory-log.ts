import { utf8ToBytes } from '@noble/hashes/utils.js'

import { formatCheckpoint } from './checkpoint.ts'
import { formatLogEntry, type LogEntry } from './log-entry.ts'
import { computeTreeRoot, createSubtreeReader, hashLeaf } from './merkle-tree.ts'
import type { FetchFile } from './read-log.ts'
import { getPublicKey, signNote, type VerifierKey } from './signed-note.ts'
import { getTileWidth, joinEntries, parseTilePath, tileWidth } from './tiles.ts'

const secretKey = new Uint8Array(32).fill(3)

/** For tests: a log of these entries, signed by the same key whatever they are. */
export function createMemoryLog(entries: readonly (LogEntry | string)[]) {
  const key: VerifierKey = { name: 'trade.example/log', type: 'note', publicKey: getPublicKey(secretKey) }
  const bytes = entries.map((entry) => utf8ToBytes(typeof entry === 'string' ? entry : formatLogEntry(entry)))
  const read = createSubtreeReader(bytes.map(hashLeaf))
  const size = bytes.length
  const checkpoint = { origin: key.name, size, root: computeTreeRoot(read, size) }
  const note = signNote(formatCheckpoint(checkpoint), key, secretKey)

  const fetchFile: FetchFile = async (path) => {
    if (path === 'checkpoint') return utf8ToBytes(note)
    const tile = parseTilePath(path)
    if (tile === null || tile.width > getTileWidth(size, tile)) return null
    const { level, width } = tile
    const first = tile.index * tileWidth
    if (level === 'entries') return joinEntries(bytes.slice(first, first + width))
    const hashes = new Uint8Array(width * 32)
    for (let place = 0; place < width; place += 1) hashes.set(read(level * 8, first + place), place * 32)
    return hashes
  }
  return { key, checkpoint, note, fetchFile }
}
