import { contactCalls } from '@tradefront/contract/contact'
import { say } from '@tradefront/texts/say'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { AppError } from '../../platform/http/errors.ts'
import { localeOf } from '../../platform/http/locale.ts'
import { serve } from '../../platform/http/route.ts'
import type { SessionUser } from '../../platform/http/sessions.ts'
import type { ContactOrigin, ContactResult, ContactService } from './service.ts'

/** Before anything is counted in the database. */
const perMinute = 20

/** The contacts form and the call-me-back form (spec: funding 7). Visitors may use both. */
export function contactRoutes({ contact }: { contact: ContactService }) {
  return async (app: FastifyInstance): Promise<void> => {
    const from = (request: FastifyRequest, user: SessionUser | null): ContactOrigin => ({
      address: request.ip,
      userId: user?.id ?? null,
      locale: localeOf(request),
    })
    serve(
      app,
      contactCalls.contacts,
      async ({ body, user, request }) => {
        refuse(await contact.write(body, from(request, user)))
        return { return: true, message: say(localeOf(request), 'contact.success', { email: body.email }) }
      },
      { session: 'load', perMinute },
    )
    serve(
      app,
      contactCalls.callMe,
      async ({ body, user, request }) => {
        refuse(await contact.callMe(body.phone, from(request, user)))
        return { return: true, message: say(localeOf(request), 'calls.server_success') }
      },
      { session: 'load', perMinute },
    )
  }
}

function refuse(result: ContactResult): void {
  if (result === 'too_many') throw new AppError('contact.too_many', 429)
  if (result === 'busy') throw new AppError('contact.busy', 429)
}
