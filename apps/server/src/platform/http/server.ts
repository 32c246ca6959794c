import type { Socket } from 'node:net'

import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import rateLimit from '@fastify/rate-limit'
import { type FastifyInstance, LogController, fastify } from 'fastify'

import { sendError, registerErrorHandlers } from './error-handler.ts'
import type { Clock } from '../clock.ts'
import { registerCsrf } from './csrf.ts'
import { AppError } from './errors.ts'
import { registerJsonBodyParser } from './json-body.ts'
import { type LogStream, createLoggerOptions, stripQuery } from '../logging/log.ts'
import type { Seal } from '../crypto/seal.ts'
import { type SecurityHeaders, createSecurityHeaders } from './security-headers.ts'
import { type SessionStore, createSessions } from './sessions.ts'
import { serializerCompiler, validatorCompiler } from './zod-compilers.ts'

declare module 'fastify' {
  interface FastifyInstance {
    securityHeaderSet: SecurityHeaders
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
  readonly processorOrigins: readonly string[]
  readonly chatOrigin: string
  readonly logLevel: string
  readonly logStream?: LogStream | undefined
  /** Whether X-Forwarded-For is trusted. */
  readonly isBehindProxy: boolean
  /** Default: 30 s. */
  readonly bodyTimeoutMs?: number | undefined
  /** Per address; 0 turns all limits off. */
  readonly requestsPerMinute: number
}

const bodyLimitBytes = 64 * 1024
/** As long as the slowest upload. */
const requestTimeoutMs = 6 * 60_000
const bodyTimeoutMs = 30_000

function rejectDefaultCompiler(): never {
  throw new Error('invariant: a schema is compiled by a default compiler')
}

export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const { clock, seal } = options
  const secure = options.publicUrl.startsWith('https:')
  const app = fastify({
    logger: createLoggerOptions(options.logLevel, options.logStream) ?? false,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    http: { headersTimeout: 30_000 },
    keepAliveTimeout: 65_000,
    trustProxy: options.isBehindProxy ? 'loopback, linklocal, uniquelocal' : false,
    // A logger per request would only cost time.
    childLoggerFactory: (logger) => logger,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    clientErrorHandler: sendMalformedRequestError,
    // Fastify skips its default compilers if others are given.
    schemaController: {
      compilersFactory: { buildValidator: rejectDefaultCompiler, buildSerializer: rejectDefaultCompiler },
    },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorate('securityHeaderSet', createSecurityHeaders(options))
  app.decorate('sessions', createSessions({ store: options.sessionStore, clock, secure }))
  app.decorateRequest('sessionHash', undefined)
  app.decorateRequest('sessionUser', null)
  registerErrorHandlers(app)
  registerSecurityHeaders(app)
  registerBodyTimeouts(app, options.bodyTimeoutMs ?? bodyTimeoutMs)
  registerConnectionClose(app)
  registerRequestLog(app)

  await app.register(cookie)
  if (options.requestsPerMinute > 0) await registerRateLimit(app, options.requestsPerMinute)
  await registerCsrf(app, { seal, secure })
  registerJsonBodyParser(app)
  await app.register(formbody, { bodyLimit: 8 * 1024 })
  return app
}

/** Idle connections of browsers would delay the shutdown. */
function registerConnectionClose(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) void reply.header('connection', 'close')
    done(null, payload)
  })
}

/** Slow senders must not hold connections as long as an upload. */
function registerBodyTimeouts(app: FastifyInstance, generalMs: number): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.method === 'POST') {
      const limit = request.routeOptions.config.bodyTimeoutMs ?? generalMs
      const timer = setTimeout(() => request.raw.destroy(), limit).unref()
      payload.once('close', () => clearTimeout(timer))
    }
    done(null, payload)
  })
}

function registerSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(app.securityHeaderSet.base).header('cache-control', 'no-store')
    done()
  })
}

function registerRequestLog(app: FastifyInstance): void {
  // Searching known fields for secrets costs more than writing them.
  const log = app.log.child({}, { redact: [] })
  app.addHook('onResponse', ({ method, url }, reply, done) => {
    const line = {
      method,
      path: stripQuery(url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    log.info(line, 'request')
    done()
  })
}

async function registerRateLimit(app: FastifyInstance, requestsPerMinute: number): Promise<void> {
  await app.register(rateLimit, {
    max: requestsPerMinute,
    timeWindow: 60_000,
    cache: 20_000,
    keyGenerator: (request) => request.ip,
    errorResponseBuilder: () => new AppError('errors.too_many'),
  })
}

/** For data that is not HTTP. */
function sendMalformedRequestError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  const [status, code] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'errors.too_large']
      : ['400 Bad Request', 'errors.malformed']
  const body = JSON.stringify({ return: false, error: code, message: 'The request could not be read.' })
  const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`
  socket.end(head + body)
}
