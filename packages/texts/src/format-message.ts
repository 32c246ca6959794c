import { IntlMessageFormat } from 'intl-messageformat'

import type { Locale } from './locales.ts'

/** Values of a message's placeholders. */
export type MessageParams = Readonly<Record<string, string | number>>

const formatters = new Map<string, IntlMessageFormat>()

/** @throws if a placeholder has no value */
export function formatMessage(locale: Locale, message: string, params?: MessageParams): string {
  if (!/[{']/.test(message)) return message
  const cacheKey = `${locale} ${message}`
  const formatter = formatters.get(cacheKey) ?? new IntlMessageFormat(message, locale, undefined, { ignoreTag: true })
  formatters.set(cacheKey, formatter)
  return String(formatter.format(params))
}
