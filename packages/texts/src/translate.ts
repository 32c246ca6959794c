import { texts as en } from './en/all.ts'
import { formatMessage, type MessageParams } from './format-message.ts'
import { createPseudoTexts } from './he-XB/all.ts'
import type { TextKey } from './keys.ts'
import { type Locale, pseudoLocale } from './locales.ts'
import { texts as ru } from './ru/all.ts'

type Texts = Readonly<Record<TextKey, string>>

const dictionaries: Partial<Record<Locale, Texts>> & { readonly en: Texts } = { en, ru }

/** The offered languages are there; the one that nobody speaks is made when it is asked for. */
function getTexts(locale: Locale): Texts {
  if (locale === pseudoLocale) dictionaries[pseudoLocale] ??= createPseudoTexts()
  return dictionaries[locale] ?? dictionaries.en
}

/** A text in a language, its placeholders filled in. For the server; the browser loads the areas it needs. */
export function translate(locale: Locale, key: TextKey, params?: MessageParams): string {
  return formatMessage(locale, getTexts(locale)[key], params)
}

/** Whether a code that comes from outside is the key of a text. */
export function isTextKey(code: string): code is TextKey {
  return Object.hasOwn(en, code)
}
