import { PassThrough } from 'node:stream'

import { deskLiveCalls, type DeskTopic } from '@tradefront/contract/desk-live'
import type { FastifyInstance } from 'fastify'

import { findOperator } from '../modules/operators/desk-session-store.ts'
import { AppError, describeError } from '../platform/http/errors.ts'
import { type DeskContext, registerDeskCall } from './desk-http.ts'

/** Each is a page that an operator looks at: hidden pages close theirs. */
const maxStreamsPerSession = 6
const maxStreams = 500
/** Then the browser connects again. */
const maxAgeMs = 300_000
/** Changes within this time are sent to a page as one event. */
const batchMs = 1000
/** Proxies close what is silent for a minute. */
const beatMs = 25_000
/** A browser that reads no more is disconnected. */
const maxBufferedBytes = 4096

/** Sends the names of changed lists to pages. The session is checked before each event. */
export function liveRoutes(app: FastifyInstance, context: DeskContext): void {
  const { db, changes } = context
  const streams = new Map<PassThrough, string>()
  const endAll = () => {
    for (const stream of streams.keys()) stream.end()
  }
  app.addHook('preClose', async () => endAll())

  registerDeskCall(app, context, deskLiveCalls.followChanges, async ({ reply, request, secret }) => {
    const session = secret.toString('base64')
    const own = [...streams.values()].filter((each) => each === session)
    if (own.length >= maxStreamsPerSession || streams.size >= maxStreams) throw new AppError('errors.too_many')
    const stream = new PassThrough()
    streams.set(stream, session)
    const write = (text: string) => {
      if (stream.writable) stream.write(text)
    }
    const batch = createBatch((topics) => {
      const tell = async () => {
        if ((await findOperator(db, secret)) === null) stream.end()
        else write(`data: ${topics.join(' ')}\n\n`)
      }
      tell().catch((error: unknown) => {
        request.log.warn({ fault: describeError(error) }, 'live changes of the desk')
        stream.end()
      })
    })
    const beat = setInterval(() => {
      if (stream.writableLength > maxBufferedBytes) stream.destroy()
      else write(': beat\n\n')
    }, beatMs)
    const end = setTimeout(() => stream.end(), maxAgeMs)
    let unsubscribe: (() => void) | null = null
    const release = () => {
      clearInterval(beat)
      clearTimeout(end)
      batch.stop()
      unsubscribe?.()
      streams.delete(stream)
    }
    stream.once('close', release)
    unsubscribe = await changes.subscribe({ onChange: batch.add, onLost: () => stream.end() })
    if (unsubscribe === null || stream.destroyed) {
      stream.destroy()
      // The listener has reported why. Pages ask by themselves until it is back.
      throw new AppError('desk.hears_nothing', 503)
    }
    // So that the headers are sent at once.
    write('retry: 3000\n\n')
    void reply.header('content-type', 'text/event-stream').header('x-accel-buffering', 'no')
    return stream
  })
}

/** Hands topics on: the first one at once, those that follow within `batchMs` together. */
function createBatch(send: (topics: readonly DeskTopic[]) => void) {
  const waiting = new Set<DeskTopic>()
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    timer = undefined
    if (waiting.size === 0) return
    send([...waiting])
    waiting.clear()
    timer = setTimeout(flush, batchMs)
  }
  return {
    add: (topic: DeskTopic) => {
      waiting.add(topic)
      if (timer === undefined) flush()
    },
    stop: () => clearTimeout(timer),
  }
}
