import { contactCalls } from '@tradefront/contract/contact'
import { translate } from '@tradefront/texts/translate'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { AppContext } from '../../context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { getRequestLocale } from '../../platform/http/locale.ts'
import { registerCall } from '../../platform/http/route.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import { type ContactOrigin, type ContactResult, requestCallback, sendMessage } from './service.ts'

/** Limit of requests from one address. It is checked before the limits that need the database. */
const perMinute = 20

/** spec: funding 7 */
export function contactRoutes(app: FastifyInstance, context: AppContext): void {
  const toOrigin = (request: FastifyRequest, user: SessionUser | null): ContactOrigin => ({
    address: request.ip,
    userId: user?.id ?? null,
    country: user?.country ?? null,
    locale: getRequestLocale(request),
  })
  registerCall(
    app,
    contactCalls.sendMessage,
    async ({ body, user, request }) => {
      throwIfRefused(await sendMessage(context, body, toOrigin(request, user)))
      const text = body.email === '' ? 'contact.success_phone' : 'contact.success'
      return { return: true, message: translate(getRequestLocale(request), text, body) }
    },
    { session: 'load', perMinute },
  )
  registerCall(
    app,
    contactCalls.requestCallback,
    async ({ body, user, request }) => {
      throwIfRefused(await requestCallback(context, body.phone, toOrigin(request, user)))
      return { return: true, message: translate(getRequestLocale(request), 'calls.server_success') }
    },
    { session: 'load', perMinute },
  )
}

function throwIfRefused(result: ContactResult): void {
  if (result.ok) return
  if (result.code === 'contact.phone_invalid') throw new AppError('errors.malformed', 400, {}, { phone: result.code })
  throw new AppError(result.code, 429)
}
