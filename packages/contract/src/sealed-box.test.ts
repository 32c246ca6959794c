import { expect, test } from 'vitest'

import { createReaderKey, packParts, sealFor, unpackParts } from './sealed-box.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('a box opens with the key and the context that it was sealed for, and with no other', async () => {
  const [reader, other] = [await createReaderKey(), await createReaderKey()]
  const box = await sealFor(reader.publicKey, bytes('a passport'), 'read:1')
  expect(new TextDecoder().decode(await reader.open(box, 'read:1'))).toBe('a passport')
  expect(new TextDecoder('latin1').decode(box)).not.toContain('passport')
  await expect(reader.open(box, 'read:2')).rejects.toThrow()
  await expect(other.open(box, 'read:1')).rejects.toThrow()
})

test('a box with any changed byte does not open', async () => {
  const reader = await createReaderKey()
  const box = await sealFor(reader.publicKey, bytes('x'), 'read:1')
  for (let at = 0; at < box.length; at += 1) {
    const changed = box.slice()
    changed[at] = (changed[at] ?? 0) ^ 1
    await expect(reader.open(changed, 'read:1'), `byte ${at}`).rejects.toThrow()
  }
})

test('two boxes of the same are different, and bytes that are no key are refused', async () => {
  const { publicKey } = await createReaderKey()
  const seal = () => sealFor(publicKey, bytes('x'), 'read:1')
  expect(await seal()).not.toEqual(await seal())
  await expect(sealFor(new Uint8Array(65), bytes('x'), 'read:1')).rejects.toThrow()
})

test('parts come out as they were packed, also empty ones', () => {
  const parts = [bytes('one'), new Uint8Array(0), bytes('three'.repeat(100))]
  expect(unpackParts(packParts(parts))).toEqual(parts)
  expect(unpackParts(packParts([]))).toEqual([])
})
