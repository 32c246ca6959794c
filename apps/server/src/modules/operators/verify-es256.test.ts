import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase } from '../../../test/fixtures/database/test-database.ts'
import { toPoint } from '../../../test/fixtures/operators/test-passkey.ts'

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const prime = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n

const database = await createTestDatabase()
const client = new pg.Client({ connectionString: database.url })
beforeAll(() => client.connect())
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function verify(key: Buffer, message: Buffer, signature: Buffer): Promise<boolean> {
  const { rows } = await client.query<{ right: boolean }>('select verify_es256($1, $2, $3) as right', [
    key,
    message,
    signature,
  ])
  return rows[0]?.right === true
}

const toBytes = (number: bigint, size = 32) => Buffer.from(number.toString(16).padStart(size * 2, '0'), 'hex')
const toNumber = (bytes: Buffer) => BigInt(`0x${bytes.toString('hex')}`)

function encodeNumber(number: bigint): Buffer {
  const hex = number.toString(16)
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  const positive = (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes
  return Buffer.concat([Buffer.from([2, positive.length]), positive])
}

function encodeSignature(r: bigint, s: bigint): Buffer {
  const numbers = Buffer.concat([encodeNumber(r), encodeNumber(s)])
  return Buffer.concat([Buffer.from([48, numbers.length]), numbers])
}

function createSignature(message: Buffer) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = toPoint(publicKey)
  const signature = sign('sha256', message, privateKey)
  const raw = sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return { key, message, signature, r: toNumber(raw.subarray(0, 32)), s: toNumber(raw.subarray(32)) }
}

test('signatures of Node.js are right, also with leading zeros in their numbers', async () => {
  for (let round = 0; round < 40; round += 1) {
    const { key, message, signature } = createSignature(randomBytes(round * 5))
    expect(await verify(key, message, signature)).toBe(true)
  }
})

test('the signature of RFC 6979, A.2.5, is right', async () => {
  const key = Buffer.from(
    '0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb67903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299',
    'hex',
  )
  const r = 0xefd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716n
  const s = 0xf7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8n
  expect(await verify(key, Buffer.from('sample'), encodeSignature(r, s))).toBe(true)
  expect(await verify(key, Buffer.from('Sample'), encodeSignature(r, s))).toBe(false)
})

test('a signature is wrong if any of its parts is another one', async () => {
  const { key, message, signature, r, s } = createSignature(Buffer.from('command'))
  const other = createSignature(message)
  expect(await verify(other.key, message, signature)).toBe(false)
  expect(await verify(key, Buffer.from('commane'), signature)).toBe(false)
  // The other signature that the curve allows with the same key is no forgery.
  expect(await verify(key, message, encodeSignature(r, order - s))).toBe(true)
  for (const [wrongR, wrongS] of [
    [r + 1n, s],
    [r, s + 1n],
    [s, r],
    [0n, s],
    [r, 0n],
    [0n, 0n],
    [order, s],
    [r, order],
    [r + order, s],
    [r, s + order],
    [1n, 1n],
  ] as const)
    expect(await verify(key, message, encodeSignature(wrongR, wrongS)), `${wrongR} ${wrongS}`).toBe(false)
})

test('a key that is no point of the curve, or that everyone has, is refused', async () => {
  const { key, message, signature } = createSignature(Buffer.from('command'))
  const [x, y] = [toNumber(key.subarray(1, 33)), toNumber(key.subarray(33))]
  const base = Buffer.from(
    '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
    'hex',
  )
  for (const wrong of [
    Buffer.concat([Buffer.from([4]), toBytes(x), toBytes(y + 1n)]),
    Buffer.concat([Buffer.from([4]), toBytes(x), toBytes(prime - y)]),
    Buffer.concat([Buffer.from([4]), toBytes(0n), toBytes(0n)]),
    Buffer.concat([Buffer.from([3]), key.subarray(1)]),
    Buffer.concat([Buffer.from([4]), toBytes(prime), toBytes(y)]),
    key.subarray(0, 64),
    Buffer.alloc(0),
    base,
  ])
    expect(await verify(wrong, message, signature), wrong.toString('hex')).toBe(false)
})

test('a signature in another form than the shortest one is wrong', async () => {
  const { key, message, signature, r, s } = createSignature(Buffer.from('command'))
  const [shortR, shortS] = [encodeNumber(r), encodeNumber(s)]
  const wrap = (...parts: Buffer[]) => {
    const body = Buffer.concat(parts)
    return Buffer.concat([Buffer.from([48, body.length]), body])
  }
  const padded = (number: Buffer) => Buffer.concat([Buffer.from([2, (number[1] ?? 0) + 1, 0]), number.subarray(2)])
  for (const wrong of [
    Buffer.alloc(0),
    signature.subarray(0, -1),
    Buffer.concat([signature, Buffer.from([0])]),
    Buffer.concat([Buffer.from([49]), signature.subarray(1)]),
    wrap(padded(shortR), shortS),
    wrap(shortR, padded(shortS)),
    wrap(shortR),
    wrap(shortR, shortS, Buffer.from([5, 0])),
    wrap(Buffer.from([2, 0]), shortS),
    wrap(Buffer.from([2, 1, 0x81]), shortS),
    Buffer.concat([Buffer.from([48, 0x81, signature.length - 2]), signature.subarray(2)]),
  ])
    expect(await verify(key, message, wrong), wrong.toString('hex')).toBe(false)
})
