import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { expect, test } from 'vitest'

import { formatCheckpoint, openCheckpoint, parseCheckpoint } from './checkpoint.ts'
import { findCosignedTime, formatCosignedText } from './cosignature.ts'
import { computeKeyId, formatSignature, getPublicKey, parseNote, signNote, type VerifierKey } from './signed-note.ts'

const text = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'
const secret = new Uint8Array(32).fill(5)
const key: VerifierKey = { name: 'example.com/behind-the-sofa', type: 'note', publicKey: getPublicKey(secret) }
const witness: VerifierKey = { name: 'witness.example/w1', type: 'cosignature', publicKey: getPublicKey(secret) }

test('the example of the specification is read and written', () => {
  const checkpoint = parseCheckpoint(text)
  expect(checkpoint).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 })
  expect(bytesToHex(checkpoint?.root ?? secret)).toMatch(/^0ac5186a9186.*f1ab62$/)
  expect(checkpoint && formatCheckpoint(checkpoint)).toBe(text)
})

test('further lines are ignored', () => {
  expect(parseCheckpoint(`${text}extension 1\nextension 2\n`)).toEqual(parseCheckpoint(text))
})

test.each([
  ['no origin', text.replace('example.com/behind-the-sofa', '')],
  ['a size with a zero before it', text.replace('20852163', '020852163')],
  ['a negative size', text.replace('20852163', '-1')],
  ['a size that is not exact', text.replace('20852163', '9007199254740993')],
  ['a short root', text.replace('CsUYapGG', '')],
  ['a root in hex', text.replace(/Cs.*=/, '0'.repeat(64))],
  ['no line break at the end', text.slice(0, -1)],
  ['an empty line', `${text}\nextension\n`],
  ['only an origin', 'example.com/behind-the-sofa\n'],
])('a text with %s is no checkpoint', (_what, other) => {
  expect(parseCheckpoint(other)).toBeNull()
})

test('a checkpoint is opened with the key of its log only', () => {
  const signed = signNote(text, key, secret)
  expect(openCheckpoint(signed, key)?.checkpoint.size).toBe(20_852_163)
  expect(openCheckpoint(signed.replace('20852163', '20852164'), key)).toBeNull()
  const other = new Uint8Array(32).fill(6)
  expect(openCheckpoint(signed, { ...key, publicKey: getPublicKey(other) })).toBeNull()
  expect(openCheckpoint(signed, { ...key, name: 'example.com/other' })).toBeNull()
  const renamed = { ...key, name: 'example.com/other' }
  expect(openCheckpoint(signNote(text, renamed, secret), renamed)).toBeNull()
})

function cosign(seconds: number, signedSeconds = seconds): string {
  const signature = new Uint8Array(72)
  new DataView(signature.buffer).setBigUint64(0, BigInt(seconds))
  signature.set(ed25519.sign(utf8ToBytes(formatCosignedText(text, signedSeconds)), secret), 8)
  return formatSignature({ name: witness.name, keyId: computeKeyId(witness), signature })
}

test('a witness signs the text with the time before it', () => {
  expect(formatCosignedText(text, 1_679_315_147)).toBe(`cosignature/v1\ntime 1679315147\n${text}`)
  const signed = `${signNote(text, key, secret)}${cosign(1_679_315_147)}`
  const note = parseNote(signed)
  expect(note && findCosignedTime(note, witness)).toBe(1_679_315_147_000)
  expect(openCheckpoint(signed, key)).not.toBeNull()
})

test.each([
  ['another time', cosign(1_679_315_147, 1_679_315_148)],
  ['another name', cosign(1_679_315_147).replace('w1', 'w2')],
  ['a time far beyond', cosign(2 ** 52)],
  ['no time', formatSignature({ name: witness.name, keyId: computeKeyId(witness), signature: new Uint8Array(64) })],
])('a cosignature of %s is ignored', (_what, line) => {
  const note = parseNote(`${signNote(text, key, secret)}${line}`)
  expect(note && findCosignedTime(note, witness)).toBeNull()
})
