import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import { header, listFolders, toVariable } from './common.mjs'

const notAreas = ['all', 'locale']

/** English first. */
export function listLocales(root) {
  const source = join(root, 'packages/texts/src')
  const others = listFolders(source).filter((name) => name !== 'en' && existsSync(join(source, name, 'locale.ts')))
  return ['en', ...others]
}

export function describeLocales(root) {
  const source = join(root, 'packages/texts/src')
  const locales = listLocales(root)
  const imports = (name, file) =>
    locales.map((locale) => `import { ${name} as ${toVariable(locale)} } from './${locale}/${file}.ts'\n`).join('')
  const toEntry = (locale) => (toVariable(locale) === locale ? locale : `'${locale}': ${toVariable(locale)}`)
  const entries = locales.map(toEntry).join(', ')
  const areaFiles = locales.map((locale) => [
    `packages/texts/src/${locale}/all.ts`,
    describeAreas(join(source, locale)),
  ])

  const files = {
    ...Object.fromEntries(areaFiles),
    'packages/texts/src/locales.ts': `${header}
${imports('locale', 'locale')}import { type LocaleInfo, pseudoLocale, pseudoLocaleInfo } from './locale-info.ts'

/** The languages that are offered. */
export const locales = [${locales.map((locale) => `'${locale}'`).join(', ')}] as const

export type OfferedLocale = (typeof locales)[number]
export type Locale = OfferedLocale | typeof pseudoLocale

export const defaultLocale: OfferedLocale = 'en'

export const localeInfo: Readonly<Record<Locale, LocaleInfo>> = { ${entries}, [pseudoLocale]: pseudoLocaleInfo }

/** Whether a tag is exactly one of our languages: \`en\` is, \`en-GB\` is not. */
export function isLocale(tag: string): tag is Locale {
  return tag === pseudoLocale || (locales as readonly string[]).includes(tag)
}
`,
    'packages/texts/src/areas.ts': `${header}
/** A file of texts that the browser loads on its own. */
export type TextArea = ${listAreas(join(source, 'en'))
      .map((area) => `'${area}'`)
      .join(' | ')}
`,
    'packages/texts/src/dictionaries.ts': `${header}
${imports('texts', 'all')}import type { TextKey } from './keys.ts'
import type { OfferedLocale } from './locales.ts'

/** All texts of the offered languages. For the server and the sandbox; the browser loads the areas that it needs. */
export const dictionaries: Readonly<Record<OfferedLocale, Readonly<Record<TextKey, string>>>> = { ${entries} }
`,
  }
  return { files, tables: [] }

  function listAreas(folder) {
    return readdirSync(folder)
      .map((name) => name.replace(/\.ts$/, ''))
      .filter((name) => !notAreas.includes(name))
      .toSorted((left, right) => left.localeCompare(right))
  }

  /** The file `a-b.ts` exports the area `aB`. */
  function describeAreas(folder) {
    const areas = listAreas(folder)
    return `${header}
${areas.map((area) => `import { ${toVariable(area)} } from './${area}.ts'\n`).join('')}
export const texts = {
${areas.map((area) => `  ...${toVariable(area)},\n`).join('')}} as const
`
  }
}
