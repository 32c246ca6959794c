import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { dictionaries } from '@tradefront/texts/dictionaries'
import { locales, previewLocales } from '@tradefront/texts/locales'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const sourceFolders = [
  'apps/web/src',
  'apps/server/src',
  'apps/sandbox/src',
  'packages/rules/src',
  'packages/contract/src',
  'packages/processors/src',
]
const { en } = dictionaries

/** Reads the sources without tests: a key in a test is not a use. */
function readSources(folder: string): { readonly file: string; readonly code: string }[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name))
    .map(({ parentPath, name }) => ({
      file: join(parentPath, name),
      code: readFileSync(join(parentPath, name), 'utf8'),
    }))
}

const files = sourceFolders.flatMap((room) => readSources(join(root, room)))
const code = files.map((file) => file.code).join('\n')
const getAreas = (texts: object): Set<string | undefined> => new Set(Object.keys(texts).map((key) => key.split('.')[0]))
const matchKeys = (source: string, pattern: RegExp): string[] =>
  [...source.matchAll(pattern)].map(([, key]) => key ?? '')

/** Finds beginnings of keys, e.g. `documents.reason_` in front of a placeholder. */
const findKeyPrefixes = (source: string): string[] => matchKeys(source, /`([a-z_]+\.[a-zA-Z0-9_.]*|pages\.)\$\{/g)
const findUsedKeys = (source: string): string[] =>
  matchKeys(
    source,
    /\b(?:t|say|translate|refusal|AppError|title|about)\((?:locale, |request, )?'([a-z_]+\.[a-zA-Z0-9_.]+)'/g,
  )

/** Finds texts that no source uses by their key or by its beginning. */
function findUnusedTexts(source: string, texts: object): string[] {
  const literals = new Set(matchKeys(source, /'([a-z_]+(?:\.[a-zA-Z0-9_]+)+)'/g))
  const prefixes = findKeyPrefixes(source)
  return Object.keys(texts).filter((key) => !literals.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)))
}

/** Finds keys and beginnings of keys without a text. */
function findMissingTexts(source: string, texts: object): string[] {
  const areas = getAreas(texts)
  const isKnownArea = (key: string): boolean => areas.has(key.split('.')[0])
  const empty = findKeyPrefixes(source).filter((prefix) => !Object.keys(texts).some((key) => key.startsWith(prefix)))
  return [...findUsedKeys(source).filter((key) => !(key in texts)), ...empty].filter(isKnownArea)
}

describe('keys', () => {
  test('every text is used somewhere, whole or behind a beginning that is put together', () => {
    expect(findUnusedTexts(code, en)).toEqual([])
  })

  test('every key in the code, and every prefix of a computed key, is a text', () => {
    expect(findMissingTexts(code, en)).toEqual([])
    expect(findUsedKeys(code).length).toBeGreaterThan(100)
  })

  test('what is missing or unused is found where it is planted', () => {
    const texts = { 'shop.open': 'Open', 'shop.day_1': 'Monday', 'shop.nobody': 'Unused' }
    const source = "t('shop.open') + t(`shop.day_${day}`) + translate(locale, 'shop.closed') + t(`shop.night_${day}`)"
    expect(findUnusedTexts(source, texts)).toEqual(['shop.nobody'])
    expect(findMissingTexts(source, texts)).toEqual(['shop.closed', 'shop.night_'])
  })

  /** Areas that the screens of a feature load beside `common` and `settings`, if they are not only the one with its name. */
  const withFeature: Readonly<Record<string, readonly string[]>> = {
    auth: ['auth', 'access', 'login', 'profile', 'promo'],
    cards: ['profile', 'cards', 'deposits', 'offers'],
    crypto: ['profile', 'cards', 'deposits', 'wallets', 'crypto', 'invoices', 'promo', 'offers'],
    deposits: ['profile', 'cards', 'deposits', 'promo'],
    offers: ['profile', 'promo', 'offers'],
    promo: ['profile', 'promo'],
    documents: ['profile', 'documents', 'camera'],
    history: ['profile', 'history', 'cards', 'deposits'],
    landing: ['login', 'landing'],
    mail: ['access'],
    support: ['profile', 'documents', 'support'],
    live: ['profile'],
    news: ['profile', 'news'],
    pages: [],
    profile: ['profile', 'auth', 'access', 'login'],
    signals: ['profile', 'signals'],
    settings: [],
    tournaments: ['profile', 'tournaments'],
    trading: ['trading', 'charts', 'price-alerts', 'replay', 'profile'],
    validation: ['profile', 'validation'],
    wallets: ['profile', 'cards', 'deposits', 'wallets'],
    withdrawal: ['profile', 'auth', 'access', 'login', 'withdrawal'],
  }

  test.each(readdirSync(join(root, 'apps/web/src/features')))(
    'the texts of %s are loaded where they are shown',
    async (name) => {
      const own = files.filter(({ file }) => file.includes(`/features/${name}/`))
      expect(own).not.toEqual([])
      expect(await listKeysOutside(withFeature[name] ?? [name], own)).toEqual([])
    },
  )

  test.each([
    [
      'log-in page',
      ['login'],
      ['login-page.tsx', 'auth-layout.tsx', 'site-layout.tsx', 'login-form.tsx', 'password-field.tsx'],
    ],
    [
      'registration',
      ['login', 'auth'],
      [
        'register-page.tsx',
        'register-form.tsx',
        'register-fields.tsx',
        'residence-fields.tsx',
        'registration-rules.ts',
      ],
    ],
  ])('the texts of the %s are loaded there', async (_page, areas, names) => {
    const own = files.filter(({ file }) => names.some((name) => file.endsWith(`/${name}`)))
    expect(own).toHaveLength(names.length)
    expect(await listKeysOutside(areas, own)).toEqual([])
  })

  /** Lists keys that the files show and that are neither in these areas nor loaded everywhere. */
  async function listKeysOutside(areas: readonly string[], shown: typeof files): Promise<string[]> {
    const modules = await Promise.all(
      ['common', 'settings', ...areas].map((area) => import(`../packages/texts/src/en/${area}.ts`)),
    )
    const loaded = Object.assign({}, ...modules.flatMap((module: object) => Object.values(module)))
    return shown.flatMap(({ code: text }) => findUsedKeys(text)).filter((key) => key in en && !(key in loaded))
  }

  test('the texts of the page itself are loaded everywhere', async () => {
    const { common } = await import('../packages/texts/src/en/common.ts')
    const own = files.filter(({ file }) => file.includes('/web/src/platform/'))
    expect(own.flatMap(({ code: text }) => findUsedKeys(text)).filter((key) => !(key in common))).toEqual([])
  })

  test('every offered language, and every preview with what is English in it, is here and has every text, none of them empty', () => {
    expect(Object.keys(dictionaries)).toEqual([...locales, ...previewLocales])
    for (const texts of Object.values(dictionaries)) {
      expect(Object.keys(texts).toSorted()).toEqual(Object.keys(en).toSorted())
      expect(Object.entries(texts).filter(([, text]) => text.trim() === '')).toEqual([])
    }
  })
})

test('the browser writes no number by toFixed, which knows no language', () => {
  const found = files
    .filter(
      ({ file, code: text }) => /apps\/web\/src\/(?:features|routes|ui)\//.test(file) && text.includes('.toFixed('),
    )
    .map(({ file }) => file.slice(root.length + 1))
  // Digits that a field groups by Intl, and a drawing's coordinates, are not texts.
  expect(found).toEqual(['apps/web/src/ui/brand/decorative-chart.tsx', 'apps/web/src/ui/money/grouped-number.ts'])
})

test('layouts know no left and no right: only start and end', () => {
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
