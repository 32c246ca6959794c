import websocket from '@fastify/websocket'
import { liveCalls, type LiveEvent } from '@tradefront/contract/live'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'

import type { AppContext } from '../../context.ts'
import { AppError, describeError } from '../../platform/http/errors.ts'
import { getUserRecord } from '../profile/service.ts'
import { createQuoteFrames } from './quote-frames.ts'

/** How many sockets a trader can have at a process. One more closes the oldest. */
const maxSocketsPerUser = 10
/** A reader that is further behind is disconnected; it reconnects and reloads. */
const maxBufferedBytes = 256 * 1024
/** How long the server waits for the answer of browsers while it closes. */
const closeLimitMs = 300
/** More messages than this close the socket: a browser changes its symbols a few times a minute. */
const maxMessagesPerPing = 1000
const closeCodes = { goingAway: 1001, tooManyMessages: 1008, tooMany: 4008, sessionEnded: 4401 } as const

/** Registers the live socket. Its session is checked again when one of its user ends, and at every ping. */
export async function liveRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { live, market } = context
  const { publicUrl, pingMs = 25_000 } = context.config
  const sockets = new Map<number, WebSocket[]>()
  const quoteFrames = createQuoteFrames(market)
  const pings = createRounds(pingMs)
  app.addHook('onClose', async () => pings.stop())
  await app.register(websocket, {
    options: { maxPayload: 1024 },
    // The error can be a frame that breaks the protocol: anyone can send one.
    errorHandler: (error, socket, request) => {
      request.log.debug({ message: error.message }, 'A socket was closed.')
      socket.terminate()
    },
    preClose: (done) => {
      const { clients } = app.websocketServer
      for (const client of clients) client.close(closeCodes.goingAway)
      // A phone that is out of reach does not answer.
      setTimeout(() => clients.forEach((client) => client.terminate()), closeLimitMs).unref()
      done()
    },
  })

  app.route({
    method: 'GET',
    url: liveCalls.openSocket.path,
    websocket: true,
    // This runs after the limit of requests.
    preParsing: async (request) => {
      if (!isSameOrigin(request, publicUrl)) throw new AppError('errors.csrf')
      const hash = app.sessions.getSessionHash(request)
      request.sessionUser = hash && (await app.sessions.loadUser(hash))
      if (!request.sessionUser) throw new AppError('errors.session')
    },
    handler: (socket, request) => {
      const hash = app.sessions.getSessionHash(request)
      const user = request.sessionUser
      if (!hash || !user) return socket.close(closeCodes.sessionEnded)

      const userSockets = sockets.get(user.id) ?? []
      sockets.set(user.id, userSockets)
      userSockets.push(socket)
      if (userSockets.length > maxSocketsPerUser) userSockets.shift()?.close(closeCodes.tooMany)

      const send = (event: LiveEvent) => {
        if (socket.bufferedAmount > maxBufferedBytes) socket.terminate()
        else socket.send(JSON.stringify(event))
      }
      const sendUserRecord = createSequence(async () => {
        const current = await app.sessions.peekUser(hash)
        if (current !== null) send({ type: 'user', user: await getUserRecord(context, current) })
      })
      const pushUserRecord = () => {
        sendUserRecord().catch((error: unknown) =>
          request.log.warn({ fault: describeError(error) }, 'live user record'),
        )
      }
      const closeEndedSession = async () => {
        if (!(await app.sessions.isActive(hash))) socket.close(closeCodes.sessionEnded)
      }
      const unsubscribe = live.subscribe(user.id, (event) => {
        if (event.type === 'sessions_changed') {
          closeEndedSession().catch((error: unknown) =>
            request.log.warn({ fault: describeError(error) }, 'live session check'),
          )
          return
        }
        if (event.type !== 'user_changed') return send(event)
        pushUserRecord()
      })
      // No page has got changes between its loading and this subscription.
      pushUserRecord()
      let messages = 0
      socket.on('message', (data) => {
        messages += 1
        if (messages > maxMessagesPerPing) socket.close(closeCodes.tooManyMessages)
        else quoteFrames.handleMessage(socket, data)
      })
      let hasPonged = true
      socket.on('pong', () => {
        hasPonged = true
      })
      const checkConnection = async () => {
        if (!hasPonged) return socket.terminate()
        hasPonged = false
        messages = 0
        socket.ping()
        await closeEndedSession()
      }
      const stopPings = pings.add(() => {
        checkConnection().catch((error: unknown) =>
          request.log.warn({ fault: describeError(error) }, 'live session check'),
        )
      })
      socket.on('close', () => {
        stopPings()
        unsubscribe()
        quoteFrames.remove(socket)
        const left = (sockets.get(user.id) ?? []).filter((one) => one !== socket)
        if (left.length > 0) sockets.set(user.id, left)
        else sockets.delete(user.id)
      })
    },
  })
}

/** In how many parts a period is divided: a part of the sockets has its turn each second. */
const maxRounds = 25

/**
 * Runs each task once per period. Tasks that run in the same tick share their queries, so one timer for many of them costs less than one for
 * each.
 */
function createRounds(periodMs: number) {
  const rounds = Array.from({ length: Math.max(1, Math.min(maxRounds, Math.floor(periodMs / 1000))) }, () => {
    return new Set<() => void>()
  })
  let added = 0
  let current = 0
  const timer = setInterval(() => {
    current = (current + 1) % rounds.length
    for (const task of rounds[current] ?? []) task()
  }, periodMs / rounds.length)
  timer.unref()
  return {
    /** Adds a task, and returns a function to end it. The first run can be at once, but not in this tick. */
    add: (task: () => void): (() => void) => {
      added += 1
      const round = rounds[added % rounds.length]
      round?.add(task)
      return () => void round?.delete(task)
    },
    stop: () => clearInterval(timer),
  }
}

/** Runs `work` after earlier runs, so that the newest record is sent last. At most one run waits: it sees all changes before it. */
function createSequence(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let waiting: Promise<void> | null = null
  const run = (): Promise<void> => {
    waiting = null
    running = work().finally(() => {
      running = null
    })
    return running
  }
  return () => {
    if (running === null) return run()
    waiting ??= running.then(run, run)
    return waiting
  }
}

/** Returns whether a page of the site opens the socket: browsers send cookies with a socket that any site opens. */
function isSameOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return false
  // The development server forwards the page's host in both headers.
  return origin === new URL(publicUrl).origin || URL.parse(origin)?.host === host
}
