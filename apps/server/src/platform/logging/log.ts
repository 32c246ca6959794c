import { maskCardData } from '@tradefront/rules/cards/mask-card-data'
import type { FastifyServerOptions } from 'fastify'
import { destination } from 'pino'

import { describeError } from '../http/errors.ts'

export type LogStream = { readonly write: (line: string) => void }

/** Names of secrets, in case an object with one is logged by mistake. */
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

/** Creates the options of the logger. Bodies, queries and headers are never logged. */
export function createLoggerOptions(level: string, stream?: LogStream): FastifyServerOptions['logger'] {
  return {
    level,
    base: null,
    stream,
    redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[redacted]' },
    serializers: {
      err: (error: unknown) => ({ type: 'Error', message: '', stack: '', ...describeError(error) }),
      req: (request: { method: string; url: string }) => ({ method: request.method, path: toLoggedPath(request.url) }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
  }
}

/** Returns a path for log lines: without the query and without what can be a card number. */
export function toLoggedPath(url: string): string {
  return maskCardData(stripQuery(url).replaceAll(/\d(?:(?:%20|[ +._-])?\d){12,18}/g, '…'))
}

export function stripQuery(url: string): string {
  const end = url.indexOf('?')
  return (end === -1 ? url : url.slice(0, end)).slice(0, 300)
}

/** How much is buffered: writing each line would be the most expensive part of a request. */
const bufferBytes = 16_000
const flushMs = 1000

const closeLimitMs = 2000

/** Opens the log. `close` writes what is buffered. */
export function openLog(): { readonly stream: LogStream; readonly close: () => Promise<void> } {
  const stream = destination({ dest: 1, sync: false, minLength: bufferBytes, periodicFlush: flushMs })
  // An error, e.g. of a full disk, only loses lines: it must not end the server.
  stream.on('error', () => undefined)
  let isClosed = false
  return {
    stream: {
      write: (line) => {
        if (!isClosed) stream.write(line)
      },
    },
    // flushSync is not used: it would block forever if the pipe's reader has ended.
    close: () =>
      new Promise((done) => {
        isClosed = true
        const finish = () => {
          clearTimeout(timer)
          // Otherwise it tries forever at the exit to write what a full disk has refused.
          stream.destroy()
          done()
        }
        const timer = setTimeout(finish, closeLimitMs)
        stream.once('error', finish)
        stream.once('close', finish)
        stream.end()
      }),
  }
}
