import type { TextArea } from '@tradefront/texts/areas'
import { fillFromEnglish } from '@tradefront/texts/fill-from-english'
import { formatMessage, type MessageParams } from '@tradefront/texts/format-message'
import type { TextKey } from '@tradefront/texts/keys'
import { pseudoLocale } from '@tradefront/texts/locale-info'
import { defaultLocale, localeInfo, type Locale } from '@tradefront/texts/locales'
import { useMemo } from 'react'

import { createStore } from '../create-store.ts'
import { reportError } from '../telemetry/error-reports.ts'

const files = import.meta.glob<Readonly<Record<string, unknown>>>([
  '../../../../../packages/texts/src/*/*.ts',
  '!../../../../../packages/texts/src/*/{all,locale,mail,sandbox}.ts',
  '!../../../../../packages/texts/src/he-XB/*.ts',
])
const folder = '../../../../../packages/texts/src'

export type { MessageParams }
export type Translate = (key: TextKey, params?: MessageParams) => string

type AreaTexts = Readonly<Record<string, string>>

const loaded = new Map<Locale, Map<string, string>>()
const current = createStore<Locale>(defaultLocale)
const loadedAreas = new Set<TextArea>()

export function initTexts(locale: Locale): void {
  applyLocale(locale)
}

export async function loadTexts(...names: readonly TextArea[]): Promise<void> {
  for (const name of names) loadedAreas.add(name)
  await Promise.all(names.map((name) => loadArea(current.get(), name)))
}

/** Changes the language, after all texts have loaded. */
export async function changeLocale(next: Locale): Promise<void> {
  await Promise.all([...loadedAreas].map((name) => loadArea(next, name)))
  applyLocale(next)
}

export const getLocale = current.get

/** Translates a text for code outside React. */
export const translate: Translate = (key, params) => translateTo(current.get(), key, params)

export function isLoadedText(code: string): code is TextKey {
  return loaded.get(current.get())?.has(code) === true
}

export function useTranslate(): Translate {
  const language = useLocaleTag()
  // Each language has a new function, because memoized values depend on it.
  return useMemo<Translate>(() => (key, params) => translateTo(language, key, params), [language])
}

export const useLocaleTag = current.useValue

async function loadArea(language: Locale, name: TextArea): Promise<void> {
  const areaTexts = await importArea(language, name)
  // This comes after the last await, because areas load in parallel and must not overwrite each other.
  const texts = loaded.get(language) ?? new Map<string, string>()
  for (const [key, text] of Object.entries(areaTexts)) texts.set(key, text)
  loaded.set(language, texts)
}

/**
 * Imports the texts of an area. The pseudo-language is made from the English texts, and a preview is filled from them. Throws for an area
 * that does not exist.
 */
async function importArea(language: Locale, name: TextArea): Promise<AreaTexts> {
  if (language === pseudoLocale) {
    const { toPseudoTexts } = await import('@tradefront/texts/he-XB/pseudo-locale')
    return toPseudoTexts(await requireFile(defaultLocale, name))
  }
  if (localeInfo[language].preview === undefined) return requireFile(language, name)
  const [texts = {}, english] = await Promise.all([importFile(language, name), requireFile(defaultLocale, name)])
  return fillFromEnglish(texts, english)
}

async function requireFile(language: Locale, name: TextArea): Promise<AreaTexts> {
  const texts = await importFile(language, name)
  if (texts === undefined) throw new Error(`No texts ${language}/${name}`)
  return texts
}

/** Imports a file, which exports only its texts. */
async function importFile(language: Locale, name: TextArea): Promise<AreaTexts | undefined> {
  const module = await files[`${folder}/${language}/${name}.ts`]?.()
  return module && (Object.values(module)[0] as AreaTexts)
}

/** Translates a text. It reports a missing text or parameter but never throws. */
function translateTo(language: Locale, key: TextKey, params?: MessageParams): string {
  const message = loaded.get(language)?.get(key) ?? key
  try {
    return formatMessage(language, message, params)
  } catch (error) {
    reportError(error)
    return message
  }
}

function applyLocale(language: Locale): void {
  if (typeof document !== 'undefined') {
    document.documentElement.lang = language
    document.documentElement.dir = localeInfo[language].dir
  }
  current.set(language)
}
