import { randomBytes } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { chunkBytes, openStream, sealStream } from './sealed-stream.ts'

const key = randomBytes(32)
const headBytes = 60
const sealedChunkBytes = chunkBytes + 16
/** Two full chunks and a short one. */
const plain = randomBytes(2 * chunkBytes + 5)

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}

const seal = (bytes: Buffer) => collect(sealStream(key, [bytes]))
const open = (sealed: Buffer, keys = [key]) => collect(openStream(keys, [sealed]))

test('what was sealed is opened, whatever its size and its parts are', async () => {
  for (const bytes of [0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 2 * chunkBytes]) {
    const given = plain.subarray(0, bytes)
    expect((await open(await seal(given))).equals(given), String(bytes)).toBe(true)
  }
  const parts = [plain.subarray(0, 7), plain.subarray(7, chunkBytes + 9), plain.subarray(chunkBytes + 9)]
  const sealed = await collect(sealStream(key, parts))
  const cut = [sealed.subarray(0, 3), sealed.subarray(3, 61), sealed.subarray(61)]
  expect((await collect(openStream([key], cut))).equals(plain)).toBe(true)
})

test('an earlier key of several opens it, and another key is refused', async () => {
  const sealed = await seal(plain)
  expect((await open(sealed, [randomBytes(32), key])).equals(plain)).toBe(true)
  await expect(open(sealed, [randomBytes(32)])).rejects.toThrow('sealed with another SECRET_KEY')
})

test('two backups of the same bytes share nothing', async () => {
  const [first, second] = [await seal(plain), await seal(plain)]
  expect(first.subarray(headBytes).equals(second.subarray(headBytes))).toBe(false)
})

describe('a changed stream is refused', () => {
  const change = (sealed: Buffer, at: number) => {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    return changed
  }
  const chunk = (sealed: Buffer, number: number) =>
    sealed.subarray(headBytes + number * sealedChunkBytes, headBytes + (number + 1) * sealedChunkBytes)

  test.each([
    ['a byte of its salt', (sealed: Buffer) => change(sealed, headBytes - 1)],
    ['its first byte of content', (sealed: Buffer) => change(sealed, headBytes)],
    ['its last byte', (sealed: Buffer) => change(sealed, sealed.length - 1)],
    ['its last byte is cut', (sealed: Buffer) => sealed.subarray(0, -1)],
    ['its last chunk is cut', (sealed: Buffer) => sealed.subarray(0, headBytes + 2 * sealedChunkBytes)],
    ['all chunks are cut', (sealed: Buffer) => sealed.subarray(0, headBytes)],
    ['its head is cut', (sealed: Buffer) => sealed.subarray(0, 40)],
    ['something is added', (sealed: Buffer) => Buffer.concat([sealed, Buffer.of(0)])],
    [
      'two chunks are exchanged',
      (sealed: Buffer) =>
        Buffer.concat([sealed.subarray(0, headBytes), chunk(sealed, 1), chunk(sealed, 0), chunk(sealed, 2)]),
    ],
    [
      'a chunk is left out',
      (sealed: Buffer) => Buffer.concat([sealed.subarray(0, headBytes), chunk(sealed, 0), chunk(sealed, 2)]),
    ],
  ])('%s', async (_what, damage) => {
    await expect(open(damage(await seal(plain)))).rejects.toThrow('was changed, or is not complete')
  })

  test('a file that is no backup is named as such', async () => {
    await expect(open(Buffer.from('-- a dump'.repeat(20)))).rejects.toThrow('not a backup of Tradefront')
  })
})
