import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { texts as en } from '@tradefront/texts/en/all'
import { locales } from '@tradefront/texts/locales'
import { texts as ru } from '@tradefront/texts/ru/all'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const rooms = [
  'apps/web/src',
  'apps/server/src',
  'packages/rules/src',
  'packages/contract/src',
  'packages/processors/src',
]
const dictionaries: Record<string, Readonly<Record<string, string>>> = { en, ru }

/** The product's own code: tests may name a key, that is no use of it. */
function sources(folder: string): { readonly file: string; readonly code: string }[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name))
    .map(({ parentPath, name }) => ({
      file: join(parentPath, name),
      code: readFileSync(join(parentPath, name), 'utf8'),
    }))
}

const files = rooms.flatMap((room) => sources(join(root, room)))
const code = files.map((file) => file.code).join('\n')
const literals = new Set([...code.matchAll(/'([a-z_]+(?:\.[a-zA-Z0-9_]+)+)'/g)].map(([, key]) => key ?? ''))
const beginnings = [...code.matchAll(/`([a-z_]+\.[a-zA-Z0-9_.]*|pages\.)\$\{/g)].map(([, beginning]) => beginning ?? '')

describe('keys', () => {
  it('every text is used somewhere, whole or behind a beginning that is put together', () => {
    const unused = Object.keys(en).filter(
      (key) => !literals.has(key) && !beginnings.some((beginning) => key.startsWith(beginning)),
    )
    expect(unused).toEqual([])
  })

  it('every key that the code says is a text', () => {
    const areas = new Set(Object.keys(en).map((key) => key.split('.')[0]))
    const said = [
      ...code.matchAll(/\b(?:t|say|refusal|AppError|title|about)\((?:locale, |request, )?'([a-z_]+\.[a-zA-Z0-9_.]+)'/g),
    ]
    const missing = said.map(([, key]) => key ?? '').filter((key) => areas.has(key.split('.')[0]) && !(key in en))
    expect(missing).toEqual([])
    expect(said.length).toBeGreaterThan(100)
  })

  it('every beginning that is put together begins some text', () => {
    const areas = new Set(Object.keys(en).map((key) => key.split('.')[0]))
    const empty = beginnings.filter(
      (beginning) => areas.has(beginning.split('.')[0]) && !Object.keys(en).some((key) => key.startsWith(beginning)),
    )
    expect(empty).toEqual([])
  })

  it('every offered language is here and has every text, none of them empty', () => {
    expect(Object.keys(dictionaries)).toEqual([...locales])
    for (const texts of Object.values(dictionaries)) {
      expect(Object.keys(texts).toSorted()).toEqual(Object.keys(en).toSorted())
      expect(Object.entries(texts).filter(([, text]) => text.trim() === '')).toEqual([])
    }
  })
})

it('the browser writes numbers and dates by Intl, in the page’s language', () => {
  const homemade =
    /\.toLocale(?:String|DateString|TimeString)\(\s*\)|\.toFixed\(|Intl\.(?:NumberFormat|DateTimeFormat)\(\s*(?:\)|undefined)/
  const found = files
    .filter(({ file, code: text }) => /apps\/web\/src\/(?:features|app|ui)\//.test(file) && homemade.test(text))
    .map(({ file }) => file.slice(root.length + 1))
  // The digits that a field groups by Intl, and a drawing's coordinates, which are no text.
  expect(found).toEqual(['apps/web/src/ui/grouped-number.ts', 'apps/web/src/ui/price-line.tsx'])
})

it('layouts know no left and no right: only start and end', () => {
  const physical =
    /["'`\s](?:-?(?:ml|mr|pl|pr|left|right|scroll-ml|scroll-mr)-(?:\[|\d|auto|px|full)|text-(?:left|right)\b|float-(?:left|right)|(?:rounded|border)-(?:l|r|tl|tr|bl|br)(?:-|["'`\s]))/
  const inTsx = files
    .filter(({ file }) => file.endsWith('.tsx'))
    .flatMap(({ file, code: text }) =>
      text
        .split('\n')
        .flatMap((line, index) => (physical.test(line) ? [`${file.slice(root.length + 1)}:${index + 1}`] : [])),
    )
  expect(inTsx).toEqual([])

  const styles = readdirSync(join(root, 'apps/web/src'), { recursive: true, withFileTypes: true }).filter(({ name }) =>
    name.endsWith('.css'),
  )
  const inCss = styles.flatMap(({ parentPath, name }) => {
    const text = readFileSync(join(parentPath, name), 'utf8')
    return [
      ...text.matchAll(
        /(?:^|[\s;{])((?:margin|padding|border)-(?:left|right)|left|right|float|text-align:\s*(?:left|right))\b\s*:/g,
      ),
    ].map(([, property]) => `${name}: ${property}`)
  })
  expect(inCss).toEqual([])
  expect(styles.length).toBeGreaterThan(3)
})
