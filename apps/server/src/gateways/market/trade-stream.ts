import { WebSocket } from 'ws'
import * as z from 'zod'

import type { Clock } from '../../platform/clock.ts'
import { createExchangeClock } from './exchange-clock.ts'

/** A trade on the exchange. */
export type StreamTrade = {
  /** The exchange's name of the symbol, upper case. */
  readonly name: string
  /** Number of the trade; each symbol has its own count. */
  readonly id: number
  readonly price: number
  /** Time by the clock of the exchange. */
  readonly atMs: number
}

export type TradeStream = {
  readonly open: () => void
  readonly close: () => void
}

export type TradeStreamDeps = {
  readonly url: string
  /** The exchange's names, lower case. */
  readonly names: readonly string[]
  readonly clock: Clock
  /**
   * Receives each trade.
   * @param errorMs lead of the exchange's clock over ours, at most, in milliseconds; null until it is measured
   */
  readonly onTrade: (trade: StreamTrade, errorMs: number | null) => void
  /** Called with the first error of an outage. */
  readonly onError: (error: Error) => void
  /** Returns a number from 0 to 1 that spreads the connections of several servers. */
  readonly random?: () => number
  readonly times?: Partial<typeof defaultTimes>
}

const defaultTimes = {
  /** Wait before the first retry. Doubles with each failure, up to the maximum. */
  retryMs: 1000,
  maxRetryMs: 30_000,
  connectMs: 10_000,
  /** Time without any answer after which the connection counts as dead. */
  silenceMs: 15_000,
  /** Time without a trade of any symbol after which another connection is tried. */
  quietMs: 60_000,
}
const maxMessageBytes = 64 * 1024

const message = z.object({
  data: z.object({
    e: z.literal('trade'),
    s: z.string().min(1).max(30),
    t: z.int().nonnegative(),
    p: z.string().regex(/^\d{1,12}(\.\d{1,12})?$/),
    T: z.int().nonnegative(),
  }),
})

/**
 * Reads trades of a public exchange over WebSocket: a combined stream as Binance has it. It connects again after a drop or silence.
 * Trades can be missing, late, repeated or out of order.
 */
export function createTradeStream({
  url,
  names,
  clock,
  onTrade,
  onError,
  random = Math.random,
  times,
}: TradeStreamDeps): TradeStream {
  const { retryMs, maxRetryMs, connectMs, silenceMs, quietMs } = { ...defaultTimes, ...times }
  let socket: WebSocket | null = null
  let retry: NodeJS.Timeout | undefined
  let tries = 0
  let isReported = false
  let isOpen = false

  return {
    open() {
      if (isOpen) return
      isOpen = true
      tries = 0
      connect()
    },
    close() {
      isOpen = false
      clearTimeout(retry)
      socket?.terminate()
      socket = null
    },
  }

  function connect(): void {
    const connection = new WebSocket(buildStreamUrl(url, names), {
      handshakeTimeout: connectMs,
      maxPayload: maxMessageBytes,
      perMessageDeflate: false,
    })
    socket = connection
    const [silence, quiet] = [silenceMs, quietMs].map((ms) => setTimeout(() => connection.terminate(), ms).unref())
    const exchangeClock = createExchangeClock()
    let pingedMs: number | null = null
    const ping = () => {
      if (connection.readyState !== connection.OPEN) return
      pingedMs = performance.now()
      connection.ping()
    }
    const pinger = setInterval(ping, silenceMs / 3)
    connection.on('open', ping)
    connection.on('pong', () => {
      if (pingedMs !== null) exchangeClock.noteRoundTrip(performance.now() - pingedMs)
      pingedMs = null
    })
    for (const event of ['open', 'message', 'ping', 'pong']) connection.on(event, () => silence?.refresh())
    connection.on('message', (data) => {
      const trade = socket === connection ? parseTrade(String(data)) : null
      if (trade === null) return
      quiet?.refresh()
      tries = 0
      isReported = false
      const nowMs = clock.now().getTime()
      exchangeClock.noteDelay(nowMs - trade.atMs, nowMs)
      onTrade(trade, exchangeClock.getErrorMs())
    })
    connection.on('error', report)
    connection.on('close', () => {
      clearTimeout(silence)
      clearTimeout(quiet)
      clearInterval(pinger)
      if (socket !== connection) return
      socket = null
      report(new Error('The stream of prices was closed'))
      scheduleRetry()
    })
  }

  /** Reports one error per outage, which ends with a trade. */
  function report(error: Error): void {
    if (isOpen && !isReported) onError(error)
    isReported = true
  }

  function scheduleRetry(): void {
    if (!isOpen) return
    const pauseMs = Math.min(maxRetryMs, retryMs * 2 ** Math.min(tries, 10))
    tries += 1
    retry = setTimeout(connect, pauseMs * (0.5 + random() / 2)).unref()
  }
}

export function buildStreamUrl(url: string, names: readonly string[]): string {
  const full = new URL(url)
  full.search = `streams=${names.map((name) => `${name}@trade`).join('/')}`
  return full.href
}

/** Returns null for other messages. */
export function parseTrade(text: string): StreamTrade | null {
  try {
    const parsed = message.safeParse(JSON.parse(text))
    if (!parsed.success) return null
    const { s, t, p, T } = parsed.data.data
    const price = Number(p)
    return price > 0 ? { name: s.toUpperCase(), id: t, price, atMs: T } : null
  } catch {
    return null
  }
}
