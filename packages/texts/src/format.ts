import { IntlMessageFormat } from 'intl-messageformat'

import type { Locale } from './locales.ts'

/** What a message's placeholders stand for. */
export type Params = Readonly<Record<string, string | number>>

const formats = new Map<string, IntlMessageFormat>()

/**
 * An ICU message with its placeholders filled in: plurals, numbers and dates as the language writes them. Tags are text.
 * Throws for a placeholder without a value.
 */
export function format(locale: Locale, message: string, params?: Params): string {
  // Only these two characters mean anything in an ICU message.
  if (!/[{']/.test(message)) return message
  const name = `${locale} ${message}`
  const made = formats.get(name) ?? new IntlMessageFormat(message, locale, undefined, { ignoreTag: true })
  formats.set(name, made)
  return String(made.format(params))
}
