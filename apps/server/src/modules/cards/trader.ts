import type { FastifyRequest } from 'fastify'

import type { AppContext } from '../../context.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import type { Payer } from '../deposits/service.ts'

/** `profile` is the one at the start of the request; `detectedCountry` comes from a trusted proxy. */
export type Trader = Payer & { readonly profile: PayerProfile; readonly detectedCountry: string | null }

export type PayerProfile = Pick<
  SessionUser,
  | 'email'
  | 'country'
  | 'currency'
  | 'cascade'
  | 'affiliateId'
  | 'minDepositCard'
  | 'minDepositOther'
  | 'maxDeposit'
  | 'failLimitIgnoredUntil'
  | 'isPractice'
>

export function toTrader(
  { detectCountry }: Pick<AppContext, 'detectCountry'>,
  user: SessionUser,
  request: FastifyRequest,
): Trader {
  return { id: user.id, profile: user, language: getRequestLocale(request), detectedCountry: detectCountry(request) }
}
