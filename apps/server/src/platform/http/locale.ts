import { type Locale, type OfferedLocale, defaultLocale, locales } from '@tradefront/texts/locales'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export const localeCookieName = 'lang'

export function getRequestLocale(request: FastifyRequest): Locale {
  return findPreferredLocale(request) ?? defaultLocale
}

/** Returns the language of the account, of the cookie, or of the browser. Null if the browser names only others. */
export function findPreferredLocale(request: FastifyRequest): Locale | null {
  const preferred = request.sessionUser?.language ?? request.cookies?.[localeCookieName]
  return (
    request.server.servedLocales.find((locale) => locale === preferred) ??
    parseAcceptLanguage(request.headers['accept-language'])
  )
}

/** Parses the header in which browsers send languages in order of preference. A preview must be chosen by hand. */
function parseAcceptLanguage(header: string | undefined): Locale | null {
  for (const part of (header ?? '').slice(0, 200).split(',')) {
    const tag = part.split(';')[0]?.trim().toLowerCase() ?? ''
    const found = locales.find((locale) => tag === locale || tag.startsWith(`${locale}-`))
    if (found) return found
  }
  return null
}

const yearSeconds = 365 * 24 * 3600

/** Sets the cookie for a year. Scripts can read it. */
export function setLocaleCookie(reply: FastifyReply, locale: Locale, secure: boolean): void {
  void reply.setCookie(localeCookieName, locale, { path: '/', sameSite: 'lax', secure, maxAge: yearSeconds })
}

/** Returns the language for addresses of pages: the default for one that is not served, e.g. a preview that was switched off. */
export function toServedLocale({ servedLocales }: FastifyInstance, language: string): Locale {
  return servedLocales.find((locale) => locale === language) ?? defaultLocale
}

/**
 * Returns the language for mails, files, news and other content that exists only in the offered languages: the default for a preview, and
 * for a language that no longer exists.
 */
export function toOfferedLocale(language: string): OfferedLocale {
  return locales.find((locale) => locale === language) ?? defaultLocale
}
