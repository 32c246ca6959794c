import { type Locale, defaultLocale, isLocale, locales } from '@tradefront/texts/locales'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const localeCookieName = 'lang'

/** The language of an answer: the user's, else the one last chosen in this browser, else the one it asks for, else English. */
export function getRequestLocale(request: FastifyRequest): Locale {
  const preferred = request.sessionUser?.language ?? request.cookies?.[localeCookieName]
  return preferred !== undefined && isLocale(preferred)
    ? preferred
    : parseAcceptLanguage(request.headers['accept-language'])
}

/** The first language of an Accept-Language header that we have. Browsers send them in order of preference. */
function parseAcceptLanguage(header: string | undefined): Locale {
  for (const part of (header ?? '').slice(0, 200).split(',')) {
    const tag = part.split(';')[0]?.trim().toLowerCase() ?? ''
    const found = locales.find((locale) => tag === locale || tag.startsWith(`${locale}-`))
    if (found) return found
  }
  return defaultLocale
}

const yearSeconds = 365 * 24 * 3600

/** Keeps the language chosen in this browser for a year. The page's own script may read it. */
export function setLocaleCookie(reply: FastifyReply, locale: Locale, secure: boolean): void {
  void reply.setCookie(localeCookieName, locale, { path: '/', sameSite: 'lax', secure, maxAge: yearSeconds })
}

/** The stored language of a user, or the default for a language that is no longer offered. */
export function toLocale(language: string): Locale {
  return isLocale(language) ? language : defaultLocale
}
