import { setImmediate as yieldToRequests } from 'node:timers/promises'

import { type Candle, type CandleSeconds, mergeCandles } from '@tradefront/rules/trading/candles'
import { stepMs } from '@tradefront/rules/trading/closing-price'
import { findSymbol, symbols, type TradingSymbol } from '@tradefront/rules/trading/symbols'
import { getMarketState } from '@tradefront/rules/trading/trading-hours'

import { type Clock, dayMs, hourMs, minuteMs } from '../../platform/clock.ts'
import type { MarketDay, MarketFeed, Quote } from './market-feed.ts'
import { type AnnouncedDay, computeSeed, createSimulatedDays, type MarketDayStore, toDay } from './simulated-days.ts'
import { createSimulatedPrices, firstDayMs, type SimulatedPrices } from './simulated-prices.ts'

export type SimulatedFeedDeps = {
  readonly store: MarketDayStore
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

const maxQuotes = 1000
/** Computing so many days takes a few milliseconds. */
const daysAtOnce = 60

/** Prices that are computed from a secret seed per day, the same on every server. docs/trading.md explains how. */
export function createSimulatedFeed({ store, clock, onError }: SimulatedFeedDeps): MarketFeed {
  const days = createSimulatedDays({ store, clock })
  const listeners = new Set<(quotes: readonly Quote[]) => void>()
  let prices: SimulatedPrices | null = null
  let timer: NodeJS.Timeout | undefined
  let lastTickMs = 0
  let isFailing = false
  /** Long histories are computed one after the other. */
  let history: Promise<unknown> = Promise.resolve()

  return {
    isSimulated: true,
    closeDelayMs: 0,
    announceDays: days.announceDays,

    getMarketState(name, atMs) {
      const symbol = findSymbol(name)
      return symbol === undefined ? null : getMarketState(symbol.hours, atMs)
    },

    async getQuote(name) {
      const symbol = findSymbol(name)
      return symbol === undefined ? null : ((await listCurrent([symbol]))[0] ?? null)
    },

    async findFirstQuote(name, fromMs, untilMs) {
      const symbol = findSymbol(name)
      if (symbol === undefined) return null
      const atMs = findOpenStep(symbol, Math.max(fromMs, firstDayMs))
      if (atMs === null || atMs > untilMs) return null
      if (atMs > getNow()) return undefined
      const source = await prepare(atMs)
      return { symbol: name, points: source.getPoints(symbol, atMs), atMs }
    },

    async listQuotes(name, fromMs, toMs) {
      const symbol = findSymbol(name)
      const endMs = Math.min(toMs, getNow())
      const quotes: Quote[] = []
      let atMs = symbol && findOpenStep(symbol, Math.max(fromMs, firstDayMs))
      while (symbol && typeof atMs === 'number' && atMs <= endMs && quotes.length < maxQuotes) {
        const source = await prepare(atMs)
        quotes.push({ symbol: name, points: source.getPoints(symbol, atMs), atMs })
        atMs = findOpenStep(symbol, atMs + stepMs)
      }
      return quotes
    },

    async listCandles(name, seconds, beforeMs, limit) {
      const symbol = findSymbol(name)
      const nowMs = getNow()
      if (symbol === undefined || limit < 1) return []
      const source = await prepare(nowMs)
      const list = () => listCandles(source, symbol, seconds, { nowMs, beforeMs, limit })
      if (seconds < 3600) return list()
      const listed = history.then(list)
      history = listed.catch(() => undefined)
      return listed
    },

    async findDay(atMs): Promise<MarketDay | null> {
      const day = toDay(atMs)
      if (atMs > clock.now().getTime()) return null
      await days.prepareDay(day)
      const row = days.findAnnounced(day)
      return row === null ? null : toMarketDay(row, (await days.loadOrigin()).secret)
    },

    async listDays(pastDays) {
      const { secret } = await days.loadOrigin()
      const from = new Date(clock.now().getTime() - pastDays * dayMs).toISOString().slice(0, 10)
      const rows = (await store.listDays()).filter(({ date }) => date >= from)
      return rows.map((row) => toMarketDay(row, secret)).toReversed()
    },

    async findDayStart(name, atMs) {
      const symbol = findSymbol(name)
      if (symbol === undefined || atMs < firstDayMs || toDay(atMs) > toDay(clock.now().getTime())) return null
      return (await prepare(atMs)).findDayStart(symbol, toDay(atMs))
    },

    subscribe(listener) {
      listeners.add(listener)
      if (timer === undefined) scheduleTick()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearTimeout(timer)
        timer = undefined
      }
    },

    async start() {
      try {
        await days.announceDays()
        await computeDayStarts()
      } catch (error) {
        onError(error)
      }
    },

    async stop() {
      listeners.clear()
      clearTimeout(timer)
      timer = undefined
      await history
    },
  }

  /** Returns the time of the latest step. */
  function getNow(): number {
    const nowMs = clock.now().getTime()
    return nowMs - (nowMs % stepMs)
  }

  function toMarketDay(row: AnnouncedDay, secret: Buffer): MarketDay {
    const endsAtMs = Date.parse(row.date) + dayMs
    const isOver = clock.now().getTime() >= endsAtMs
    return { ...row, endsAtMs, seed: isOver ? computeSeed(secret, row.date) : null }
  }

  /** Computes the start prices of all days at the start, so that no request has to. */
  async function computeDayStarts(): Promise<void> {
    const source = await prepare(getNow())
    const today = toDay(getNow())
    const { day: firstDay } = await days.loadOrigin()
    for (const symbol of symbols) {
      for (let day = firstDay; day < today + daysAtOnce; day += daysAtOnce) {
        source.findDayStart(symbol, Math.min(day, today))
        await yieldToRequests()
      }
    }
  }

  async function prepare(atMs: number): Promise<SimulatedPrices> {
    await days.prepareDay(toDay(atMs))
    prices ??= createSimulatedPrices(await days.loadOrigin())
    return prices
  }

  async function listCurrent(wanted: readonly TradingSymbol[]): Promise<Quote[]> {
    const atMs = getNow()
    const source = await prepare(atMs)
    return wanted
      .filter(({ hours }) => getMarketState(hours, atMs).isOpen)
      .map((symbol) => ({ symbol: symbol.name, points: source.getPoints(symbol, atMs), atMs }))
  }

  function scheduleTick(): void {
    timer = setTimeout(() => void tick(), stepMs - (clock.now().getTime() % stepMs))
    timer.unref()
  }

  async function tick(): Promise<void> {
    try {
      const atMs = getNow()
      if (atMs > lastTickMs) {
        lastTickMs = atMs
        const quotes = await listCurrent(symbols)
        if (quotes.length > 0) for (const listener of listeners) listener(quotes)
      }
      isFailing = false
    } catch (error) {
      if (!isFailing) onError(error)
      isFailing = true
    }
    if (listeners.size > 0) scheduleTick()
  }
}

/** Returns the first step at or after a time at which the market is open. */
function findOpenStep({ hours }: TradingSymbol, fromMs: number): number | null {
  const atMs = Math.ceil(fromMs / stepMs) * stepMs
  const { isOpen, changesAtMs } = getMarketState(hours, atMs)
  return isOpen ? atMs : changesAtMs
}

type CandleRange = { readonly nowMs: number; readonly beforeMs: number; readonly limit: number }

/** Builds candles from shorter ones, going back hour by hour or day by day until there are enough. */
async function listCandles(
  source: SimulatedPrices,
  symbol: TradingSymbol,
  seconds: CandleSeconds,
  { nowMs, beforeMs, limit }: CandleRange,
): Promise<Candle[]> {
  const [spanMs, listSpan] = chooseSpan(source, symbol, seconds)
  const untilMs = nowMs + 1
  const newest: Candle[][] = []
  let found = 0
  for (
    let startMs = Math.floor((Math.min(beforeMs, untilMs) - 1) / spanMs) * spanMs;
    startMs >= firstDayMs && found < limit;
    startMs -= spanMs
  ) {
    const candles = listSpan(startMs, untilMs).filter((candle) => candle.startMs < beforeMs)
    newest.push(candles)
    found += candles.length
    if (spanMs > minuteMs) await yieldToRequests()
  }
  return newest.toReversed().flat().slice(-limit)
}

type ListSpan = (startMs: number, untilMs: number) => Candle[]

/** How long a time is computed at once. All candles divide it. */
function chooseSpan(source: SimulatedPrices, symbol: TradingSymbol, seconds: CandleSeconds): [number, ListSpan] {
  if (seconds < 60) return [minuteMs, (startMs, untilMs) => source.listShortCandles(symbol, startMs, seconds, untilMs)]
  if (seconds < 3600)
    return [hourMs, (startMs, untilMs) => mergeCandles(source.listMinuteCandles(symbol, startMs, untilMs), seconds)]
  return [dayMs, (startMs, untilMs) => mergeCandles(source.listHourCandles(symbol, startMs, untilMs), seconds)]
}
