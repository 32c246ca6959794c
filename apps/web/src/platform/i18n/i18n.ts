import { formatMessage, type MessageParams } from '@tradefront/texts/format-message'
import type { TextKey } from '@tradefront/texts/keys'
import { defaultLocale, localeInfo, pseudoLocale, type Locale } from '@tradefront/texts/locales'
import { useMemo, useSyncExternalStore } from 'react'

import { reportError } from '../telemetry/error-reports.ts'

const files = import.meta.glob<Readonly<Record<string, unknown>>>([
  '../../../../../packages/texts/src/*/*.ts',
  '!../../../../../packages/texts/src/*/all.ts',
  '!../../../../../packages/texts/src/he-XB/*.ts',
])
const folder = '../../../../../packages/texts/src'

export type { MessageParams }
export type Translate = (key: TextKey, params?: MessageParams) => string

/** The texts that are loaded, by language and key. */
const loaded = new Map<Locale, Map<string, string>>()
let current: Locale = defaultLocale
const loadedAreas = new Set<string>()
const listeners = new Set<() => void>()

/** Starts the texts in a language; areas are loaded by `loadTexts`. */
export function initTexts(locale: Locale): void {
  applyLocale(locale)
}

/** Loads areas of texts in the present language; each once. */
export async function loadTexts(...names: readonly string[]): Promise<void> {
  for (const name of names) loadedAreas.add(name)
  await Promise.all(names.map((name) => loadArea(current, name)))
}

/** Changes the language of everything on screen. */
export async function changeLocale(next: Locale): Promise<void> {
  await Promise.all([...loadedAreas].map((name) => loadArea(next, name)))
  applyLocale(next)
  for (const listener of listeners) listener()
}

export function getLocale(): Locale {
  return current
}

/** A text outside React. Its area must be loaded. */
export const translate: Translate = (key, params) => translateTo(current, key, params)

/** Whether a code that came over the wire is a text that is loaded. */
export function isLoadedText(code: string): code is TextKey {
  return loaded.get(current)?.has(code) === true
}

/** The texts in the present language; the component is drawn again when the language changes. */
export function useTranslate(): Translate {
  const language = useLocaleTag()
  // A new function for each language, so that what depends on it is computed again.
  return useMemo<Translate>(() => (key, params) => translateTo(language, key, params), [language])
}

export function useLocaleTag(): Locale {
  return useSyncExternalStore(subscribe, getLocale, getLocale)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function loadArea(language: Locale, name: string): Promise<void> {
  const load = files[`${folder}/${language === pseudoLocale ? defaultLocale : language}/${name}.ts`]
  if (load === undefined) throw new Error(`No texts ${language}/${name}`)
  const module = await load()
  const area = module[name] as Readonly<Record<string, string>>
  const areaTexts = language === pseudoLocale ? await makePseudoTexts(area) : area
  // Read once nothing is waited for any more: areas come at the same time, and none may take another's place.
  const texts = loaded.get(language) ?? new Map<string, string>()
  for (const [key, text] of Object.entries(areaTexts)) texts.set(key, text)
  loaded.set(language, texts)
}

/** The language that nobody speaks has no files: it is made from the English ones. */
async function makePseudoTexts(area: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const { toPseudoTexts } = await import('@tradefront/texts/he-XB/pseudo-locale')
  return toPseudoTexts(area)
}

/** A text that is not loaded, or not told what it speaks of, still leaves a screen to work with; we hear of it. */
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
  current = language
  // Where the page is drawn ahead of time there is none.
  if (typeof document === 'undefined') return
  document.documentElement.lang = language
  document.documentElement.dir = localeInfo[language].dir
}
