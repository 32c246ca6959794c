import { type IncomingMessage, type RequestListener, type Server, createServer } from 'node:http'
import type { Socket } from 'node:net'

/** Limits in milliseconds. */
export type ConnectionLimits = {
  /** Time for sending the head of a request. */
  readonly headMs: number
  /** Time for sending the body of a request, unless its route allows more. */
  readonly bodyMs: number
  /** Time between two requests. */
  readonly idleMs: number
  /** Time for requests in progress while the server closes. */
  readonly graceMs: number
}

export const defaultConnectionLimits: ConnectionLimits = {
  headMs: 30_000,
  bodyMs: 30_000,
  idleMs: 75_000,
  graceMs: 5000,
}

/** The slowest upload takes this long. */
const requestTimeoutMs = 6 * 60_000
/** Time for reading the reply to data that is not HTTP. */
const lingerMs = 1000

export type Connections = {
  readonly createServer: (handler: RequestListener) => Server
  /** Replaces `bodyMs` for a request. */
  readonly setBodyTimeout: (request: IncomingMessage, ms: number) => void
  /** Closes connections without a request in progress at once, and the others after their reply or `graceMs`. */
  readonly drain: () => void
}

/**
 * Creates the handling of connections. @param upgradePath where a WebSocket can be opened; elsewhere the header `Upgrade` is ignored, as
 * HTTP allows
 */
export function createConnections(limits: ConnectionLimits, upgradePath: string): Connections {
  /** Number of requests in progress by connection. */
  const sockets = new Map<Socket, number>()
  const bodyTimers = new WeakMap<IncomingMessage, NodeJS.Timeout>()
  let isDraining = false

  const countRequest = (socket: Socket, change: 1 | -1) => {
    const count = sockets.get(socket)
    if (count === undefined) return
    sockets.set(socket, count + change)
    if (isDraining && count + change === 0) socket.destroySoon()
  }
  const startBodyTimeout = (request: IncomingMessage, ms: number) => {
    bodyTimers.set(request, setTimeout(() => request.socket.destroy(), ms).unref())
  }

  return {
    createServer: (handler) => {
      const server = createServer(
        {
          headersTimeout: limits.headMs,
          requestTimeout: requestTimeoutMs,
          keepAliveTimeout: limits.idleMs,
          connectionsCheckingInterval: Math.min(1000, limits.headMs / 2),
          shouldUpgradeCallback: (request) => isWebSocketRequest(request, upgradePath),
        },
        handler,
      )
      server.on('connection', (socket) => {
        if (isDraining) return socket.destroy()
        sockets.set(socket, 0)
        socket.once('close', () => sockets.delete(socket))
      })
      server.prependListener('request', (request, response) => {
        if (hasBody(request)) {
          startBodyTimeout(request, limits.bodyMs)
          request.once('close', () => clearTimeout(bodyTimers.get(request)))
        }
        countRequest(request.socket, 1)
        response.once('close', () => countRequest(request.socket, -1))
      })
      server.on('upgrade', ({ socket }) => (isDraining ? socket.destroy() : countRequest(socket, 1)))
      // An unknown expectation is ignored.
      server.on('checkExpectation', (request, response) => server.emit('request', request, response))
      return server
    },
    setBodyTimeout: (request, ms) => {
      const timer = bodyTimers.get(request)
      if (timer === undefined || request.destroyed) return
      clearTimeout(timer)
      startBodyTimeout(request, ms)
    },
    drain: () => {
      isDraining = true
      for (const [socket, count] of sockets) if (count === 0) socket.destroy()
      setTimeout(() => {
        for (const socket of sockets.keys()) socket.destroy()
      }, limits.graceMs).unref()
    },
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
}

function isWebSocketRequest({ method, url, headers }: IncomingMessage, path: string): boolean {
  return method === 'GET' && url?.split('?', 1)[0] === path && headers.upgrade?.toLowerCase() === 'websocket'
}

/** Replies to data that is not HTTP, and to a head that does not arrive in time. */
export function replyToClientError(
  error: Error & { code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  // A browser opens connections ahead of time.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesRead === 0) return void socket.destroy()
  const [status, code] = describeClientError(error.code)
  const body = JSON.stringify({ return: false, error: code, message: 'The request could not be read.' })
  const head = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status}\r\n${head.join('')}\r\n${body}`)
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

function describeClientError(code: string | undefined): readonly [status: string, error: string] {
  if (code === 'HPE_HEADER_OVERFLOW') return ['431 Request Header Fields Too Large', 'errors.too_large']
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return ['408 Request Timeout', 'errors.malformed']
  return ['400 Bad Request', 'errors.malformed']
}
