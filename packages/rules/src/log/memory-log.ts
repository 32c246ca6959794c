import { ed25519 } from '@noble/curves/ed25519.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

import { formatCheckpoint } from './checkpoint.ts'
import { formatCosignedText } from './cosignature.ts'
import { formatLogEntry, type LogEntry } from './log-entry.ts'
import { computeTreeRoot, createSubtreeReader, hashLeaf } from './merkle-tree.ts'
import type { FetchFile } from './read-log.ts'
import { computeKeyId, formatSignature, getPublicKey, parseNote, signNote, type VerifierKey } from './signed-note.ts'
import { getTileWidth, joinEntries, parseTilePath, tileWidth } from './tiles.ts'

/**
 * Creates a log of these entries for tests. The same key always signs it.
 * @param secretByte secret of another key
 */
export function createMemoryLog(entries: readonly (LogEntry | string)[], secretByte = 3) {
  const secretKey = new Uint8Array(32).fill(secretByte)
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

/** Adds the line of a test witness to the note of a log. */
export function cosignMemoryNote(
  note: string,
  name: string,
  atMs: number,
): { readonly key: VerifierKey; readonly line: string } {
  const secretKey = new Uint8Array(32).fill(9)
  const key: VerifierKey = { name, type: 'cosignature', publicKey: getPublicKey(secretKey) }
  const text = parseNote(note)?.text ?? ''
  const signature = new Uint8Array(72)
  new DataView(signature.buffer).setBigUint64(0, BigInt(atMs / 1000))
  signature.set(ed25519.sign(utf8ToBytes(formatCosignedText(text, atMs / 1000)), secretKey), 8)
  return { key, line: formatSignature({ name, keyId: computeKeyId(key), signature }) }
}
