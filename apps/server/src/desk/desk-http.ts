import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import fastifyStatic from '@fastify/static'
import type { ApiCall } from '@tradefront/contract/call'
import type { OperatorRole } from '@tradefront/contract/operator-actions'
import type { Refusal } from '@tradefront/rules/result'
import { locales } from '@tradefront/texts/locales'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify, LogController } from 'fastify'
import type * as z from 'zod/mini'

import type { Db } from '../platform/database/database.ts'
import { registerErrorHandlers, sendError, toRefusalReply } from '../platform/http/error-handler.ts'
import { AppError } from '../platform/http/errors.ts'
import { registerJsonBodyParser } from '../platform/http/json-body.ts'
import { isInRanges } from '../platform/http/address-ranges.ts'
import { MonotonicRateLimitStore } from '../platform/http/rate-limit-store.ts'
import { buildDeskHeaders, deskPagePolicy } from './desk-headers.ts'
import { serializerCompiler, validatorCompiler } from '../platform/http/zod-compilers.ts'
import { createLoggerOptions, type LogStream, toLoggedPath } from '../platform/logging/log.ts'
import { chooseRequestId } from '../platform/logging/work.ts'
import type { DeskChanges } from './desk-changes.ts'
import type { DeskConfig } from './desk-config.ts'
import { listDeskAddresses } from '../modules/settings/desk-query.ts'
import { findOperator, type SessionOperator, sessionHours } from '../modules/operators/desk-session-store.ts'

export type DeskContext = {
  readonly db: Db
  readonly changes: DeskChanges
  readonly config: Pick<DeskConfig, 'isHttps' | 'origin' | 'webDir'>
}

type SchemaOutput<S> = S extends z.ZodMiniType ? z.output<S> : undefined

type DeskInput<C extends ApiCall> = {
  readonly body: SchemaOutput<C['body']>
  readonly params: SchemaOutput<C['params']>
  readonly query: SchemaOutput<C['query']>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
} & (C['access'] extends 'client' ? { readonly operator: SessionOperator; readonly secret: Buffer } : object)

const secretPattern = /^[\w-]{43}$/

/** Creates the server of the operators' desk, without its routes. */
export async function createDeskHttp(
  { config }: Pick<DeskContext, 'config'>,
  options: Pick<DeskConfig, 'logLevel' | 'requestsPerMinute' | 'trustedProxies'> & { readonly logStream?: LogStream },
): Promise<FastifyInstance> {
  const { trustedProxies } = options
  const headers = buildDeskHeaders(config.isHttps)
  const app = fastify({
    logger: createLoggerOptions(options.logLevel, options.logStream) ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    trustProxy:
      typeof trustedProxies === 'number'
        ? (_address: string, hop: number) => hop < trustedProxies
        : trustedProxies === undefined
          ? false
          : [...trustedProxies],
    forceCloseConnections: 'idle',
    genReqId: chooseRequestId,
    childLoggerFactory: (logger) => logger,
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply.headers(headers)),
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorate('servedLocales', locales)
  app.decorateRequest('sessionUser', null)
  registerErrorHandlers(app)
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
  app.addHook('onResponse', ({ id, method, url, log }, reply, done) => {
    log.info(
      { id, method, path: toLoggedPath(url), status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    )
    done()
  })
  await app.register(cookie)
  if (options.requestsPerMinute > 0)
    await app.register(rateLimit, {
      max: options.requestsPerMinute,
      timeWindow: 60_000,
      store: MonotonicRateLimitStore,
      errorResponseBuilder: () => new AppError('errors.too_many'),
    })
  registerJsonBodyParser(app)
  return app
}

/**
 * Registers a call. Before the handler, it refuses with 401 without a live session, with 403 a request that another site has caused, with
 * 403 without one of `roles`, and what the schemas refuse.
 * @param roles that have the right to the call; default: all
 * @param bodyLimit in bytes, of a call that takes more than the others
 */
export function registerDeskCall<const C extends ApiCall>(
  app: FastifyInstance,
  context: DeskContext,
  call: C,
  handler: (input: DeskInput<C>) => Promise<z.input<C['reply']> | Refusal>,
  roles?: readonly OperatorRole[],
  bodyLimit?: number,
): void {
  const sessions = new WeakMap<FastifyRequest, Awaited<ReturnType<typeof requireSession>>>()
  app.route({
    ...(bodyLimit !== undefined && { bodyLimit }),
    method: call.method,
    url: call.path,
    schema: {
      ...(call.params && { params: call.params }),
      ...(call.query && { querystring: call.query }),
      ...(call.body && { body: call.body }),
      response: { 200: call.reply },
    },
    // Before the body is read, which can be large.
    onRequest: async (request) => {
      if (call.method === 'POST') refuseOtherSites(request, context)
      await refuseOtherAddresses(request, context)
      if (call.access === 'client') sessions.set(request, await requireSession(request, context, roles))
    },
    handler: async (request, reply) => {
      const input = { body: request.body, params: request.params, query: request.query, request, reply }
      const session = sessions.get(request) ?? {}
      // The validator has checked this, which TypeScript cannot know.
      const result: unknown = await handler({ ...input, ...session } as DeskInput<C>)
      return isRefusal(result) ? toRefusalReply(request, result) : result
    },
  })
}

function isRefusal(result: unknown): result is Refusal {
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === false && 'code' in result
}

/** Browsers say where a request comes from. The cookie is not sent from other sites either. */
function refuseOtherSites({ headers }: FastifyRequest, { config }: DeskContext): void {
  const site = headers['sec-fetch-site']
  if ((site !== undefined && site !== 'same-origin') || (headers.origin ?? config.origin) !== config.origin)
    throw new AppError('errors.csrf')
}

/** Applies the setting `desk_addresses`, to log-ins and to sessions. */
async function refuseOtherAddresses({ ip }: FastifyRequest, { db }: DeskContext): Promise<void> {
  if (!isInRanges(ip, await listDeskAddresses(db))) throw new AppError('desk_control.other_address', 403)
}

async function requireSession(
  request: FastifyRequest,
  context: DeskContext,
  roles: readonly OperatorRole[] | undefined,
) {
  const secret = readSecret(request, context)
  const operator = secret && (await findOperator(context.db, secret))
  if (!secret || !operator) throw new AppError('errors.session')
  if (roles !== undefined && !operator.roles.some((role) => roles.includes(role)))
    throw new AppError('desk.no_right', 403)
  return { operator, secret }
}

const cookieName = ({ config }: DeskContext) => (config.isHttps ? '__Host-desk' : 'desk')
const cookieOptions = ({ config }: DeskContext) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: config.isHttps }) as const

function readSecret({ cookies }: FastifyRequest, context: DeskContext): Buffer | null {
  const value = cookies[cookieName(context)]
  return value !== undefined && secretPattern.test(value) ? Buffer.from(value, 'base64url') : null
}

/** Returns the secret of a session. The database gets it with the log-in; the browser gets it from `setSession` if the log-in was right. */
export const createSessionSecret = () => randomBytes(32)

export function setSession(reply: FastifyReply, context: DeskContext, secret: Buffer): void {
  const maxAge = sessionHours * 3600
  void reply.setCookie(cookieName(context), secret.toString('base64url'), { ...cookieOptions(context), maxAge })
}

export function clearSession(reply: FastifyReply, context: DeskContext): void {
  void reply.clearCookie(cookieName(context), cookieOptions(context))
}

/** The page is the same for every address: the screens are behind `#`. */
export async function registerDeskPage(app: FastifyInstance, { config: { webDir } }: DeskContext): Promise<void> {
  if (!existsSync(webDir)) return
  const html = await readFile(join(webDir, 'desk.html'), 'utf8')
  app.get('/', (_request, reply) =>
    reply.header('content-security-policy', deskPagePolicy).type('text/html; charset=utf-8').send(html),
  )
  await app.register(fastifyStatic, {
    root: join(webDir, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
}
