import { locales } from '@tradefront/texts/locales'
import { translate } from '@tradefront/texts/translate'

/** A script module with the texts of the chat page in all languages, for `assets/chat.js`. */
export function buildChatTextsModule(): string {
  const texts = locales.map((locale) => [
    locale,
    {
      title: translate(locale, 'sandbox.chat_title'),
      label: translate(locale, 'sandbox.chat_label'),
      send: translate(locale, 'sandbox.chat_send'),
      empty: translate(locale, 'sandbox.chat_empty'),
      failed: translate(locale, 'sandbox.chat_failed'),
      away: translate(locale, 'sandbox.chat_away'),
    },
  ])
  return `export const texts = ${JSON.stringify(Object.fromEntries(texts))}`
}
