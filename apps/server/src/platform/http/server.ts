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
    /** How long the body of this route may take to come in, where that is not the general limit. */
    bodyTimeoutMs?: number
  }
}

export type HttpServerOptions = {
  readonly sessionStore: SessionStore
  readonly clock: Clock
  readonly seal: Seal
  /** Gives the origin the browser sees; https makes cookies Secure. */
  readonly publicUrl: string
  readonly processorOrigins: readonly string[]
  readonly chatOrigin: string
  readonly logLevel: string
  readonly logStream?: LogStream | undefined
  /** True behind a proxy of ours, whose X-Forwarded-For is then believed. */
  readonly isBehindProxy: boolean
  /** How long a body may take, where its route says nothing else; 30 s unless a test says otherwise. */
  readonly bodyTimeoutMs?: number | undefined
  /** General limit per address; 0 switches limits off (tests, measurements). */
  readonly requestsPerMinute: number
}

const bodyLimitBytes = 64 * 1024
/** A whole request may take as long as the slowest upload; any other body, and the head, must be there sooner. */
const requestTimeoutMs = 6 * 60_000
const bodyTimeoutMs = 30_000

function rejectDefaultCompiler(): never {
  throw new Error('invariant: every schema is compiled by ours')
}

/** The HTTP server without any route: parsing, sessions, CSRF, limits, headers, errors and logs. */
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
    // Faults carry a reference of their own; a logger for each request would only cost time.
    childLoggerFactory: (logger) => logger,
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    clientErrorHandler: sendMalformedRequestError,
    // The compilers that Fastify brings along are not loaded where others are named; ours are set below.
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

/** While closing, an answer is the last on its connection: a browser that keeps it open would hold up the end. */
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

/** Cuts off a body that does not come in, so that slow senders cannot hold connections for as long as an upload may take. */
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

/** Security headers on everything; what a call answers is nobody's to keep. */
function registerSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(app.securityHeaderSet.base).header('cache-control', 'no-store')
    done()
  })
}

function registerRequestLog(app: FastifyInstance): void {
  // This line has four known fields; looking for secrets in it would cost more than the rest of it.
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

/** Answers what is not HTTP at all, where there is no request to speak of. */
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
