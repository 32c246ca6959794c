import { expect, test } from 'vitest'

import { fetchTile } from './read-log.ts'

const tile = { level: 0, index: 0, width: 3 } as const
const hashes = (count: number) => Uint8Array.from({ length: count * 32 }, (_, index) => index % 251)

function serve(files: Readonly<Record<string, Uint8Array>>) {
  const asked: string[] = []
  const fetchFile = async (path: string) => {
    asked.push(path)
    return files[path] ?? null
  }
  return { asked, fetchFile }
}

test('a partial tile is read, and the full one only if it is not there any more', async () => {
  const partial = serve({ 'tile/0/000.p/3': hashes(3), 'tile/0/000': hashes(256) })
  expect(await fetchTile(partial.fetchFile, tile)).toEqual(hashes(3))
  expect(partial.asked).toEqual(['tile/0/000.p/3'])
  const full = serve({ 'tile/0/000': hashes(256) })
  expect(await fetchTile(full.fetchFile, tile)).toEqual(hashes(3))
})

test('a full tile that is missing is asked for once', async () => {
  const { asked, fetchFile } = serve({})
  expect(await fetchTile(fetchFile, { ...tile, width: 256 })).toBeNull()
  expect(asked).toEqual(['tile/0/000'])
})

test('a tile with fewer hashes than it must have is none', async () => {
  expect(await fetchTile(serve({ 'tile/0/000.p/3': hashes(2) }).fetchFile, tile)).toBeNull()
})
