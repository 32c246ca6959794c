import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { texts as en } from '@tradefront/texts/en/all'
import { texts as ru } from '@tradefront/texts/ru/all'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const rooms = [
  'apps/web/src',
  'apps/server/src',
  'packages/rules/src',
  'packages/contract/src',
  'packages/processors/src',
]

/** The product's own code: tests may name a key, that is no use of it. */
function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
}

it('every text is used somewhere, whole or behind a beginning that is put together', () => {
  const code = rooms.flatMap((room) => sources(join(root, room))).join('\n')
  const literals = new Set([...code.matchAll(/'([a-z_]+(?:\.[a-zA-Z0-9_]+)+)'/g)].map(([, key]) => key))
  const beginnings = [...code.matchAll(/`([a-z_]+\.[a-zA-Z0-9_.]+|pages\.)\$\{/g)].map(
    ([, beginning]) => beginning ?? '',
  )
  const unused = Object.keys(en).filter(
    (key) => !literals.has(key) && !beginnings.some((beginning) => key.startsWith(beginning)),
  )
  expect(unused).toEqual([])
})

it('every language has every text', () => {
  expect(Object.keys(ru).toSorted()).toEqual(Object.keys(en).toSorted())
})
