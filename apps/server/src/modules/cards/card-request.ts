import type { FastifyRequest } from 'fastify'

import { AppError } from '../../platform/http/errors.ts'
import type { CountryDetector } from '../../platform/http/geo-country.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import type { Trader } from './service.ts'

const idempotencyKeyPattern = /^[\x21-\x7e]{8,100}$/

export function toTrader(user: SessionUser, request: FastifyRequest, detectCountry: CountryDetector): Trader {
  return { id: user.id, profile: user, language: getRequestLocale(request), detectedCountry: detectCountry(request) }
}

/** @throws AppError for a malformed key */
export function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !idempotencyKeyPattern.test(key)) throw new AppError('errors.malformed')
  return key
}

/** Where the browser goes when a processor's redirect has no other target. */
export function getFundingUrl(language: string): string {
  return `/${language}/trading#/show/funding`
}
