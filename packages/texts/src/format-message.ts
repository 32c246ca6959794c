import { IntlMessageFormat } from 'intl-messageformat'

import type { Locale } from './locales.ts'

/** What a message's placeholders stand for. */
export type MessageParams = Readonly<Record<string, string | number>>

const formatters = new Map<string, IntlMessageFormat>()

/**
 * An ICU message with its placeholders filled in: plurals, numbers and dates as the language writes them. Tags are text.
 * Throws for a placeholder without a value.
 */
export function formatMessage(locale: Locale, message: string, params?: MessageParams): string {
  // Only these two characters mean anything in an ICU message.
  if (!/[{']/.test(message)) return message
  const cacheKey = `${locale} ${message}`
  const formatter = formatters.get(cacheKey) ?? new IntlMessageFormat(message, locale, undefined, { ignoreTag: true })
  formatters.set(cacheKey, formatter)
  return String(formatter.format(params))
}
