import type { ClusterFile } from '@tradefront/local-postgres/copy-cluster'
import { expect, test } from 'vitest'

import { packArchive, unpackArchive } from './archive.ts'

const head = { kind: 'cluster', madeAt: '2026-11-28T03:00:00.000Z', password: 'secret' } as const
const segment = '000000010000000000000002'
const toFile = (path: string, text: string): ClusterFile => ({
  path,
  size: text.length,
  read: async function* () {
    yield Buffer.from(text)
  },
})
const all = [
  { path: 'base', size: 0 },
  toFile('base/1', 'rows'),
  toFile('empty', ''),
  toFile(`pg_wal/${segment}`, 'log'),
]

async function pack(files: readonly ClusterFile[], wal: readonly string[] = [segment]): Promise<Buffer> {
  async function* give() {
    yield* files
    return wal
  }
  const parts: Buffer[] = []
  for await (const part of packArchive(head, give())) parts.push(part)
  return Buffer.concat(parts)
}

async function unpack(packed: Buffer): Promise<Record<string, string | null>> {
  async function* giveBytes() {
    for (let at = 0; at < packed.length; at += 5) yield packed.subarray(at, at + 5)
  }
  const { head: found, files } = await unpackArchive(giveBytes())
  expect(found).toEqual(head)
  const contents: Record<string, string | null> = {}
  for await (const { path, read } of files) {
    contents[path] = read === undefined ? null : ''
    if (read !== undefined) for await (const chunk of read()) contents[path] += chunk.toString()
  }
  return contents
}

test('files and folders come out as they were packed', async () => {
  expect(await unpack(await pack(all))).toEqual({
    base: null,
    'base/1': 'rows',
    empty: '',
    [`pg_wal/${segment}`]: 'log',
  })
})

test('an archive without a segment that it needs is refused by its name', async () => {
  await expect(unpack(await pack(all.slice(0, 3)))).rejects.toThrow(`lacks ${segment} of the write-ahead log`)
})

test('an archive without its end, or with something after it, is refused', async () => {
  const packed = await pack(all)
  await expect(unpack(packed.subarray(0, -3))).rejects.toThrow('ends in the middle')
  await expect(unpack(Buffer.concat([packed, Buffer.of(0)]))).rejects.toThrow('does not have the files')
})

test('a file that is packed twice is refused', async () => {
  await expect(unpack(await pack([...all, toFile('base/1', 'rows')]))).rejects.toThrow('does not have the files')
})

test('a copy ends when its archive cannot be written', async () => {
  let hasEnded = false
  async function* give() {
    try {
      yield* all
      return [segment]
    } finally {
      hasEnded = true
    }
  }
  const packed = packArchive(head, give())
  await packed.next()
  await packed.next()
  await packed.return(undefined)
  expect(hasEnded).toBe(true)
})
