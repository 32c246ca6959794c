import type { TextKey } from '@tradefront/texts/keys'
import { defaultLocale, localeInfo, pseudoLocale, type Locale } from '@tradefront/texts/locales'
import { createInstance } from 'i18next'
import ICU from 'i18next-icu'
import { useMemo, useSyncExternalStore } from 'react'

const files = import.meta.glob<Readonly<Record<string, unknown>>>([
  '../../../../packages/texts/src/*/*.ts',
  '!../../../../packages/texts/src/*/all.ts',
  '!../../../../packages/texts/src/he-XB/*.ts',
])
const folder = '../../../../packages/texts/src'

export type Params = Readonly<Record<string, string | number>>
export type Say = (key: TextKey, params?: Params) => string

const i18n = createInstance()
let current: Locale = defaultLocale
const areas = new Set<string>()
const listeners = new Set<() => void>()

/** Starts the texts in a language; areas are loaded by `loadTexts`. */
export async function startTexts(locale: Locale): Promise<void> {
  await i18n.use(new ICU()).init({
    lng: locale,
    ns: ['texts'],
    defaultNS: 'texts',
    resources: {},
    keySeparator: false,
    nsSeparator: false,
    fallbackLng: false,
    interpolation: { escapeValue: false },
  })
  tell(locale)
}

/** Loads areas of texts in the present language; each once. */
export async function loadTexts(...names: readonly string[]): Promise<void> {
  for (const name of names) areas.add(name)
  await Promise.all(names.map((name) => loadArea(current, name)))
}

/** Changes the language of everything on screen. */
export async function changeLocale(next: Locale): Promise<void> {
  await Promise.all([...areas].map((name) => loadArea(next, name)))
  await i18n.changeLanguage(next)
  tell(next)
  for (const listener of listeners) listener()
}

export function locale(): Locale {
  return current
}

/** A text outside React. Its area must be loaded. */
export const say: Say = (key, params) => i18n.t(key, params ?? {})

/** Whether a code that came over the wire is a text that is loaded. */
export function isLoadedText(code: string): code is TextKey {
  return i18n.exists(code)
}

/** The texts in the present language; the component is drawn again when the language changes. */
export function useTexts(): Say {
  const language = useLocaleTag()
  // A new function for each language, so that what depends on it is computed again.
  return useMemo<Say>(() => (key, params) => i18n.t(key, { ...params, lng: language }), [language])
}

export function useLocaleTag(): Locale {
  return useSyncExternalStore(subscribe, locale, locale)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

async function loadArea(language: Locale, name: string): Promise<void> {
  const load = files[`${folder}/${language === pseudoLocale ? defaultLocale : language}/${name}.ts`]
  if (load === undefined) throw new Error(`No texts ${language}/${name}`)
  const module = await load()
  const texts = language === pseudoLocale ? await made(module[name]) : module[name]
  i18n.addResourceBundle(language, 'texts', texts, false, true)
}

/** The language that nobody speaks has no files: it is made from the English ones. */
async function made(area: unknown): Promise<Record<string, string>> {
  const { pseudo } = await import('@tradefront/texts/he-XB/make')
  return pseudo(area as Readonly<Record<string, string>>)
}

function tell(language: Locale): void {
  current = language
  // Where the page is drawn ahead of time there is none.
  if (typeof document === 'undefined') return
  document.documentElement.lang = language
  document.documentElement.dir = localeInfo[language].dir
}
