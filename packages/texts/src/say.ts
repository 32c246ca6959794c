import { texts as en } from './en/all.ts'
import { format, type Params } from './format.ts'
import { makeTexts } from './he-XB/all.ts'
import type { TextKey } from './keys.ts'
import { type Locale, pseudoLocale } from './locales.ts'
import { texts as ru } from './ru/all.ts'

type Texts = Readonly<Record<TextKey, string>>

const dictionary: Partial<Record<Locale, Texts>> & { readonly en: Texts } = { en, ru }

/** The offered languages are there; the one that nobody speaks is made when it is asked for. */
function textsOf(locale: Locale): Texts {
  if (locale === pseudoLocale) dictionary[pseudoLocale] ??= makeTexts()
  return dictionary[locale] ?? dictionary.en
}

/** A text in a language, its placeholders filled in. For the server; the browser loads the areas it needs. */
export function say(locale: Locale, key: TextKey, params?: Params): string {
  return format(locale, textsOf(locale)[key], params)
}

/** Whether a code that comes from outside is the key of a text. */
export function isTextKey(code: string): code is TextKey {
  return Object.hasOwn(en, code)
}
