import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

import { CliError } from '../cli/cli-error.ts'

/**
 * A sealed stream is a head and chunks, each sealed by AES-256-GCM with the head as additional data. The nonce of a chunk is its number and
 * whether it is the last one, so that chunks which are exchanged, left out or added, and a stream that was cut, are refused. Each stream has
 * a key of its own, derived from the given one and a salt in the head.
 */
const magic = Buffer.from('TRADEFRONT BACKUP 1\n')
const idBytes = 8
const saltBytes = 32
const headBytes = magic.length + idBytes + saltBytes
const tagBytes = 16
const nonceBytes = 12
export const chunkBytes = 1024 * 1024

type Bytes = AsyncIterable<Buffer> | Iterable<Buffer>

export async function* sealStream(key: Buffer, plain: Bytes): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const head = Buffer.concat([magic, deriveKeyId(key), salt])
  const streamKey = deriveStreamKey(key, salt)
  yield head
  for await (const { chunk, number, isLast } of cutIntoChunks(plain, chunkBytes)) {
    const cipher = createCipheriv('aes-256-gcm', streamKey, buildNonce(number, isLast))
    cipher.setAAD(head)
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
}

/**
 * Returns only bytes that are as they were sealed.
 * @param keys of which one has sealed the stream
 * @throws CliError if none has, or if the stream was changed or cut
 */
export async function* openStream(keys: readonly Buffer[], sealed: Bytes): AsyncGenerator<Buffer> {
  const { head, rest } = await readHead(sealed)
  if (!head.subarray(0, magic.length).equals(magic)) throw new CliError('This file is not a backup of Tradefront.')
  if (head.length < headBytes) throw new CliError(describeDamage(0))
  const id = head.subarray(magic.length, magic.length + idBytes)
  const key = keys.find((each) => deriveKeyId(each).equals(id))
  if (key === undefined)
    throw new CliError(
      'The backup was sealed with another SECRET_KEY: set the one that its servers had then, alone or after a new one and a comma.',
    )
  const streamKey = deriveStreamKey(key, head.subarray(magic.length + idBytes))
  for await (const { chunk, number, isLast } of cutIntoChunks(rest, chunkBytes + tagBytes)) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', streamKey, buildNonce(number, isLast))
      decipher.setAAD(head)
      decipher.setAuthTag(chunk.subarray(-tagBytes))
      yield Buffer.concat([decipher.update(chunk.subarray(0, -tagBytes)), decipher.final()])
    } catch {
      throw new CliError(describeDamage(number))
    }
  }
}

const describeDamage = (chunks: number) =>
  `The backup was changed, or is not complete (after ${chunks} MB of its content): use another copy of it.`

async function readHead(sealed: Bytes): Promise<{ head: Buffer; rest: AsyncGenerator<Buffer> }> {
  const iterator =
    Symbol.asyncIterator in sealed ? sealed[Symbol.asyncIterator]() : (sealed as Iterable<Buffer>)[Symbol.iterator]()
  let head = Buffer.alloc(0)
  while (head.length < headBytes) {
    const { value, done } = await iterator.next()
    if (done === true) break
    head = Buffer.concat([head, value])
  }
  const first = head.subarray(headBytes)
  async function* readRest(): AsyncGenerator<Buffer> {
    yield first
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value
  }
  return { head: head.subarray(0, headBytes), rest: readRest() }
}

/** The last chunk can be empty, so that each stream has one. */
async function* cutIntoChunks(
  source: Bytes,
  bytes: number,
): AsyncGenerator<{ readonly chunk: Buffer; readonly number: number; readonly isLast: boolean }> {
  let parts: Buffer[] = []
  let length = 0
  let number = 0
  for await (const part of source) {
    parts.push(part)
    length += part.length
    if (length <= bytes) continue
    let joined = Buffer.concat(parts)
    // One byte more than a chunk shows that it is not the last one.
    for (; joined.length > bytes; joined = joined.subarray(bytes), number += 1)
      yield { chunk: joined.subarray(0, bytes), number, isLast: false }
    parts = [joined]
    length = joined.length
  }
  yield { chunk: Buffer.concat(parts), number, isLast: true }
}

function buildNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(nonceBytes)
  nonce.writeBigUInt64BE(BigInt(number), 3)
  nonce[nonceBytes - 1] = isLast ? 1 : 0
  return nonce
}

function deriveKeyId(key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'backup-id', idBytes))
}

function deriveStreamKey(key: Buffer, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, 'backup-stream', 32))
}
