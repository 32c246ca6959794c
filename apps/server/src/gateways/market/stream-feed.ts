import { setTimeout as sleep } from 'node:timers/promises'

import type { Candle, CandleSeconds } from '@tradefront/rules/trading/candles'
import { findMedianPrice, listClosingTrades, maxClosingSpanMs } from '@tradefront/rules/trading/closing-price'
import {
  measuredMinutes,
  type MeasuredVolatility,
  measureVolatility,
} from '@tradefront/rules/trading/measured-volatility'
import { maxCloseDelayMs } from '@tradefront/rules/trading/purchase-rules'
import { findSymbol, getSecondVolatility, toPoints } from '@tradefront/rules/trading/symbols'
import { getMarketState } from '@tradefront/rules/trading/trading-hours'

import { type Clock, minuteMs } from '../../platform/clock.ts'
import { type MarketFeed, maxListedQuotes, type Quote, type RecordedMinute, type RecordedQuote } from './market-feed.ts'
import { createRecentQuotes } from './recent-quotes.ts'
import { createTradeFilter, maxDifferenceMs } from './trade-filter.ts'
import { createTradeStream, type StreamTrade, type TradeStreamDeps } from './trade-stream.ts'

/** `untilMs`: no quote at or before this time will be added. Null before the first recording. */
export type RecordedQuotes = { readonly quotes: readonly RecordedQuote[]; readonly untilMs: number | null }

/** A store that all servers share, so that they settle at the same prices. */
export type MarketQuoteStore = {
  /** Returns false if another server records. */
  readonly claimRecording: (holder: string, now: Date, leaseMs: number) => Promise<boolean>
  readonly endRecording: (holder: string, now: Date) => Promise<void>
  /**
   * Adds the quotes that are later than all recorded ones, at most one per symbol, and keeps the claim. False: the claim was lost, nothing
   * was added.
   */
  readonly recordQuotes: (
    holder: string,
    quotes: readonly RecordedQuote[],
    now: Date,
    leaseMs: number,
  ) => Promise<boolean>
  /** Returns the quotes after a time, in order. */
  readonly readSince: (afterMs: number) => Promise<RecordedQuotes>
  /** Returns quotes in order, both ends included. */
  readonly readRange: (symbol: string, fromMs: number, toMs: number, limit: number) => Promise<RecordedQuotes>
  /** Works like `MarketFeed.findRecordedMinute`. */
  readonly findRecordedMinute: (fromMs: number) => Promise<RecordedMinute | null>
  readonly findLatest: (symbol: string) => Promise<Quote | null>
  /** Works like `MarketFeed.listCandles`. */
  readonly listCandles: (symbol: string, seconds: CandleSeconds, beforeMs: number, limit: number) => Promise<Candle[]>
}

export type StreamFeedDeps = {
  readonly url: string
  /** The exchange's name of each symbol that the feed serves. */
  readonly names: Readonly<Partial<Record<string, string>>>
  readonly store: MarketQuoteStore
  readonly clock: Clock
  /** How much the clock of this server differs from that of the database. */
  readonly getClockDifference: () => number
  /** Id of this process. */
  readonly holder: string
  readonly onError: (error: unknown) => void
  readonly stream?: Pick<TradeStreamDeps, 'random' | 'times'>
  readonly leaseMs?: number
}

const tickMs = 200
/** Longest time that an order waits for the next price. */
const waitMs = 1000
/** How many trades of one quote are kept. Of more, the last one replaces the one before. */
const maxTrades = 500
/** How long quotes are remembered: longer than a trade waits for its closing price. */
const rememberedMs = 3 * minuteMs

/**
 * Serves prices of a public exchange. One server at a time reads its stream and records at most one price per symbol and tick, with the
 * time of its arrival. All servers read what is recorded. docs/trading.md explains it.
 */
export function createStreamFeed(deps: StreamFeedDeps): MarketFeed {
  const { names, store, clock, getClockDifference, holder, onError, leaseMs = 5000 } = deps
  const symbolsByName = new Map(
    Object.entries(names).flatMap(([symbol, name]) => (name === undefined ? [] : [[name.toUpperCase(), symbol]])),
  )
  const listeners = new Set<(quotes: readonly Quote[]) => void>()
  const recent = createRecentQuotes(rememberedMs)
  const filter = createTradeFilter()
  /** The quote of each symbol that is recorded next. */
  const waiting = new Map<string, RecordedQuote>()
  const stream = createTradeStream({
    ...deps.stream,
    url: deps.url,
    names: [...symbolsByName.keys()].map((name) => name.toLowerCase()),
    clock,
    onTrade: handleTrade,
    onError,
  })
  /** Measured volatilities. Each is measured again after a minute. */
  const volatilities = new Map<string, { readonly atMs: number; readonly measured: MeasuredVolatility }>()
  let isRecording = false
  let isFailing = false
  let lastClaimMs = -Infinity
  let running: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isStopped = true

  return {
    isSimulated: false,
    closingSpanMs: maxClosingSpanMs,

    getMarketState(name, atMs) {
      const symbol = findSymbol(name)
      return symbol === undefined || names[name] === undefined ? null : getMarketState(symbol.hours, atMs)
    },

    async getQuote(symbol) {
      if (names[symbol] === undefined) return null
      const quote = recent.getLatest(symbol) ?? (await store.findLatest(symbol))
      return quote && toQuote(quote)
    },

    async waitForQuote(symbol, arrivedAtMs) {
      const earliestMs = arrivedAtMs + Math.abs(getClockDifference())
      for (const endMs = performance.now() + waitMs; ;) {
        const quote = recent.findTradedAfter(symbol, earliestMs)
        if (quote !== null) return toQuote(quote)
        if (performance.now() >= endMs || names[symbol] === undefined) return null
        await sleep(tickMs / 4)
      }
    },

    findSealedEntry: async () => null,

    async findFirstQuote(symbol, fromMs, untilMs) {
      const { quotes, untilMs: recordedMs } =
        recent.readRange(symbol, fromMs, untilMs) ?? (await store.readRange(symbol, fromMs, untilMs, 1))
      const [first] = quotes
      if (first !== undefined) return toQuote(first)
      return recordedMs !== null && recordedMs >= untilMs ? null : undefined
    },

    async findClosingPrice(symbol, atMs) {
      const { quotes, untilMs } =
        recent.readRange(symbol, atMs - maxClosingSpanMs, atMs) ??
        (await store.readRange(symbol, atMs - maxClosingSpanMs, atMs, maxListedQuotes))
      if (untilMs === null || untilMs < atMs) return undefined
      const points = findMedianPrice(listClosingTrades(quotes, atMs))
      if (points !== null) return { symbol, points, atMs }
      // An option without a price is void after a minute, as with simulated prices.
      return untilMs >= atMs + maxCloseDelayMs ? null : undefined
    },

    async listClosingTrades(symbol, atMs) {
      const { quotes } = await store.readRange(symbol, atMs - maxClosingSpanMs, atMs, maxListedQuotes)
      return listClosingTrades(quotes, atMs).map((trade) => ({ symbol, ...trade }))
    },

    async listQuotes(symbol, fromMs, toMs) {
      const { quotes } =
        recent.readRange(symbol, fromMs, toMs) ?? (await store.readRange(symbol, fromMs, toMs, maxListedQuotes))
      return quotes.slice(0, maxListedQuotes).map(toQuote)
    },

    async listCandles(symbol, seconds, beforeMs, limit) {
      return names[symbol] === undefined ? [] : store.listCandles(symbol, seconds, beforeMs, limit)
    },

    async findVolatility({ name, simulated }) {
      const nowMs = clock.now().getTime()
      const known = volatilities.get(name)
      if (known !== undefined && Math.abs(nowMs - known.atMs) < minuteMs) return known.measured
      const candles = await store.listCandles(name, 60, nowMs + 1, measuredMinutes + 1)
      const measured = measureVolatility(candles, nowMs, getSecondVolatility({ simulated }))
      volatilities.set(name, { atMs: nowMs, measured })
      return measured
    },

    findDayStart: async () => null,
    listDays: async () => [],
    findProofFacts: async () => null,
    proveQuotes: async () => null,
    proveWindow: async () => null,
    findMarketRecord: async () => null,
    findPublishedWindow: async () => null,
    findRecordedMinute: store.findRecordedMinute,
    getFreeze: async () => null,
    checkBeacon: async () => [],
    announceDays: async () => undefined,

    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    async start() {
      if (!isStopped) return
      isStopped = false
      await runTick()
      scheduleTick()
    },

    async stop() {
      if (isStopped) return
      isStopped = true
      clearTimeout(timer)
      await running
      stopRecording()
      await store.endRecording(holder, clock.now()).catch(onError)
    },
  }

  function handleTrade(trade: StreamTrade, errorMs: number | null): void {
    const name = symbolsByName.get(trade.name)
    const symbol = name === undefined ? undefined : findSymbol(name)
    const nowMs = clock.now().getTime()
    if (symbol === undefined || !filter.accept(trade, nowMs)) return
    const points = toPoints(trade.price, symbol.digits)
    if (points <= 0) return
    const trades = [...(waiting.get(symbol.name)?.trades ?? []).slice(0, maxTrades - 1), points]
    const tradedAtMs = trade.atMs - (errorMs ?? maxDifferenceMs) - Math.abs(getClockDifference())
    waiting.set(symbol.name, { symbol: symbol.name, points, atMs: nowMs, tradedAtMs: Math.floor(tradedAtMs), trades })
  }

  function scheduleTick(): void {
    if (isStopped) return
    timer = setTimeout(() => void runTick().then(scheduleTick), tickMs)
    timer.unref()
  }

  function runTick(): Promise<void> {
    running = tick().then(
      () => {
        isFailing = false
      },
      (error: unknown) => {
        if (!isFailing) onError(error)
        isFailing = true
      },
    )
    return running
  }

  async function tick(): Promise<void> {
    await record()
    const nowMs = clock.now().getTime()
    const sinceMs = Math.max(recent.getReadUntil() ?? -Infinity, nowMs - rememberedMs)
    const news = await store.readSince(sinceMs)
    recent.add(sinceMs, news)
    const latest = new Map(news.quotes.map((quote) => [quote.symbol, quote]))
    // Quotes of the first reading are old.
    const fresh = [...latest.values()].filter(({ atMs }) => atMs > nowMs - minuteMs)
    if (fresh.length > 0) for (const listener of listeners) listener(fresh.map(toQuote))
  }

  async function record(): Promise<void> {
    const now = clock.now()
    if (!isRecording) {
      if (Math.abs(now.getTime() - lastClaimMs) < leaseMs / 5) return
      lastClaimMs = now.getTime()
      if (!(await store.claimRecording(holder, now, leaseMs))) return
      isRecording = true
      stream.open()
      return
    }
    const quotes = [...waiting.values()]
    // A trade that comes while these are written belongs to the next quote.
    waiting.clear()
    try {
      if (!(await store.recordQuotes(holder, quotes, now, leaseMs))) stopRecording()
    } catch (error) {
      for (const quote of quotes) waitAgain(quote)
      throw error
    }
  }

  function waitAgain(quote: RecordedQuote): void {
    const later = waiting.get(quote.symbol)
    const trades = [...quote.trades, ...(later?.trades ?? [])].slice(-maxTrades)
    waiting.set(quote.symbol, { ...(later ?? quote), trades })
  }

  function stopRecording(): void {
    isRecording = false
    stream.close()
    waiting.clear()
  }
}

function toQuote({ symbol, points, atMs }: Quote): Quote {
  return { symbol, points, atMs }
}
