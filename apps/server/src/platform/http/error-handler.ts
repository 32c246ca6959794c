import type { ErrorReply } from '@tradefront/contract/wire'
import type { Refusal } from '@tradefront/rules/result'
import type { TextKey } from '@tradefront/texts/keys'
import { translate } from '@tradefront/texts/translate'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { AppError, describeError, isFault, isRefusedColumn, toWireError } from './errors.ts'
import { getRequestLocale } from './locale.ts'
import { stripQuery, toLoggedPath } from '../logging/log.ts'
import { translateRefusal } from '../translate-refusal.ts'

export function registerErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => {
    if (isPageRequest(request)) return reply.redirect(`/${getRequestLocale(request)}${stripQuery(request.url)}`)
    return sendError(new AppError('errors.not_found'), request, reply)
  })
}

/** Returns whether the request is for a page. One without a language, e.g. `/trading`, is redirected to the user's. */
function isPageRequest({ method, url, headers }: FastifyRequest): boolean {
  const isPage = method === 'GET' && (headers.accept ?? '').includes('text/html')
  return isPage && /^\/[\w/-]*$/.test(stripQuery(url)) && !/^\/(api|cli|hooks|return|assets)(\/|$)/.test(url)
}

/** Replies with an error. Internal errors are logged with the reference that the user sees. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const wire = toWireError(error, request.id)
  const locale = getRequestLocale(request)
  if (isFault(wire)) {
    const requestFields = { id: request.id, method: request.method, path: toLoggedPath(request.url) }
    request.log.error({ ...requestFields, fault: describeError(error) }, 'fault')
  }
  // The schema of the call should have refused it.
  if (isRefusedColumn(error)) {
    const requestFields = { id: request.id, method: request.method, path: toLoggedPath(request.url) }
    request.log.warn({ ...requestFields, fault: describeError(error) }, 'refused by the database')
  }
  const body: ErrorReply = { return: false, error: wire.code, message: translate(locale, wire.code, wire.params) }
  if (wire.reference !== undefined) body.reference = wire.reference
  if (wire.fields) {
    body.fields = Object.fromEntries(Object.entries(wire.fields).map(([path, code]) => [path, translate(locale, code)]))
  }
  return reply.code(wire.status).type('application/json; charset=utf-8').send(body)
}

/** Builds the reply to a refusal, which is sent with HTTP 200. */
export function toRefusalReply(
  request: FastifyRequest,
  refusal: Refusal,
): { return: false; error: TextKey; message: string } {
  const message = translateRefusal(getRequestLocale(request), refusal)
  return { return: false, error: refusal.code, message, ...refusal.details }
}
