import type { TextArea } from '@tradefront/texts/areas'
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

/** Switches after all texts have loaded. */
export async function changeLocale(next: Locale): Promise<void> {
  await Promise.all([...loadedAreas].map((name) => loadArea(next, name)))
  applyLocale(next)
}

export const getLocale = current.get

/** For code outside React. */
export const translate: Translate = (key, params) => translateTo(current.get(), key, params)

export function isLoadedText(code: string): code is TextKey {
  return loaded.get(current.get())?.has(code) === true
}

export function useTranslate(): Translate {
  const language = useLocaleTag()
  // A new function per language, because memoized values depend on it.
  return useMemo<Translate>(() => (key, params) => translateTo(language, key, params), [language])
}

export const useLocaleTag = current.useValue

async function loadArea(language: Locale, name: TextArea): Promise<void> {
  const load = files[`${folder}/${language === pseudoLocale ? defaultLocale : language}/${name}.ts`]
  if (load === undefined) throw new Error(`No texts ${language}/${name}`)
  // The file exports only its texts.
  const [area = {}] = Object.values(await load()) as Readonly<Record<string, string>>[]
  const areaTexts = language === pseudoLocale ? await makePseudoTexts(area) : area
  // After the last await, because areas load in parallel and must not overwrite each other.
  const texts = loaded.get(language) ?? new Map<string, string>()
  for (const [key, text] of Object.entries(areaTexts)) texts.set(key, text)
  loaded.set(language, texts)
}

/** The pseudo-language is made from the English texts. */
async function makePseudoTexts(area: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const { toPseudoTexts } = await import('@tradefront/texts/he-XB/pseudo-locale')
  return toPseudoTexts(area)
}

/** Reports a missing text or parameter but never throws. */
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
