import type { ErrorReply } from '@tradefront/contract/wire'
import type { TextKey } from '@tradefront/texts/keys'
import { say } from '@tradefront/texts/say'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { AppError, type TextParams, describeError, toWireError } from './errors.ts'
import { localeOf } from './locale.ts'
import { pathOf } from '../logging/log.ts'

/** The one place that turns errors into answers (design: the wire). */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => {
    if (isScreen(request)) return reply.redirect(`/${localeOf(request)}${pathOf(request.url)}`)
    return answerError(new AppError('errors.not_found'), request, reply)
  })
}

/** A person who opens `/trading` or a mistyped address: the app has a screen for it, in a language. Its pages all begin with one. */
function isScreen({ method, url, headers }: FastifyRequest): boolean {
  const isPage = method === 'GET' && (headers.accept ?? '').includes('text/html')
  return isPage && /^\/[\w/-]*$/.test(pathOf(url)) && !/^\/(api|cli|hooks|return|assets)(\/|$)/.test(url)
}

/** Answers an error in the user's language; a fault is logged with the reference that the user gets. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const wire = toWireError(error)
  const locale = localeOf(request)
  if (wire.status >= 500) {
    const where = { method: request.method, path: pathOf(request.url), reference: wire.reference }
    request.log.error({ ...where, fault: describeError(error) }, 'fault')
  }
  const body: ErrorReply = { return: false, error: wire.code, message: say(locale, wire.code, wire.params) }
  if (wire.reference !== undefined) body.reference = wire.reference
  if (wire.fields) {
    body.fields = Object.fromEntries(Object.entries(wire.fields).map(([path, code]) => [path, say(locale, code)]))
  }
  return reply.code(wire.status).type('application/json; charset=utf-8').send(body)
}

/** A business "no": HTTP 200, the text's key and its words in the language of the request. */
export function refusal(
  request: FastifyRequest,
  code: TextKey,
  params: TextParams = {},
): { return: false; error: TextKey; message: string } {
  return { return: false, error: code, message: say(localeOf(request), code, params) }
}
