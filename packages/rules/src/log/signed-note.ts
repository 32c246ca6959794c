import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'

import { areEqual } from './merkle-tree.ts'

/** Kinds of signatures: of the text of a note, or of a text that has the time before it (c2sp.org/tlog-cosignature). */
const signatureTypes = { note: 1, cosignature: 4 } as const
export type SignatureType = keyof typeof signatureTypes

export type VerifierKey = {
  readonly name: string
  readonly type: SignatureType
  /** Key of Ed25519. */
  readonly publicKey: Uint8Array
}

export type NoteSignature = {
  readonly name: string
  /** Id of the key, in four bytes. */
  readonly keyId: Uint8Array
  readonly signature: Uint8Array
}

/** A text that keys have signed, as c2sp.org/signed-note defines it. The text ends with a line break. */
export type SignedNote = { readonly text: string; readonly signatures: readonly NoteSignature[] }

const maxNoteLength = 200_000
const maxSignatures = 64
const keyName = /^[^\s+]{1,200}$/u
// oxlint-disable-next-line no-control-regex -- notes must have none
const controls = /[\u0000-\u0009\u000b-\u001f]/
const base64Text = /^[A-Za-z0-9+/]+={0,2}$/

export function computeKeyId({ name, type, publicKey }: VerifierKey): Uint8Array {
  return sha256(concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(signatureTypes[type]), publicKey)).subarray(0, 4)
}

/** Formats a key, e.g. `trade.example/log+8f1b2c3d+AQ…`. */
export function formatVerifierKey(key: VerifierKey): string {
  const material = base64.encode(concatBytes(Uint8Array.of(signatureTypes[key.type]), key.publicKey))
  return `${key.name}+${bytesToHex(computeKeyId(key))}+${material}`
}

/** Reads a key. Returns null if it is no key of Ed25519, or its hash is wrong. */
export function parseVerifierKey(text: string): VerifierKey | null {
  const [, name = '', material = ''] = /^([^+]*)\+[0-9a-f]{8}\+(.*)$/s.exec(text) ?? []
  const bytes = parseBase64(material)
  const type = (Object.keys(signatureTypes) as SignatureType[]).find((each) => signatureTypes[each] === bytes?.[0])
  if (bytes?.length !== 33 || type === undefined || !keyName.test(name)) return null
  const key = { name, type, publicKey: bytes.subarray(1) }
  return formatVerifierKey(key) === text ? key : null
}

export function getPublicKey(secretKey: Uint8Array): Uint8Array {
  return ed25519.getPublicKey(secretKey)
}

/**
 * Signs a text.
 * @param secretKey 32 bytes of Ed25519
 */
export function signNote(text: string, key: VerifierKey, secretKey: Uint8Array): string {
  const signature = ed25519.sign(utf8ToBytes(text), secretKey)
  return `${text}\n${formatSignature({ name: key.name, keyId: computeKeyId(key), signature })}`
}

/** Formats a line that ends with a line break. */
export function formatSignature({ name, keyId, signature }: NoteSignature): string {
  return `— ${name} ${base64.encode(concatBytes(keyId, signature))}\n`
}

/** Splits a note into its text and signatures, which are not verified. Returns null if it is no note. */
export function parseNote(note: string): SignedNote | null {
  if (note.length > maxNoteLength || controls.test(note)) return null
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n')) return null
  const signatures = parseSignatures(note.slice(end + 2))
  return signatures === null || signatures.length === 0 ? null : { text: note.slice(0, end + 1), signatures }
}

/** Reads lines of signatures. Returns null if a line is no signature, or there are too many. */
export function parseSignatures(lines: string): NoteSignature[] | null {
  const signatures = lines.split('\n').slice(0, -1).map(parseSignature)
  const known = signatures.filter((signature) => signature !== null)
  return known.length === signatures.length && known.length <= maxSignatures ? known : null
}

function parseSignature(line: string): NoteSignature | null {
  const [dash, name = '', encoded = '', ...rest] = line.split(' ')
  const bytes = parseBase64(encoded)
  if (dash !== '—' || !keyName.test(name) || rest.length > 0 || bytes === null || bytes.length < 5) return null
  return { name, keyId: bytes.subarray(0, 4), signature: bytes.subarray(4) }
}

/** Returns whether the key has signed the note, and no signature in its name is wrong. */
export function isSignedBy({ text, signatures }: SignedNote, key: VerifierKey): boolean {
  const own = findSignatures(signatures, key)
  return own.length > 0 && own.every(({ signature }) => isSigned(text, signature, key))
}

export function findSignatures(signatures: readonly NoteSignature[], key: VerifierKey): NoteSignature[] {
  const id = computeKeyId(key)
  return signatures.filter(({ name, keyId }) => name === key.name && areEqual(keyId, id))
}

/** Checks a signature by the strict rules of RFC 8032. */
export function isSigned(text: string, signature: Uint8Array, { publicKey }: VerifierKey): boolean {
  try {
    return ed25519.verify(signature, utf8ToBytes(text), publicKey, { zip215: false })
  } catch {
    return false
  }
}

/** Decodes base64. Returns null if the text is not base64, or is not written in the usual way. */
export function parseBase64(text: string): Uint8Array | null {
  if (!base64Text.test(text) || text.length % 4 !== 0) return null
  try {
    const bytes = base64.decode(text)
    return base64.encode(bytes) === text ? bytes : null
  } catch {
    return null
  }
}
