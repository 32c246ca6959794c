import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { describe, expect, test } from 'vitest'

import { featureFolders, features } from './features.mjs'

const root = resolve(import.meta.dirname, '..')

describe('a feature has the same name in every room', () => {
  test.each(featureFolders)('$folder', ({ folder, kind, others }) => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true }).filter(
      ({ name }) => !name.endsWith('.test.ts') && !others.includes(name.replace(/\.ts$/, '')),
    )
    const strays = entries.filter((entry) => entry.isDirectory() !== (kind === 'folder')).map(({ name }) => name)
    const names = entries.map(({ name }) => name.replace(/\.ts$/, ''))
    expect(strays).toEqual([])
    expect(names.filter((name) => !features.includes(name))).toEqual([])
  })

  test('every language has the same areas of texts', () => {
    const areas = (locale: string) => readdirSync(join(root, 'packages/texts/src', locale)).toSorted()
    expect(areas('ru')).toEqual(areas('en'))
  })
})
