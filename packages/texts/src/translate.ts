import { dictionaries } from './dictionaries.ts'
import { formatMessage, type MessageParams } from './format-message.ts'
import { createPseudoTexts } from './he-XB/all.ts'
import type { TextKey } from './keys.ts'
import { pseudoLocale } from './locale-info.ts'
import type { Locale } from './locales.ts'

let pseudoTexts: Readonly<Record<TextKey, string>> | undefined

function getTexts(locale: Locale): Readonly<Record<TextKey, string>> {
  if (locale !== pseudoLocale) return dictionaries[locale]
  pseudoTexts ??= createPseudoTexts()
  return pseudoTexts
}

/** Writes a text for server and sandbox; the browser loads areas. */
export function translate(locale: Locale, key: TextKey, params?: MessageParams): string {
  return formatMessage(locale, getTexts(locale)[key], params)
}

export function isTextKey(code: string): code is TextKey {
  return Object.hasOwn(dictionaries.en, code)
}
