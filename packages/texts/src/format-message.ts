import { IntlMessageFormat } from 'intl-messageformat'

import type { Locale } from './locales.ts'

/** Values of a message's placeholders. */
export type MessageParams = Readonly<Record<string, string | number>>

const formatters = new Map<string, IntlMessageFormat>()

/**
 * Formats an ICU message: plurals, numbers and dates follow the language, tags are text.
 *
 * @throws if a placeholder has no value
 */
export function formatMessage(locale: Locale, message: string, params?: MessageParams): string {
  // Only these two characters are special in an ICU message.
  if (!/[{']/.test(message)) return message
  const cacheKey = `${locale} ${message}`
  const formatter = formatters.get(cacheKey) ?? new IntlMessageFormat(message, locale, undefined, { ignoreTag: true })
  formatters.set(cacheKey, formatter)
  return String(formatter.format(params))
}
