import { accountHeader, type ApiCall, toAccountName } from '@tradefront/contract/call'
import { errorReply } from '@tradefront/contract/wire'
import type { Refusal } from '@tradefront/rules/result'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema, preParsingHookHandler } from 'fastify'
import type * as z from 'zod/mini'

import { sendError, toRefusalReply } from './error-handler.ts'
import { AppError } from './errors.ts'
import type { SessionUser } from './sessions.ts'

/** `load`: the handler gets the user. `deferred`: it gets only the session's hash, for its own query. `none`: it gets neither. */
export type SessionMode = 'load' | 'deferred' | 'none'

export type RegisterCallOptions<M extends SessionMode> = {
  /** Default: `load` for clients, `none` for visitors. */
  readonly session?: M
  /** False only for calls with another proof, e.g. a signature. */
  readonly csrf?: false
  readonly form?: true
  /** Limit of the body in bytes; 64 KB by default. */
  readonly bodyLimit?: number
  readonly bodyTimeoutMs?: number
  /** Limit of requests from one address. */
  readonly perMinute?: number
  /** Finds the page to which a browser's navigation is redirected on an error; null replies with JSON. */
  readonly getErrorRedirect?: (request: FastifyRequest, error: AppError) => string | null
}

type SchemaOutput<S> = S extends z.ZodMiniType ? z.output<S> : undefined

type SessionPart<A extends ApiCall['access'], M extends SessionMode> = A extends 'client'
  ? M extends 'deferred'
    ? { readonly sessionHash: Buffer }
    : { readonly user: SessionUser }
  : M extends 'load'
    ? { readonly user: SessionUser | null }
    : M extends 'deferred'
      ? { readonly sessionHash: Buffer | null }
      : object

export type HandlerInput<C extends ApiCall, M extends SessionMode = 'load'> = {
  readonly body: SchemaOutput<C['body']>
  readonly params: SchemaOutput<C['params']>
  readonly query: SchemaOutput<C['query']>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
} & SessionPart<C['access'], M>

/** Redirects, pages and sockets return the reply object. */
export type HandlerResult<C extends ApiCall> = C extends {
  kind: Exclude<ApiCall['kind'], 'json' | 'upload' | undefined>
}
  ? unknown
  : z.input<C['reply']> | (ReturnType<typeof toRefusalReply> extends z.input<C['reply']> ? Refusal : never)

export type Handler<C extends ApiCall, M extends SessionMode> = (input: HandlerInput<C, M>) => Promise<HandlerResult<C>>

export const okReply = { return: true } as const

type DefaultSessionMode<C extends ApiCall> = C['access'] extends 'client' ? 'load' : 'none'

/**
 * Registers a call. Before the handler, it refuses with 401, 403 without a CSRF token (POST), 409 for the other account of the trader, 413,
 * 415, or 400 with `fields`. Removes reply properties that the schema does not have.
 */
export function registerCall<const C extends ApiCall, M extends SessionMode = DefaultSessionMode<C>>(
  app: FastifyInstance,
  call: C,
  handler: Handler<C, M>,
  options: RegisterCallOptions<M> = {},
): void {
  const mode = options.session ?? (call.access === 'client' ? 'load' : 'none')
  const isJson = call.kind === undefined || call.kind === 'json' || call.kind === 'upload'
  const schema: FastifySchema = {
    summary: call.summary,
    description: `Source: ${call.source}.`,
    tags: [toOpenApiTag(call.path)],
  }
  // Fastify warns about properties that are undefined.
  if (call.params) schema.params = call.params
  if (call.query) schema.querystring = call.query
  if (call.body) schema.body = call.body
  if (isJson) schema.response = { 200: call.reply, '4xx': errorReply, '5xx': errorReply }

  app.route({
    method: call.method,
    url: call.path,
    bodyLimit: options.bodyLimit,
    config: {
      rateLimit: options.perMinute === undefined ? undefined : { max: options.perMinute, timeWindow: 60_000 },
      bodyTimeoutMs: options.bodyTimeoutMs,
      docs: {
        access: call.access,
        hasCsrfToken: call.method === 'POST' && options.csrf !== false,
        isForm: options.form === true,
        parts: call.parts,
      },
    },
    // This runs after all hooks of `onRequest`, so that the limit of requests counts refused ones, and before the body is read.
    preParsing: createRequestHooks(app, call, mode, options),
    errorHandler: options.getErrorRedirect && redirectOnError(options.getErrorRedirect),
    schema,
    handler: async (request, reply) => {
      const input: unknown = {
        body: request.body,
        params: request.params,
        query: request.query,
        request,
        reply,
        user: request.sessionUser,
        sessionHash: mode === 'deferred' ? app.sessions.getSessionHash(request) : null,
      }
      // The validator has checked this, which TypeScript cannot know.
      const result = await handler(input as HandlerInput<C, M>)
      return isRefusal(result) ? toRefusalReply(request, result) : result
    },
  })
}

function isRefusal(result: unknown): result is Refusal {
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === false && 'code' in result
}

function redirectOnError(getTarget: NonNullable<RegisterCallOptions<SessionMode>['getErrorRedirect']>) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const target = error instanceof AppError ? getTarget(request, error) : null
    if (target === null) sendError(error, request, reply)
    else void reply.redirect(target, 303)
  }
}

function createRequestHooks(
  app: FastifyInstance,
  call: ApiCall,
  mode: SessionMode,
  options: RegisterCallOptions<SessionMode>,
): preParsingHookHandler[] {
  const hooks: preParsingHookHandler[] = []
  if (!options.form) hooks.push(rejectFormBody)
  if (call.access === 'client') {
    hooks.push((request, _reply, _payload, done) => {
      done(app.sessions.getSessionHash(request) ? undefined : new AppError('errors.session'))
    })
  }
  if (call.method === 'POST' && options.csrf !== false) hooks.push(app.verifyCsrf)
  if (mode === 'load') {
    hooks.push((request, _reply, _payload, done) => {
      loadSessionUser(app, request, call).then(() => done(), done)
    })
  }
  return hooks
}

/** Rejects a form: a page of another site could post one, so only a few calls accept it. */
const rejectFormBody: preParsingHookHandler = (request, _reply, _payload, done) => {
  const isForm = request.headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded')
  done(isForm ? new AppError('errors.wrong_type') : undefined)
}

async function loadSessionUser(app: FastifyInstance, request: FastifyRequest, call: ApiCall): Promise<void> {
  const hash = app.sessions.getSessionHash(request)
  request.sessionUser = hash ? await app.sessions.loadUser(hash) : null
  const { sessionUser: user } = request
  if (call.access === 'client' && !user) throw new AppError('errors.session')
  const account = request.headers[accountHeader]
  if (call.isOfAccount && user && account !== undefined && account !== toAccountName(user.isPractice))
    throw new AppError('errors.other_account')
}

/** Returns the group of a path: `/api/card/save` is in `card`. */
function toOpenApiTag(path: string): string {
  return path.split('/')[2] ?? path.split('/')[1] ?? 'site'
}
