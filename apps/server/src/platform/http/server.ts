import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import { liveCalls } from '@tradefront/contract/live'
import type { Locale } from '@tradefront/texts/locales'
import { type FastifyInstance, LogController, fastify } from 'fastify'

import { sendError, registerErrorHandlers } from './error-handler.ts'
import type { Clock } from '../clock.ts'
import {
  type ConnectionLimits,
  type Connections,
  createConnections,
  defaultConnectionLimits,
  replyToClientError,
} from './connections.ts'
import { registerCsrf } from './csrf.ts'
import { AppError } from './errors.ts'
import { registerJsonBodyParser } from './json-body.ts'
import { type LogStream, createLoggerOptions, toLoggedPath } from '../logging/log.ts'
import { chooseRequestId, runWork } from '../logging/work.ts'
import type { Seal } from '../crypto/seal.ts'
import { type SecurityHeaders, createSecurityHeaders } from './security-headers.ts'
import { type SessionStore, createSessions } from './sessions.ts'
import { MonotonicRateLimitStore } from './rate-limit-store.ts'
import { serializerCompiler, validatorCompiler } from './zod-compilers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    securityHeaderSet: SecurityHeaders
    servedLocales: readonly Locale[]
  }
  interface FastifyContextConfig {
    bodyTimeoutMs?: number
  }
}

export type HttpServerOptions = {
  readonly sessionStore: SessionStore
  readonly clock: Clock
  readonly seal: Seal
  readonly publicUrl: string
  readonly processorUrls: readonly string[]
  readonly chatOrigin: string | null
  readonly logLevel: string
  readonly logStream?: LogStream
  /** Proxies whose X-Forwarded-For is trusted: addresses, networks, or how many there are. */
  readonly trustedProxies: readonly string[] | number | undefined
  readonly connectionLimits?: Partial<ConnectionLimits>
  /** Limit of requests from one address; 0 turns all limits off. */
  readonly requestsPerMinute: number
  readonly servedLocales: readonly Locale[]
  readonly onRequestDone?: (status: number, seconds: number) => void
}

const bodyLimitBytes = 64 * 1024
const noStore = { 'cache-control': 'no-store' } as const

function rejectDefaultCompiler(): never {
  throw new Error('invariant: a schema is compiled by a default compiler')
}

export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { clock, seal } = options
  const secure = options.publicUrl.startsWith('https:')
  const securityHeaders = createSecurityHeaders(options)
  const connections = createConnections(
    { ...defaultConnectionLimits, ...options.connectionLimits },
    liveCalls.openSocket.path,
  )
  const app = fastify({
    logger: createLoggerOptions(options.logLevel, options.logStream) ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    serverFactory: connections.createServer,
    trustProxy: toTrustProxy(options.trustedProxies),
    genReqId: chooseRequestId,
    // A logger per request would only cost time.
    childLoggerFactory: (logger) => logger,
    forceCloseConnections: 'idle',
    // No hook runs for a malformed URL.
    frameworkErrors: (error, request, reply) =>
      void sendError(error, request, reply.headers({ ...securityHeaders.base, ...noStore })),
    clientErrorHandler: (error, socket) => replyToClientError(error, socket, { ...securityHeaders.base, ...noStore }),
    // These must be set, because Fastify skips its default compilers if others are given.
    schemaController: {
      compilersFactory: { buildValidator: rejectDefaultCompiler, buildSerializer: rejectDefaultCompiler },
    },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorate('securityHeaderSet', securityHeaders)
  app.decorate('servedLocales', options.servedLocales)
  app.decorate('sessions', createSessions({ store: options.sessionStore, clock, secure }))
  app.decorateRequest('sessionHash', undefined)
  app.decorateRequest('sessionUser', null)
  registerErrorHandlers(app)
  registerSecurityHeaders(app)
  registerBodyTimeouts(app, connections)
  registerConnectionClose(app, connections)
  registerWork(app)
  registerRequestLog(app, options.onRequestDone)

  await app.register(cookie)
  if (options.requestsPerMinute > 0) await registerRateLimit(app, options.requestsPerMinute)
  await registerCsrf(app, { seal, secure })
  registerJsonBodyParser(app)
  await app.register(formbody, { bodyLimit: 8 * 1024 })
  return app
}

function toTrustProxy(proxies: HttpServerOptions['trustedProxies']) {
  if (typeof proxies === 'number') return (_address: string, hop: number) => hop < proxies
  return proxies === undefined ? false : [...proxies]
}

/** Closes connections without a request when the server stops: they would delay it. */
function registerConnectionClose(app: FastifyInstance, connections: Connections): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
    connections.drain()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) void reply.header('connection', 'close')
    done(null, payload)
  })
}

/** Allows more time only for the bodies of uploads. */
function registerBodyTimeouts(app: FastifyInstance, connections: Connections): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { bodyTimeoutMs } = request.routeOptions.config
    if (bodyTimeoutMs !== undefined) connections.setBodyTimeout(request.raw, bodyTimeoutMs)
    done(null, payload)
  })
}

/** What the handler of a request starts belongs to it. After the body was read, whose events belong to the connection. */
function registerWork(app: FastifyInstance): void {
  app.addHook('preValidation', ({ id }, _reply, done) => runWork({ id }, done))
}

function registerSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers({ ...app.securityHeaderSet.base, ...noStore })
    done()
  })
}

function registerRequestLog(
  app: FastifyInstance,
  onRequestDone: HttpServerOptions['onRequestDone'] = () => undefined,
): void {
  // Searching known fields for secrets costs more than writing them.
  const log = app.log.child({}, { redact: [] })
  app.addHook('onResponse', ({ id, method, url }, reply, done) => {
    const line = {
      id,
      method,
      path: toLoggedPath(url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    log.info(line, 'request')
    onRequestDone(reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
}

/** Limits requests. IPv6 addresses count by /64, because a connection has that many. */
async function registerRateLimit(app: FastifyInstance, requestsPerMinute: number): Promise<void> {
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: 60_000,
    store: MonotonicRateLimitStore,
    errorResponseBuilder: () => new AppError('errors.too_many'),
  })
}
