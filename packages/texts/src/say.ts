import { IntlMessageFormat } from 'intl-messageformat'

import { texts as en } from './en/all.ts'
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

const formats = new Map<string, IntlMessageFormat>()

/**
 * A text in a language, its placeholders filled in: plurals, numbers and dates as that language writes them.
 * Throws for a placeholder without a value. For the server; the browser loads the areas it needs.
 */
export function say(locale: Locale, key: TextKey, params?: Readonly<Record<string, string | number>>): string {
  const message = textsOf(locale)[key]
  // Only these two characters mean anything in an ICU message.
  if (!/[{']/.test(message)) return message
  const name = `${locale} ${key}`
  const format = formats.get(name) ?? new IntlMessageFormat(message, locale, undefined, { ignoreTag: true })
  formats.set(name, format)
  return String(format.format(params))
}

/** Whether a code that comes from outside is the key of a text. */
export function isTextKey(code: string): code is TextKey {
  return Object.hasOwn(en, code)
}
