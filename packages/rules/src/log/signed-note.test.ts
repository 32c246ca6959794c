import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { expect, test } from 'vitest'

import {
  computeKeyId,
  formatVerifierKey,
  getPublicKey,
  isSignedBy,
  parseNote,
  parseVerifierKey,
  signNote,
  type VerifierKey,
} from './signed-note.ts'

// This note is one of the tests of golang.org/x/mod/sumdb/note.
const peter = {
  key: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  secret: base64.decode('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz').subarray(1),
  text: "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n",
  line: '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
}
const note = `${peter.text}\n${peter.line}`
const readKey = (text: string) => {
  const key = parseVerifierKey(text)
  if (key === null) throw new Error('no key')
  return key
}
const key = readKey(peter.key)
const isSigned = (text: string, by: VerifierKey = key) => {
  const parsed = parseNote(text)
  return parsed !== null && isSignedBy(parsed, by)
}

test('a real key and note are read, verified, and made again', () => {
  expect(key.name).toBe('PeterNeumann')
  expect(formatVerifierKey(key)).toBe(peter.key)
  expect(bytesToHex(computeKeyId(key))).toBe('c74f20a3')
  expect(bytesToHex(getPublicKey(peter.secret))).toBe(bytesToHex(key.publicKey))
  expect(parseNote(note)?.text).toBe(peter.text)
  expect(isSigned(note)).toBe(true)
  expect(signNote(peter.text, key, peter.secret)).toBe(note)
})

test('a changed character of the note is noticed', () => {
  for (let at = 0; at < note.length; at += 3) {
    const changed = `${note.slice(0, at)}${note[at] === 'A' ? 'B' : 'A'}${note.slice(at + 1)}`
    expect(isSigned(changed), String(at)).toBe(false)
  }
})

test('signatures of others are ignored, and a wrong one of the key is not', () => {
  const other = { ...key, name: 'example.com/other' }
  const otherLine = signNote(peter.text, other, peter.secret).slice(peter.text.length + 1)
  expect(isSigned(`${note}${otherLine}`)).toBe(true)
  expect(isSigned(`${peter.text}\n${otherLine}`)).toBe(false)
  const wrong = signNote('another text\n', key, peter.secret).slice('another text\n'.length + 1)
  expect(isSigned(`${note}${wrong}`)).toBe(false)
  expect(isSigned(`${peter.text}\n${otherLine.repeat(15)}${peter.line}`)).toBe(true)
})

test('the text of a note can have empty lines', () => {
  const text = 'one\n\ntwo\n'
  const signed = signNote(text, key, peter.secret)
  expect(parseNote(signed)?.text).toBe(text)
  expect(isSigned(signed)).toBe(true)
})

test.each([
  ['nothing', ''],
  ['no signature', `${peter.text}\n`],
  ['no empty line', `${peter.text}${peter.line}`],
  ['no line break at the end', note.slice(0, -1)],
  ['a control character', note.replace('answer', 'an\tswer')],
  ['a carriage return', note.replaceAll('\n', '\r\n')],
  ['a hyphen instead of the dash', note.replace('—', '-')],
  ['a name with a plus', note.replace('— Peter', '— Pe+ter')],
  ['a name with a space', note.replace('— Peter', '— Pe ter')],
  ['a signature that is not base64', note.replace('x08go/', 'x08go_')],
  ['a signature of four bytes', `${peter.text}\n— PeterNeumann x08goA==\n`],
  ['another spelling of base64', note.replace('nAM=', 'nAN=')],
  ['65 signatures', `${peter.text}\n${peter.line.repeat(65)}`],
  ['a megabyte', `${'a'.repeat(1_000_000)}\n\n${peter.line}`],
])('%s is no note', (_what, text) => {
  expect(parseNote(text)).toBeNull()
})

test('a part of a key, and a changed one, is none', () => {
  for (let at = 1; at < peter.key.length; at += 1) {
    expect(parseVerifierKey(peter.key.slice(at))).toBeNull()
    expect(parseVerifierKey(peter.key.slice(0, at))).toBeNull()
    const next = String.fromCodePoint((peter.key.codePointAt(at) ?? 0) + 1)
    expect(parseVerifierKey(`${peter.key.slice(0, at)}${next}${peter.key.slice(at + 1)}`)).toBeNull()
  }
  expect(parseVerifierKey(`${peter.key}\n`)).toBeNull()
})

test('a key of another kind or length is none, even with the right hash', () => {
  const format = (material: Uint8Array) => {
    const id = sha256(Uint8Array.of(...utf8ToBytes('name\n'), ...material)).subarray(0, 4)
    return `name+${bytesToHex(id)}+${base64.encode(material)}`
  }
  expect(parseVerifierKey(format(Uint8Array.of(1, ...key.publicKey)))).not.toBeNull()
  expect(parseVerifierKey(format(Uint8Array.of(4, ...key.publicKey)))?.type).toBe('cosignature')
  expect(parseVerifierKey(format(Uint8Array.of(2, ...key.publicKey)))).toBeNull()
  expect(parseVerifierKey(format(Uint8Array.of(1, ...key.publicKey, 0)))).toBeNull()
})

test('a key that is no point verifies nothing', () => {
  expect(isSigned(note, { ...key, publicKey: hexToBytes('02'.padEnd(64, '0')) })).toBe(false)
})
