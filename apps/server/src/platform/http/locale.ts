import { type Locale, defaultLocale, isLocale, locales } from '@tradefront/texts/locales'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const localeCookieName = 'lang'

/** The user's language, else the one last chosen in this browser, else the browser's preference, else English. */
export function getRequestLocale(request: FastifyRequest): Locale {
  const preferred = request.sessionUser?.language ?? request.cookies?.[localeCookieName]
  return preferred !== undefined && isLocale(preferred)
    ? preferred
    : parseAcceptLanguage(request.headers['accept-language'])
}

/** The first available language of an Accept-Language header. Browsers send them in order of preference. */
function parseAcceptLanguage(header: string | undefined): Locale {
  for (const part of (header ?? '').slice(0, 200).split(',')) {
    const tag = part.split(';')[0]?.trim().toLowerCase() ?? ''
    const found = locales.find((locale) => tag === locale || tag.startsWith(`${locale}-`))
    if (found) return found
  }
  return defaultLocale
}

const yearSeconds = 365 * 24 * 3600

/** Stores the chosen language in this browser for a year. The page's script can read it. */
export function setLocaleCookie(reply: FastifyReply, locale: Locale, secure: boolean): void {
  void reply.setCookie(localeCookieName, locale, { path: '/', sameSite: 'lax', secure, maxAge: yearSeconds })
}

/** The stored language of a user, or the default for a language that is no longer offered. */
export function toLocale(language: string): Locale {
  return isLocale(language) ? language : defaultLocale
}
