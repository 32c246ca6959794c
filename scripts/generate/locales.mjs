import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { header, listFolders, toVariable } from './common.mjs'

const notAreas = ['all', 'locale']

/** Lists the languages, English first. A language with a word for it in its `locale.ts` is a preview. */
export async function listLocales(root) {
  const source = join(root, 'packages/texts/src')
  const others = listFolders(source).filter((name) => name !== 'en' && existsSync(join(source, name, 'locale.ts')))
  const isPreview = async (name) =>
    (await import(join(source, name, 'locale.ts'))).locale.preview !== undefined ? [name] : []
  const previews = (await Promise.all(others.map(isPreview))).flat()
  return { locales: ['en', ...others.filter((name) => !previews.includes(name))], previews }
}

export async function describeLocales(root) {
  const source = join(root, 'packages/texts/src')
  const { locales, previews } = await listLocales(root)
  const all = [...locales, ...previews]
  const imports = (name, file) =>
    all.map((locale) => `import { ${name} as ${toVariable(locale)} } from './${locale}/${file}.ts'\n`).join('')
  const toEntry = (locale) => (toVariable(locale) === locale ? locale : `'${locale}': ${toVariable(locale)}`)
  const toFilledEntry = (locale) => `'${locale}': fillFromEnglish(${toVariable(locale)}, en)`
  const toList = (names) => names.map((name) => `'${name}'`).join(', ')
  const areaFiles = all.map((locale) => [`packages/texts/src/${locale}/all.ts`, describeAreas(join(source, locale))])

  const files = {
    ...Object.fromEntries(areaFiles),
    'packages/texts/src/locales.ts': `${header}
${imports('locale', 'locale')}import { type LocaleInfo, pseudoLocale, pseudoLocaleInfo } from './locale-info.ts'

/** Languages that are offered. */
export const locales = [${toList(locales)}] as const

/** Languages that are not complete, which only \`PREVIEW_LANGUAGES\` offers. Missing texts are in English. */
export const previewLocales = [${toList(previews)}] as const

export type OfferedLocale = (typeof locales)[number]
export type PreviewLocale = (typeof previewLocales)[number]
export type Locale = OfferedLocale | PreviewLocale | typeof pseudoLocale

export const defaultLocale: OfferedLocale = 'en'

export const localeInfo: Readonly<Record<Locale, LocaleInfo>> = { ${all.map(toEntry).join(', ')}, [pseudoLocale]: pseudoLocaleInfo }

/** Returns whether a tag is exactly one of our languages: \`en\` is, \`en-GB\` is not. */
export function isLocale(tag: string): tag is Locale {
  return Object.hasOwn(localeInfo, tag)
}
`,
    'packages/texts/src/areas.ts': `${header}
/** A file of texts that the browser loads on its own. */
export type TextArea = ${listAreas(join(source, 'en'))
      .map((area) => `'${area}'`)
      .join(' | ')}
`,
    'packages/texts/src/dictionaries.ts': `${header}
${imports('texts', 'all')}${previews.length > 0 ? "import { fillFromEnglish } from './fill-from-english.ts'\n" : ''}import type { TextKey } from './keys.ts'
import type { OfferedLocale, PreviewLocale } from './locales.ts'

/** All texts of the offered languages and the previews, for the server and the sandbox. The browser loads the areas that it needs. */
export const dictionaries: Readonly<Record<OfferedLocale | PreviewLocale, Readonly<Record<TextKey, string>>>> = {
  ${[...locales.map(toEntry), ...previews.map(toFilledEntry)].join(', ')}
}
`,
  }
  return { files, tables: [] }

  function listAreas(folder) {
    return readdirSync(folder)
      .map((name) => name.replace(/\.ts$/, ''))
      .filter((name) => !notAreas.includes(name))
      .toSorted((left, right) => left.localeCompare(right))
  }

  /** Describes the areas. The file `a-b.ts` exports the area `aB`. */
  function describeAreas(folder) {
    const areas = listAreas(folder)
    return `${header}
${areas.map((area) => `import { ${toVariable(area)} } from './${area}.ts'\n`).join('')}
export const texts = {
${areas.map((area) => `  ...${toVariable(area)},\n`).join('')}} as const
`
  }
}
