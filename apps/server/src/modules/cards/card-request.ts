import type { FastifyRequest } from 'fastify'

import type { CountryDetector } from '../../platform/http/geo-country.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import type { Trader } from './service.ts'

export function toTrader(user: SessionUser, request: FastifyRequest, detectCountry: CountryDetector): Trader {
  return { id: user.id, profile: user, language: getRequestLocale(request), detectedCountry: detectCountry(request) }
}

/** Where the browser goes when a processor's redirect has no other target. */
export function getFundingUrl(language: string): string {
  return `/${language}/trading#/show/funding`
}
