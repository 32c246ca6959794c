import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { locales } from '@tradefront/texts/locales'
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

  test.each(locales)('%s has the same areas of texts as English', (locale) => {
    const listAreas = (folder: string) => readdirSync(join(root, 'packages/texts/src', folder)).toSorted()
    expect(listAreas(locale)).toEqual(listAreas('en'))
  })
})
