import type { FastifyServerOptions } from 'fastify'
import { destination } from 'pino'

import { describeError } from '../http/errors.ts'

export type LogStream = { readonly write: (line: string) => void }

/** Keys whose values never belong in a log, wherever an object that carries them is logged by mistake. */
const secretKeys = [
  'password',
  'newPassword',
  'newPasswordConfirm',
  'oldPassword',
  'repeatPassword',
  'token',
  'csrf',
  'cookie',
  'authorization',
  'cvv',
  'cnu',
  'number',
  'secure_id',
  'body',
  'query',
  'rawBody',
]

/**
 * How the server logs: one JSON line per event. Requests are logged by method, path without its query, status and time;
 * never a body, a query or a header. Errors are described, not printed (see `describeError`).
 */
export function createLoggerOptions(level: string, stream?: LogStream): FastifyServerOptions['logger'] {
  return {
    level,
    base: null,
    ...(stream ? { stream } : {}),
    redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
    serializers: {
      err: (error: unknown) => ({ type: 'Error', message: '', stack: '', ...describeError(error) }),
      req: (request: { method: string; url: string }) => ({ method: request.method, path: stripQuery(request.url) }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
  }
}

/** The path of a URL without its query. */
export function stripQuery(url: string): string {
  const end = url.indexOf('?')
  return (end === -1 ? url : url.slice(0, end)).slice(0, 300)
}

/** How much of the log waits in memory, and how long: its writes would be the dearest part of a request. */
const bufferBytes = 16_000
const flushMs = 1000

/** Whoever reads the log may be gone, or slow: the end of the server waits no longer for it. */
const closeLimitMs = 2000

/** The log of a running server: standard output, written in blocks. `close` writes what waits. */
export function openLog(): { readonly stream: LogStream; readonly close: () => Promise<void> } {
  const stream = destination({ dest: 1, sync: false, minLength: bufferBytes, periodicFlush: flushMs })
  return {
    stream,
    // Not flushSync: into a pipe that nobody reads any more it would try for ever, and hold up everything with it.
    close: () =>
      new Promise((done) => {
        const timer = setTimeout(done, closeLimitMs)
        stream.flush(() => {
          clearTimeout(timer)
          done()
        })
      }),
  }
}
